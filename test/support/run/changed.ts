import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A quoted path, as an import, `new URL(…)` and the arguments of a child process write it. */
const quotedPath = /['"`]([\w@.-]*[./][\w@./-]*)['"`]/g;

const isSource = (file: string) => /\.(ts|js|mjs|json|sh)$/.test(file) && !file.startsWith('contracts/generated/');

/**
 * The files that each file names, and so depends on: imports, and programs and data that it starts or reads by path. A named
 * folder stands for all files below it.
 */
function dependencies(files: readonly string[], read: (file: string) => string): Map<string, Set<string>> {
  const known = new Set(files);
  const below = Map.groupBy(files, (file) => posix.dirname(file));
  const found = new Map<string, Set<string>>();
  for (const file of files.filter(isSource)) {
    const targets = new Set<string>();
    for (const [, path = ''] of read(file).matchAll(quotedPath)) {
      const fromFile = posix.join(posix.dirname(file), path);
      const target = path.startsWith('.') ? fromFile : posix.normalize(path);
      if (known.has(target)) targets.add(target);
      else for (const inFolder of below.get(target.replace(/\/$/, '')) ?? []) targets.add(inFolder);
    }
    found.set(file, targets);
  }
  return found;
}

/** The test files that depend on a changed file, directly or through others. */
export function dependentTests(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of dependencies(files, read)) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return new Set([...reached].filter((file) => file.endsWith('.test.ts')));
}

export function testsOfChanges(root: string, commit: string): Set<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
      .split('\0')
      .filter(Boolean);
  const untracked = git('ls-files', '-z', '--others', '--exclude-standard');
  const changed = [...git('diff', '--name-only', '-z', commit), ...untracked];
  const files = [...git('ls-files', '-z'), ...untracked];
  const read = (file: string) => {
    try {
      return readFileSync(join(root, file), 'utf8');
    } catch {
      // It is deleted in the working tree.
      return '';
    }
  };
  return dependentTests(changed, files, read);
}

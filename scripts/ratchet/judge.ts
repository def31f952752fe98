import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { git } from '../git.ts';
import { type Change, documentChanges, problemChanges } from './document.ts';
import { type PactContract, pactChanges, readPactContracts } from './pacts.ts';

/** The contracts at one moment. */
interface Snapshot {
  document: OpenApiDocument;
  pacts: readonly PactContract[];
  /** Lines of the change log. */
  log: readonly string[];
}

const documentPath = 'contracts/generated/openapi.json';
const pactsPath = 'contracts/generated/pacts';
const logPath = 'contracts/CHANGELOG.md';

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** @param read the text of a path, if there is one. @returns undefined where there is no document. */
function snapshotOf(paths: readonly string[], read: (path: string) => string | undefined): Snapshot | undefined {
  const document = read(documentPath);
  if (document === undefined) return undefined;
  const pacts = paths.filter((path) => path.endsWith('.json')).flatMap((path) => read(path) ?? []);
  return {
    document: JSON.parse(document) as OpenApiDocument,
    pacts: pacts.flatMap((text) => readPactContracts(JSON.parse(text))),
    log: linesOf(read(logPath)),
  };
}

/** The generated files as they are now. */
const snapshotOfFiles = (root: string) =>
  snapshotOf(globSync(`${pactsPath}/**/*`, { cwd: root }), (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
  );

/** The committed contracts. */
const snapshotAt = (root: string, commit: string) =>
  snapshotOf(linesOf(git(root, 'ls-tree', '-r', '--name-only', commit, '--', pactsPath)), (path) =>
    git(root, 'show', `${commit}:${path}`),
  );

/** The words in backticks in lines that the change log gained. */
function namesAdded(before: readonly string[], after: readonly string[]): Set<string> {
  const added = after.filter((line) => !before.includes(line));
  return new Set(added.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
}

/**
 * Changes of the contracts since a commit that are not announced, one line each.
 *
 * @returns undefined if one of the two has no contracts.
 */
export function unannouncedSince(root: string, commit: string): string[] | undefined {
  const [before, after] = [snapshotAt(root, commit), snapshotOfFiles(root)];
  if (!before || !after) return undefined;
  const subjects = linesOf(git(root, 'log', '--format=%s', `${commit}..HEAD`, '--', documentPath, pactsPath));
  // What is not yet committed has no subject.
  const isMarked = subjects.length === 0 || subjects.some((one) => /^[a-z]+(\([^)]*\))?!:/.test(one));
  const added = namesAdded(before.log, after.log);
  const changes: Change[] = [
    ...documentChanges(before.document, after.document),
    ...problemChanges(before.document, after.document),
    ...pactChanges(before.pacts, after.pacts),
  ];
  return changes.flatMap(({ place, text, names }) => {
    const isNamed = names.some((name) => added.has(name));
    if (isNamed && isMarked) return [];
    const shown = names.slice(0, 3).map((name) => `\`${name}\``);
    const needed = [
      ...(isMarked ? [] : ['mark the commit with "!"']),
      ...(isNamed ? [] : [`name the change in ${logPath} (${shown.join(' or ')})`]),
    ];
    return [`${place}: ${text}; ${needed.join(' and ')}`];
  });
}

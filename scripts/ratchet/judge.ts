import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { contractChanges } from './contracts.ts';
import { type Change, documentChanges } from './document.ts';
import { type PactContract, pactChanges, readPactContracts } from './pacts.ts';

/** The contracts at one moment. */
interface Snapshot {
  document: OpenApiDocument;
  pacts: readonly PactContract[];
  /** Lines of the change log; undefined where there is none yet. */
  log: readonly string[] | undefined;
}

const documentPath = 'contracts/generated/openapi.json';
const pactsPath = 'contracts/generated/pacts';
const logPath = 'contracts/CHANGELOG.md';

/** Runs git; undefined where it fails: no repository, no such commit or file. */
export function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });
  return status === 0 ? stdout : undefined;
}

/** @param read the text of a path, if there is one. @returns undefined where there is no document. */
function snapshotOf(paths: readonly string[], read: (path: string) => string | undefined): Snapshot | undefined {
  const document = read(documentPath);
  if (document === undefined) return undefined;
  const pacts = paths.filter((path) => path.endsWith('.json')).map((path) => read(path) ?? '');
  return {
    document: JSON.parse(document) as OpenApiDocument,
    pacts: pacts.flatMap((text) => readPactContracts(JSON.parse(text))),
    log: read(logPath)
      ?.split('\n')
      .map((line) => line.trim()),
  };
}

/** The generated files as they are now. */
const snapshotOfFiles = (root: string) =>
  snapshotOf(globSync(`${pactsPath}/**/*`, { cwd: root }), (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
  );

/** Snapshots by what git lists for them: the parent of a commit mostly has the contracts of the one before. */
type Known = Map<string, Snapshot | undefined>;

/** The committed contracts. */
function snapshotAt(root: string, commit: string, known: Known = new Map()): Snapshot | undefined {
  const listed = git(
    root,
    'ls-tree',
    '-r',
    '--format=%(objectname) %(path)',
    commit,
    '--',
    pactsPath,
    documentPath,
    logPath,
  );
  const lines = listed?.split('\n').filter(Boolean) ?? [];
  const key = lines.join('\n');
  if (!known.has(key)) {
    const ids = new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.split(' ')[0] as string]));
    const pacts = [...ids.keys()].filter((path) => path.startsWith(pactsPath));
    const read = (path: string) => (ids.has(path) ? git(root, 'cat-file', 'blob', ids.get(path) as string) : undefined);
    known.set(key, snapshotOf(pacts, read));
  }
  return known.get(key);
}

/** The words in backticks in lines that the change log gained. */
function namesAdded(before: readonly string[] = [], after: readonly string[] = []): Set<string> {
  const added = after.filter((line) => !before.includes(line));
  return new Set(added.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
}

/**
 * Changes that are not announced, one line each.
 *
 * @param subject of the commit; undefined for what is not yet committed.
 */
function unannounced(before: Snapshot, after: Snapshot, subject: string | undefined): string[] {
  const added = namesAdded(before.log, after.log);
  const isMarked = subject !== undefined && /^[a-z]+(\([^)]*\))?!:/.test(subject);
  const changes: Change[] = [
    ...documentChanges(before.document, after.document),
    ...contractChanges(before.document, after.document),
    ...pactChanges(before.pacts, after.pacts),
  ];
  return changes.flatMap(({ place, text, names }) => {
    const isNamed = names.some((name) => added.has(name));
    if (isNamed && (isMarked || subject === undefined)) return [];
    const shown = names.slice(0, 3).map((name) => `\`${name}\``);
    const needed = [
      ...(isMarked ? [] : ['mark the commit with "!"']),
      ...(isNamed ? [] : [`name the change in ${logPath} (${shown.join(' or ')})`]),
    ];
    return [`${place}: ${text}; ${needed.join(' and ')}`];
  });
}

/** Unannounced changes of the generated files as they are now, compared with a commit; none if that has no contracts. */
export function unannouncedNow(root: string, base = 'HEAD'): string[] {
  const [before, after] = [snapshotAt(root, base), snapshotOfFiles(root)];
  return before && after ? unannounced(before, after, undefined) : [];
}

/**
 * The last commits that change contracts, each compared with its parent. Commits before the change log existed are not
 * judged, nor is the oldest one of a shallow clone, nor one whose hash the change log names: its change was told later.
 *
 * @returns lines that begin with the commit, and how many commits were judged.
 */
export function unannouncedCommits(root: string, max: number): { lines: string[]; judged: number } {
  const format = '--format=%H %s';
  const listed = git(root, 'log', '--first-parent', format, `-n${max}`, '--', documentPath, pactsPath) ?? '';
  const toldLater = namesAdded([], snapshotOfFiles(root)?.log);
  const lines: string[] = [];
  const known: Known = new Map();
  let judged = 0;
  for (const line of listed.split('\n').filter(Boolean)) {
    const [commit = '', ...words] = line.split(' ');
    if (toldLater.has(commit.slice(0, 8))) continue;
    const [before, after] = [snapshotAt(root, `${commit}^`, known), snapshotAt(root, commit, known)];
    if (!before?.log || !after) continue;
    judged++;
    lines.push(...unannounced(before, after, words.join(' ')).map((one) => `${commit.slice(0, 8)} ${one}`));
  }
  return { lines, judged };
}

/** Without the commit, and without what to do: the same change is met in the files and in a commit. */
const changeIn = (line: string) =>
  line.replace(/^[0-9a-f]{8} /, '').replace(/; (?:mark the commit|name the change) .*$/, '');

/**
 * Unannounced changes since a commit: of the files as they are, and of each commit after it. Of a pull request GitHub checks
 * out a merge, whose own subject says nothing: of that only the files count.
 */
export function unannouncedSince(root: string, commit: string): string[] {
  const after = [
    'rev-list',
    '--count',
    '--first-parent',
    '--no-merges',
    `${commit}..HEAD`,
    '--',
    documentPath,
    pactsPath,
  ];
  const { lines } = unannouncedCommits(root, Number(git(root, ...after) ?? 0));
  const known = new Set(lines.map(changeIn));
  return [...unannouncedNow(root, commit).filter((line) => !known.has(changeIn(line))), ...lines];
}

import type { Change } from './change.ts';
import { contractChanges } from './contracts.ts';
import { documentChanges } from './document.ts';
import { pactChanges } from './pacts.ts';
import {
  documentPath,
  filesAt,
  git,
  logPath,
  pactsPath,
  type Snapshot,
  snapshotAt,
  snapshotOfFiles,
} from './snapshot.ts';

/** Everything that consumers or providers would notice between two snapshots. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  const inFile = (file: string) => (change: Change) => ({ ...change, place: `${file}: ${change.place}` });
  return [
    ...documentChanges(before.document, after.document).map(inFile(documentPath)),
    ...contractChanges(before.document, after.document).map(inFile(documentPath)),
    ...pactChanges(before.pacts, after.pacts).map(inFile(pactsPath)),
  ];
}

/** The words in backticks in lines that the change log gained. */
function namesAdded(
  { log: before = [] }: Pick<Snapshot, 'log'>,
  { log: after = [] }: Pick<Snapshot, 'log'>,
): Set<string> {
  const added = after.filter((line) => !before.includes(line));
  return new Set(added.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
}

/**
 * Changes that are not told, one line each.
 *
 * @param subject of the commit; undefined for what is not yet committed, whose subject nobody knows.
 */
export function untold(before: Snapshot, after: Snapshot, subject: string | undefined): string[] {
  const names = namesAdded(before, after);
  const isMarked = subject === undefined || /^[a-z]+(\([^)]*\))?!:/.test(subject);
  return changesBetween(before, after).flatMap(({ place, text, weight, names: own }) => {
    const isNamed = own.some((name) => names.has(name));
    const needed = [
      ...(weight === 'breaking' && !(isMarked && (isNamed || subject !== undefined))
        ? ['mark the commit with "!"']
        : []),
      ...(isNamed
        ? []
        : [
            `name the change in ${logPath} (${own
              .slice(0, 3)
              .map((name) => `\`${name}\``)
              .join(' or ')})`,
          ]),
    ];
    return needed.length > 0 ? [`${place}: ${text}; ${needed.join(' and ')}`] : [];
  });
}

/**
 * What the sources make now, compared with the last commit; without a repository, with the generated files.
 *
 * @param built what the sources make.
 */
export const untoldNow = (root: string, built: Snapshot, base = 'HEAD'): string[] =>
  untold(snapshotAt(root, base) ?? snapshotOfFiles(root), built, undefined);

/**
 * The last commits that change contracts, each compared with its parent. Commits before the change log existed are not
 * judged, nor is the oldest one of a shallow clone, nor one whose hash the change log names: its change was told later.
 *
 * @returns lines that begin with the commit, and how many commits were judged.
 */
export function untoldCommits(root: string, most: number): { lines: string[]; judged: number } {
  const format = '--format=%H %s';
  const listed = git(root, 'log', '--first-parent', format, `-n${most}`, '--', documentPath, pactsPath) ?? '';
  const toldLater = namesAdded({ log: [] }, { log: snapshotOfFiles(root).log });
  const lines: string[] = [];
  let judged = 0;
  for (const line of listed.split('\n').filter(Boolean)) {
    const [commit = '', ...words] = line.split(' ');
    if (toldLater.has(commit.slice(0, 8))) continue;
    if (filesAt(root, `${commit}^`, [logPath])[0] === undefined) continue;
    const [before, after] = [snapshotAt(root, `${commit}^`), snapshotAt(root, commit)];
    if (!before || !after) continue;
    judged++;
    lines.push(...untold(before, after, words.join(' ')).map((fault) => `${commit.slice(0, 8)} ${fault}`));
  }
  return { lines, judged };
}

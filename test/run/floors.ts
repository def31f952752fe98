import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, stageNames, stageOf } from './stages.ts';

/** What is committed about one test file: how many tests it has at least, and how long it took, which orders the files. */
export interface Floor {
  tests: number;
  seconds: number;
}

/** By the path of the file. */
export type Floors = Record<string, Floor>;

export const floorsPath = 'test/floors.json';

/** @throws {SyntaxError} */
export function readFloors(root: string): Floors {
  const path = join(root, floorsPath);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Floors) : {};
}

export function writeFloors(floors: Floors, root: string): void {
  const lines = Object.entries(floors).sort(([a], [b]) => (a < b ? -1 : 1));
  const line = ([file, { tests, seconds }]: [string, Floor]) =>
    `  "${file}": { "tests": ${tests}, "seconds": ${seconds} }`;
  writeFileSync(join(root, floorsPath), `{\n${lines.map(line).join(',\n')}\n}\n`);
}

const count = (tests: number) => `${tests} ${tests === 1 ? 'test' : 'tests'}`;

/** What is missing before anything runs: stages and files without which a run proves less than the last one. */
export function missingFiles(names: readonly string[], floors: Floors, root: string): string[] {
  const empty = names.filter((name) => filesOf(name, root).length === 0);
  const gone = Object.keys(floors).filter(
    (file) => names.includes(stageOf(file)) && !empty.includes(stageOf(file)) && !existsSync(join(root, file)),
  );
  const isRun = (file: string) => stageNames.includes(stageOf(file)) && file.split('/').length > 2;
  return [
    ...filesOf('.', root)
      .map((file) => file.replace('test/./', 'test/'))
      .filter((file) => !isRun(file))
      .map((file) => `${file} is in no stage, so nothing runs it: move it, or add a stage to test/run/stages.ts`),
    ...(Object.keys(floors).length === 0 ? [`${floorsPath} is missing or empty: restore it from git`] : []),
    ...empty.map((name) => `the stage ${name} has no test file: nothing of it is proved`),
    ...gone.map((file) => `${file} is gone, which has ${count(floors[file]?.tests ?? 0)} in ${floorsPath}`),
  ];
}

/** The files that have fewer tests than before, in sentences. */
export const shrunk = (counted: ReadonlyMap<string, number>, floors: Floors): string[] =>
  [...counted].flatMap(([file, tests]) => {
    const least = floors[file]?.tests ?? 0;
    return tests < least ? [`${file} has ${count(tests)}, and ${floorsPath} asks for ${least}`] : [];
  });

/** The files that have more tests than the floor, which would not notice it if one of them went. */
export const grown = (counted: ReadonlyMap<string, number>, floors: Floors): string[] =>
  [...counted].flatMap(([file, tests]) => {
    const least = floors[file]?.tests;
    if (least === undefined) return [`${file} is new, with ${count(tests)}`];
    return tests > least ? [`${file} has ${count(tests)}, and ${floorsPath} asks for ${least} only`] : [];
  });

/** One commit that changed the floors. */
interface Version {
  subject: string;
  floors: Floors;
}

/** Newest first; as far back as the clone reaches, and empty outside of git. */
function history(root: string): Version[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const floorsAt = (hash: string): Floors => {
    try {
      return JSON.parse(git('show', `${hash}:${floorsPath}`)) as Floors;
    } catch {
      // The commit that removed the file.
      return {};
    }
  };
  try {
    const lines = git('log', '--format=%H %s', '--', floorsPath).trim().split('\n').filter(Boolean);
    return lines.map((line) => {
      const [hash = '', ...words] = line.split(' ');
      return { subject: words.join(' '), floors: floorsAt(hash) };
    });
  } catch {
    return [];
  }
}

/** A commit whose type ends in `!` says that it takes something away. */
const isMarked = (subject: string) => /^\w+(\([^)]*\))?!:/.test(subject);

/** Whether a file that is gone is now in another folder, with at least as many tests. */
const isMoved = (file: string, tests: number, before: Floors, now: Floors) =>
  Object.entries(now).some(
    ([other, floor]) => !before[other] && floor.tests >= tests && other.split('/').at(-1) === file.split('/').at(-1),
  );

/**
 * The commits that lowered a floor without saying so, in sentences. A marked one accepts what was before it, and a floor
 * that a later commit raised again is as it was.
 */
export function loweredUnmarked(root: string): string[] {
  const versions = history(root);
  const accepted = versions.findIndex(({ subject }) => isMarked(subject));
  const unmarked = accepted < 0 ? versions : versions.slice(0, accepted);
  const today = versions[0]?.floors ?? {};
  return unmarked.flatMap(({ subject, floors }, at) => {
    const before = versions[at + 1]?.floors ?? {};
    return Object.entries(before).flatMap(([file, { tests }]) => {
      const now = floors[file]?.tests ?? 0;
      const isRaisedAgain = (today[file]?.tests ?? 0) >= tests;
      if (now >= tests || isRaisedAgain || (now === 0 && isMoved(file, tests, before, floors))) return [];
      return [`"${subject}" lowers ${file} from ${tests} to ${now} in ${floorsPath}, and its type has no "!"`];
    });
  });
}

/** The floors after a run or a count of all files of some stages; the others stay. */
export function raised(
  floors: Floors,
  names: readonly string[],
  results: readonly { file: string; planned: number; seconds: number }[],
  isRun: boolean,
): Floors {
  const others = Object.entries(floors).filter(([file]) => !names.includes(stageOf(file)));
  const own = results.map(({ file, planned, seconds }) => {
    const known = floors[file]?.seconds;
    return [file, { tests: planned, seconds: isRun || known === undefined ? seconds : known }] as const;
  });
  return Object.fromEntries([...others, ...own]);
}

import { floorsPath, grown, loweredUnmarked, missingFiles, raised, readFloors, shrunk, writeFloors } from './floors.ts';
import { type FileResult, runPool } from './pool.ts';
import { fileText, judged, removeResult, summary, type Totals, writeResult } from './report.ts';
import { filesOf, removeEarlierResults, Schedule } from './stages.ts';

export interface RunOptions {
  root: string;
  /** The stages, in the order of the report. */
  names: readonly string[];
  jobs: number;
  /** Only load the files and count their tests, which must then be as many as the floors say, no more and no less. */
  isCount: boolean;
  /** Make the floors what was counted, if nothing failed. */
  isWrite: boolean;
  silentMs: number;
  print(text: string): void;
}

/** Runs stages to the end, whatever fails, and reports them. */
export async function runTests(options: RunOptions): Promise<Totals> {
  const { root, names, jobs, isCount, isWrite, silentMs, print } = options;
  const started = performance.now();
  const floors = readFloors(root);
  const files = names.flatMap((name) => filesOf(name, root));
  removeResult(root);
  const faults = isWrite ? [] : [...missingFiles(names, floors, root), ...loweredUnmarked(root)];
  // Also at the start, so that nobody waits minutes for them.
  for (const fault of faults) print(`${fault}\n`);
  if (!isCount) removeEarlierResults(names, root);

  const schedule = new Schedule(files, (file) => floors[file]?.seconds);
  const results: FileResult[] = [];
  await runPool(() => schedule.next(), {
    ...{ root, jobs, silentMs, isRun: !isCount },
    onResult(result) {
      results.push(isCount ? result : judged(result));
      schedule.finished(result.file);
      if (!isCount) print(fileText(results.at(-1) as FileResult));
    },
  });
  results.sort((a, b) => (a.file < b.file ? -1 : 1));

  const counted = new Map(results.filter(({ planned }) => planned > 0).map(({ file, planned }) => [file, planned]));
  if (!isWrite) {
    faults.push(...shrunk(counted, floors));
    const more = grown(counted, floors);
    if (isCount) faults.push(...more);
    else for (const line of more) print(`note: ${line}\n`);
    if (more.length > 0) print(`"npm test -- --count --write" makes ${floorsPath} ask for what is there.\n\n`);
  }
  const { text, totals } = summary(names, results, faults, (performance.now() - started) / 1000);
  if (isWrite && totals.failed === 0) writeFloors(raised(floors, names, results, !isCount), root);
  if (isCount) {
    const tests = [...counted.values()].reduce((sum, each) => sum + each, 0);
    for (const fault of [
      ...faults,
      ...results.flatMap(({ file, failures }) => failures.map((each) => `${file} ${each}`)),
    ])
      print(`${fault}\n`);
    print(`${counted.size} files with ${tests} tests\n`);
  } else {
    print(text);
    writeResult(totals, root);
  }
  return totals;
}

/** Tells the planted lies one by one, and runs the test that must turn red. */
import { readdirSync } from 'node:fs';
import { withChange } from '../mutants/known.ts';
import type { PlantedFault } from '../planted/fault.ts';
import { Controls } from './controls.ts';
import type { Copy } from './copy.ts';
import { runTests } from './run.ts';

const folder = new URL('../planted/', import.meta.url);

/** The faults of every file in test/mutation/planted, in the order of file names. */
export async function readPlanted(): Promise<PlantedFault[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'fault.ts');
  const modules = await Promise.all(
    names.sort().map((name) => import(new URL(name, folder).href) as Promise<{ planted: readonly PlantedFault[] }>),
  );
  return modules.flatMap(({ planted }) => planted);
}

export interface PlantedVerdict {
  fault: PlantedFault;
  /** Whether its test is red with the fault and green without. A run that exceeded its limit has noticed nothing. */
  isNoticed: boolean;
  /** The title and first sentence of the failure, or why nothing was noticed. */
  sentence: string;
}

/** For one run of a test file: the slowest takes a minute on two quiet cores. */
const limits = { wallSeconds: 900 };

async function judgeOne(copy: Copy, fault: PlantedFault, controls: Controls): Promise<PlantedVerdict> {
  const { file, test } = fault;
  const redAnyway = await controls.failureOf(test, copy);
  if (redAnyway !== undefined) return { fault, isNoticed: false, sentence: redAnyway };
  copy.write(file, withChange(copy.read(file), fault));
  try {
    const { end, failure } = await runTests(copy, [test], limits);
    if (end === 'red') return { fault, isNoticed: true, sentence: failure ?? '' };
    const why = end === 'green' ? 'did not notice' : `did not end within ${limits.wallSeconds} s`;
    return { fault, isNoticed: false, sentence: `${test} ${why}` };
  } finally {
    copy.restore();
  }
}

/**
 * Runs the test of each fault in a copy that has the fault, in all copies at the same time.
 *
 * @param say gets two lines for each.
 * @returns a verdict on each, in the order of the faults.
 */
export async function judgePlanted(
  copies: readonly Copy[],
  faults: readonly PlantedFault[],
  say: (line: string) => void,
): Promise<PlantedVerdict[]> {
  const controls = new Controls(limits);
  const verdicts = new Map<PlantedFault, PlantedVerdict>();
  const waiting = [...faults];
  const work = async (copy: Copy) => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const startedMs = performance.now();
      const verdict = await judgeOne(copy, fault, controls);
      verdicts.set(fault, verdict);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
      const { isNoticed, sentence } = verdict;
      say(`${verdicts.size}/${faults.length} ${isNoticed ? 'red' : 'NOT NOTICED'} in ${seconds} s: ${fault.title}`);
      say(`    ${fault.test}: ${sentence}`);
    }
  };
  await Promise.all(copies.map(work));
  return faults.map((fault) => verdicts.get(fault) as PlantedVerdict);
}

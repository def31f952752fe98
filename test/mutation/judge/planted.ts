/** Tells the planted lies one by one, and runs the test that must turn red. */
import { readdirSync } from 'node:fs';
import { withChange } from '../mutants/known.ts';
import type { PlantedFault } from '../planted/fault.ts';
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

const limitSeconds = 600;

/**
 * Runs the test of each fault in a copy that has the fault.
 *
 * @param say gets a line or two for each.
 * @returns the faults that nothing noticed, and those whose test fails without the fault too.
 */
export async function judgePlanted(
  copy: Copy,
  faults: readonly PlantedFault[],
  say: (line: string) => void,
): Promise<PlantedFault[]> {
  const unnoticed: PlantedFault[] = [];
  const isGreen = new Map<string, boolean>();
  for (const fault of faults) {
    const { file, test, title } = fault;
    if (!isGreen.has(test)) {
      const { end, failure } = await runTests(copy, [test], limitSeconds);
      isGreen.set(test, end === 'green');
      copy.restore();
      if (end !== 'green') say(`${test} is red without any fault: ${failure}`);
    }
    copy.write(file, withChange(copy.read(file), fault));
    const { end, failure } = await runTests(copy, [test], limitSeconds);
    copy.restore();
    const isNoticed = end !== 'green' && isGreen.get(test) === true;
    if (!isNoticed) unnoticed.push(fault);
    say(`${end === 'green' ? 'GREEN' : 'red  '} ${title} (${file})`);
    say(`      ${end === 'green' ? `${test} did not notice` : failure}`);
  }
  return unnoticed;
}

import { BadFile } from '../../mock/contracts/read-json.ts';
import { preparePacts } from './prepare-pacts.ts';
import type { Verdict } from './verify-pacts.ts';

function linesOf({ title, kept, broken, pending }: Verdict, count: number): string[] {
  const told = pending.length > 0 ? ['  pending, which fails nothing:', ...pending.map((line) => `    ${line}`)] : [];
  return [`${title}: ${kept} of ${count} interactions kept`, ...broken.map((line) => `  ${line}`), ...told];
}

/** @returns whether all interactions are kept but for pending ones. @throws {BadFile} without any to verify. */
export async function verifyTeam(
  paths: readonly string[],
  on: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const pacts = preparePacts(paths);
  try {
    for (const line of pacts.skipped) say(`Note: ${line}`);
    for (const line of pacts.pending) say(`Note: ${line} (pending)`);
    for (const line of pacts.broken) say(line);
    if (pacts.count === 0) throw new BadFile(`There is no interaction to verify in ${paths.join(', ')}.`);
    // Loaded when needed: a wrong path needs neither mock nor server.
    const { verifiers } = await import('./targets.ts');
    const { verifyPacts } = await import('./verify-pacts.ts');
    // The mock serves them beside its own contracts, as it does for who builds an app against it.
    const targets = verifiers(pacts.folder)
      .filter(({ title }) => title === 'mock' || title === 'server')
      .filter(({ name }) => on === undefined || name === on);
    const verdicts = await Promise.all(targets.map((target) => verifyPacts(target, pacts)));
    for (const line of verdicts.flatMap((verdict) => linesOf(verdict, pacts.count))) say(line);
    return pacts.broken.length === 0 && verdicts.every(({ broken }) => broken.length === 0);
  } finally {
    pacts.remove();
  }
}

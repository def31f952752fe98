import { readFileSync } from 'node:fs';
import type { Origin } from '../../../test/support/run/origin.ts';
import type { Verdict } from '../../chaos/checker/check.ts';
import { type ControlName, controls } from '../../chaos/controls.ts';
import type { Mode } from '../../chaos/system/system.ts';
import { formatCount, type Shown, sentencesOf } from './part.ts';

/** The JSON that `npm --prefix lab run chaos` writes beside its history. */
export interface ChaosVerdict extends Pick<Verdict, 'operations' | 'acknowledged' | 'excused' | 'faults' | 'counts'> {
  seed: number;
  seconds: number;
  mode: Mode;
  /** Absent: nothing was wrong on purpose. */
  control?: ControlName;
  origin: Origin;
}

/** A row of the page for a run. */
export interface ChaosRow extends Shown {
  name: string;
  claim: string;
  command: string;
  origin: Origin;
}

/** @throws {Error} when the file is no verdict of a run. */
export function readVerdict(path: string): ChaosVerdict {
  const verdict = JSON.parse(readFileSync(path, 'utf8')) as ChaosVerdict;
  if (!verdict.counts || !verdict.origin)
    throw new Error(`${path} is no verdict that npm --prefix lab run chaos has written.`);
  return verdict;
}

const inTime = (seconds: number) => (seconds % 60 === 0 ? `--minutes ${seconds / 60}` : `--seconds ${seconds}`);
const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ');

const describeControl = ({ control, seed, counts }: ChaosVerdict) => {
  const { expected, shows } = controls[control as ControlName];
  return `${shows} (\`--control ${control} --seed ${seed}\`): ${formatCount(counts[expected])} ${expected}`;
};

/** A row for each run, with all controls that were given. */
export function judgeChaos(verdicts: readonly ChaosVerdict[]): ChaosRow[] {
  const ofControls = verdicts.filter(({ control }) => control !== undefined);
  const blind = ofControls.filter(({ control, counts }) => counts[controls[control as ControlName].expected] === 0);
  return verdicts
    .filter(({ control }) => control === undefined)
    .map(({ mode, seed, seconds, operations, acknowledged, excused, faults, counts, origin }) => {
      const wrong = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      const total = Object.values(faults).reduce((sum, count) => sum + count, 0);
      const mayLose = excused > 0 ? `; ${formatCount(excused)} lost within a failover or while the clock was set` : '';
      return {
        name: `chaos ${mode} ${seed}`,
        claim: 'No answer is broken by random faults (F27, I07)',
        figure: `${formatCount(operations)} operations, ${formatCount(acknowledged)} acknowledged writes, ${formatCount(total)} faults (${listed(faults)}): ${listed(counts)}${mayLose}`,
        control: ofControls.map(describeControl).join('; '),
        command: `npm --prefix lab run chaos -- ${inTime(seconds)} --seed ${seed} --on ${mode}`,
        origin,
        faults: sentencesOf(
          [Object.keys(wrong).length > 0, `The checker found ${listed(wrong)}.`],
          [total === 0, 'No fault was made.'],
          [ofControls.length === 0, 'No verdict of a control is given, such as .data/chaos/no-log-1.json.'],
          [blind.length > 0, `The checker did not find what ${blind.map(({ control }) => control).join()} does.`],
        ),
      };
    });
}

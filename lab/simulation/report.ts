import type { Outcome, Scenario } from './model.ts';
import { machinesOf } from './scenario.ts';

/** A table of Markdown. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const integerText = (value: number) => Math.round(value).toLocaleString('en-US');
const share = (value: number) => `${Math.round(value * 100)} %`;
export const msText = (ms: number) =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** One run of the model. */
export interface Played {
  phones: string;
  fails: string;
  scenario: Scenario;
  outcome: Outcome;
}

export const head = [
  ...['phones', 'dies', 'machines', 'workers, busy', 'masters, busy', 'ballots', 'p50', 'p99', 'repeated'],
  ...['counted by (p99)', 'refused in the end', 'unknown in the end', 'acknowledged and lost'],
];

export const rowOf = ({ phones, fails, scenario, outcome }: Played) => [
  ...[phones, fails, String(machinesOf(scenario))],
  `${scenario.workers}, ${share(outcome.workersBusy)}`,
  `${scenario.masters}, ${share(outcome.mastersBusy)}`,
  ...[integerText(outcome.sent), msText(outcome.answer.quantile(0.5)), msText(outcome.answer.quantile(0.99))],
  ...[integerText(outcome.repeated), msText(outcome.untilCounted.quantile(0.99))],
  ...[integerText(outcome.refused), integerText(outcome.unknown), integerText(outcome.lost)],
];

const begin = '<!-- npm --prefix lab run simulate -- --write -->';
const end = '<!-- end of the simulation -->';

/** A document with the text between its two marks replaced. @throws {Error} without the marks. */
export function withSimulation(document: string, text: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no "${begin}" with "${end}" after it`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}

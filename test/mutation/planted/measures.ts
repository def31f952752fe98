/** What measures and models would say too well, and what would notice too little: benches, the model, judges of documents. */
import type { PlantedFault } from './fault.ts';

/** Columns: title, file, text, text in its place, test. */
type Row = readonly [title: string, file: string, from: string, to: string, test: string];

const bench = 'test/contracts/bench.test.ts';
const model = 'test/server/simulation/model.test.ts';
const ajv = 'test/peers/ajv.test.ts';
const exits = 'test/contracts/exit-codes.test.ts';
const rules = 'test/server/monitoring/rules.test.ts';
const mutation = 'test/contracts/mutation/judge.test.ts';

const rows: readonly Row[] = [
  [
    'rounds that contradict each other reach a target',
    'test/bench/support/figures.ts',
    '(!agree && spread(values) > spreadBound) || ',
    '',
    bench,
  ],
  [
    'a figure reaches a target that it misses by a tenth',
    'test/bench/support/figures.ts',
    'value >= wanted : value <= wanted',
    'value >= wanted * 0.9 : value <= wanted * 1.1',
    bench,
  ],
  [
    'the CPU of the baseline is ours, and ours its',
    'test/bench/support/figures.ts',
    'other.cpuMicros / other.requests / (own.cpuMicros / own.requests)',
    'own.cpuMicros / own.requests / (other.cpuMicros / other.requests)',
    bench,
  ],
  [
    'a percentile is the value below it',
    'test/bench/support/statistics.ts',
    'Math.ceil(sorted.length * share) - 1',
    'Math.floor(sorted.length * share) - 1',
    bench,
  ],
  [
    'contestants run in the same order in every round',
    'test/bench/support/rounds.ts',
    'of shuffled(contestants)',
    'of contestants',
    bench,
  ],
  [
    'the model takes a tenth of the costs',
    'test/simulation/scenario.ts',
    'micros / 1_000',
    'micros / 10_000',
    'test/server/simulation/costs.test.ts',
  ],
  [
    'the model lets ballots wait that the server refuses',
    'test/simulation/model.ts',
    'const shedMs = 700;',
    'const shedMs = 900;',
    model,
  ],
  [
    'the model has smaller calls than the server',
    'test/simulation/model.ts',
    'const batchMost = 128;',
    'const batchMost = 64;',
    model,
  ],
  [
    'the judge with ajv asks for no required header',
    'test/peers/document-judge.ts',
    'header.part.required ? ',
    'header.part.required && reply === undefined ? ',
    ajv,
  ],
  [
    'the judge with ajv leaves out answers of 500',
    'test/peers/ask-all.ts',
    'if (!answer) continue;',
    'if (!answer || answer.status >= 500) continue;',
    ajv,
  ],
  [
    'a test that is red without a mutant has noticed it',
    'test/mutation/judge/judge.ts',
    'if (!(await this.#isRedAnyway(mutant, failedFile, result))) return',
    'if (failedFile) return',
    mutation,
  ],
  [
    'the mutants of the mock may all survive',
    'test/mutation/mutants/files.ts',
    "['contracts', 'mock', 'server', 'lua'];",
    "['contracts', 'server', 'lua'];",
    mutation,
  ],
  [
    'npm run house ends with 0 for one thing that is wrong',
    'scripts/house.ts',
    'wrong.length > 0 ? 1 : 0',
    'wrong.length > 1 ? 1 : 0',
    exits,
  ],
  [
    'the ratchet ends with 0 for one change that is untold',
    'scripts/ratchet.ts',
    'lines.length > 0 ? 1 : 0',
    'lines.length > 1 ? 1 : 0',
    exits,
  ],
  ['the ratchet looks at the last commit only', 'scripts/ratchet.ts', '0, 1_000, 10)', '0, 1_000, 1)', exits],
  [
    'a pattern of an alert takes any value of its label',
    'test/support/monitoring/promql.ts',
    '`^(?:',
    '`^(?:)|(?:',
    rules,
  ],
  [
    'a series without a partner is compared with nothing',
    'test/support/monitoring/promql.ts',
    'other === undefined ? [] : apply',
    'other === undefined ? apply(sample, sample.value, 0) : apply',
    rules,
  ],
];

export const planted: readonly PlantedFault[] = rows.map(([title, file, from, to, test]) => ({
  ...{ title, file, from, to, test },
}));

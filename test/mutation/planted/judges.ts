/** Judges that look away: of histories, of values and headers, of pacts, of coverage, of the runner's end. */
import type { PlantedFault } from './fault.ts';

/** Columns: title, file, text, text in its place. */
type Row = readonly [title: string, file: string, from: string, to: string];

const histories: readonly Row[] = [
  [
    'a vote may be answered that its fight is unknown',
    'checker/answers.ts',
    "return problem === 'vote-not-found';",
    'return true;',
  ],
  [
    'a vote may be refused for any reason',
    'checker/answers.ts',
    'return [200, 201, 429].includes(status);',
    'return status < 500;',
  ],
  [
    'a read may have an unknown outcome',
    'checker/answers.ts',
    " && (isWrite(operation) || problem !== 'outcome-unknown')",
    '',
  ],
  [
    'a live update ends an outage of votes',
    'checker/answers.ts',
    "kind === 'vote' || kind === 'scorecard');\n  const reads",
    "kind !== 'put');\n  const reads",
  ],
  ['an event of a stream ends an outage of reads', 'checker/answers.ts', " && one.kind !== 'event'", ''],
  [
    'a scorecard without an answer may replace one of three seconds later',
    'checker/registers.ts',
    'scorecard: 2_000',
    'scorecard: 2_900',
  ],
  [
    'a live update without an answer may replace a later one',
    'checker/registers.ts',
    'scorecard: 2_000,',
    'scorecard: 2_000,\n  update: 2_000,',
  ],
  [
    'a count that nobody could add to is not compared',
    'checker/counts.ts',
    '[...new Set([...names, ...Object.keys(final.counts)])]',
    '[...new Set(names)]',
  ],
  [
    'scores are not judged',
    'checker/counts.ts',
    "one.kind === 'tally' || one.kind === 'scoring'",
    "one.kind === 'tally'",
  ],
  ['an error 500 promises that nothing was counted', 'checker/fates.ts', 'status < 500', 'status <= 500'],
  [
    'a request that was never sent may be counted',
    'checker/fates.ts',
    "problem === 'not-sent' ? 'refused' : 'unknown'",
    "problem === 'sent' ? 'refused' : 'unknown'",
  ],
  [
    'a clock that was set excuses the gaps of streams',
    'checker/check.ts',
    "mayLose.some(({ what }) => what === 'writes') ? []",
    'mayLose.length > 0 ? []',
  ],
  [
    'a total that is not the sum of its rounds is not reported',
    'clients/tallies.ts',
    'sum !== total_votes',
    'sum > total_votes',
  ],
  ['a stale reply may be minutes older than it says', 'clients/lane.ts', '+ 2) * 1_000', '+ 200) * 1_000'],
  ['a run of chaos ends with 0 whatever was found', 'chaos.ts', '  process.exitCode = 1;\n}', '}'],
  [
    'a control of chaos that finds nothing is content',
    'chaos.ts',
    'verdict.counts[expected] === 0',
    'verdict.counts[expected] < 0',
  ],
];

const replies: readonly Row[] = [
  [
    'a list that is too short has all its values',
    'http/deep-differences.ts',
    'if (expected.length === got.length) return',
    'if (expected.length >= got.length) return',
  ],
  [
    'a member too many is no difference',
    'http/deep-differences.ts',
    '[...Object.keys(expected), ...Object.keys(got)]',
    'Object.keys(expected)',
  ],
  [
    'null is the same as nothing',
    'http/deep-differences.ts',
    'Object.is(expected, got) ? []',
    'Object.is(expected ?? null, got ?? null) ? []',
  ],
  [
    'patterns of headers are not compared',
    'http/header-faults.ts',
    ' && (schema.pattern === undefined || new RegExp(schema.pattern).test(value))',
    '',
  ],
  [
    'one more header need not be documented',
    'http/header-faults.ts',
    "'keep-alive': '",
    "age: 'of caches', 'keep-alive': '",
  ],
  [
    'the moment of a reply may be of any day',
    'pact/values.ts',
    ' && Math.abs(Date.parse(got) - Date.now()) < dayMs',
    '',
  ],
  ['anything is an ETag', 'pact/values.ts', 'is: (got) => /^"[A-Za-z0-9_-]{16,}"$/.test(got)', 'is: () => true'],
  [
    'clients may be told to wait for a minute',
    'pact/values.ts',
    'is: (got) => /^[123]$/.test(got)',
    'is: (got) => /^\\d+$/.test(got)',
  ],
  [
    'the values of headers are not compared',
    'pact/values.ts',
    'return [...ofHeaders, ...ofBody].',
    'return [...ofBody, ...ofHeaders.slice(ofHeaders.length)].',
  ],
  [
    'an interaction inherits the states of the one before',
    'pact/gateway.ts',
    'if (wasAsked && states.length > 0) {',
    'if (wasAsked && states.length > 99) {',
  ],
];

const verification: readonly Row[] = [
  [
    'the verification does not look at headers that are not in the pact',
    'test/support/pact/verify.ts',
    ', ...findHeaderFaults(document, reply)]',
    ']',
  ],
  ['a state that cannot be set up is no failure', 'test/support/pact/verify.ts', '  refuseUnset(unset);\n', ''],
  [
    'the values of events are not compared',
    'test/support/pact/verify-messages.ts',
    '...(differing.get(one.description) ?? [])',
    '',
  ],
];

const coverage: readonly Row[] = [
  ['coverage asks for no 304', 'contracts/pact/coverage.ts', '...(isConditional(cache) ? [notModified] : []),', ''],
  ['coverage asks for no page with a Link', 'contracts/pact/coverage.ts', '...(list ? [page] : []),', ''],
  [
    'coverage asks for no problem of a body',
    'contracts/pact/coverage.ts',
    "...(method === 'POST' ? bodyProblems : []),",
    '',
  ],
];

const runner: readonly Row[] = [
  [
    'a file that cannot be loaded is no failure of a count',
    'test/run/run.ts',
    'results.push(isCount ? result : judged(result));',
    'results.push(isCount ? { ...result, failures: [] } : judged(result));',
  ],
  [
    'floors are written although a test failed',
    'test/run/run.ts',
    'if (isWrite && totals.failed === 0)',
    'if (isWrite)',
  ],
  ['npm test ends with 0 for one failure', 'test/run/tests.ts', 'failed > 0 ? 1 : 0', 'failed > 1 ? 1 : 0'],
  [
    'the peers read pacts that are not yet written',
    'test/run/stages.ts',
    "name: 'peers', after: 'consumer'",
    "name: 'peers'",
  ],
  [
    'what a file left behind ends its process, and nobody is told',
    'test/run/pool.ts',
    'if (early && last) options',
    'if (early && !last) options',
  ],
];

const faults = (rows: readonly Row[], test: string, folder = ''): PlantedFault[] =>
  rows.map(([title, file, from, to]) => ({ title, file: folder + file, from, to, test }));

export const planted: readonly PlantedFault[] = [
  ...faults(histories, 'test/contracts/chaos/answers.test.ts', 'test/chaos/'),
  ...faults(replies, 'test/contracts/judges.test.ts', 'test/support/'),
  ...faults(verification, 'test/provider/controls.test.ts'),
  ...faults(coverage, 'test/contracts/pact/coverage.test.ts'),
  ...faults(runner, 'test/contracts/runner-ends.test.ts'),
  {
    title: 'a team is told that all is kept, although something can be kept by nobody',
    file: 'test/provider/verify-team.ts',
    from: 'return pacts.broken.length === 0 && ',
    to: 'return ',
    test: 'test/provider/verify.test.ts',
  },
];

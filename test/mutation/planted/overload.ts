import { faultsOf, type PlantedFault } from './fault.ts';

const limit = 'test/server/store/concurrency-limit.test.ts';
const admission = 'test/server/limits/admission.test.ts';
const load = 'test/server/limits/simulated-load.test.ts';
const classes = 'test/server/limits/work-class.test.ts';
const spread = 'test/server/limits/retry-spread.test.ts';
const guard = 'test/server/http/overload-guard.test.ts';
const http = 'test/server/http/admission.test.ts';

/** Lies about what is admitted, and what is refused first. */
export const planted: readonly PlantedFault[] = [
  ...faultsOf('server/store/concurrency-limit.ts', [
    ['late work does not lower the limit', 'limit: Math.min(state.limit, reduced)', 'limit: state.limit', limit],
    ['a limit that has fallen never rises again', 'limit + count / Math.sqrt', 'limit + 0 * count / Math.sqrt', limit],
    ['a limit rises although few places are taken', 'hasFailed || 2 * inProgress < state.limit', 'hasFailed', limit],
  ]),
  ...faultsOf('server/limits/admission.ts', [
    [
      'a free place goes to the least important class',
      'for (let next = 0; next < this.#classes.length; next++) {',
      'for (let next = this.#classes.length - 1; next >= 0; next--) {',
      admission,
    ],
    [
      'of all that wait for too long only the first is refused',
      'return this.#startTimer(own, waiting.sinceMs - sinceMs);',
      'return;',
      admission,
    ],
    ['pages may take every place', 'page: 1 / 8', 'page: 1', admission],
    ['any number may wait', 'this.#waitingFrom(rank) >= tooMany || ', '', admission],
    ['what would wait too long waits', ' || this.#expectedWaitMs(rank) > this.#maxWaitMs(rank)', '', admission],
    [
      'a queue that stays may be as long as one that passes',
      '? standingWaitMs : maxWaitMs',
      '? maxWaitMs : maxWaitMs',
      load,
    ],
    ['a damaged record fails what waits', ' && !(error instanceof StoreFault)', '', admission],
    ['work that has ended keeps its place', '    own.running--;\n', '', admission],
  ]),
  ...faultsOf('server/limits/work-class.ts', [
    ['live replies are refused like records', "return 'live';", "return 'item';", classes],
  ]),
  ...faultsOf('server/limits/retry-after.ts', [
    ['all clients come back within four seconds', 'Math.ceil(times)', '0', spread],
    [
      'what was answered before the first refusal of a storm is forgotten',
      '  admit(nowMs: number): void {\n    this.#turn(nowMs);',
      '  admit(_: number): void {',
      spread,
    ],
  ]),
  ...faultsOf('server/limits/overload.ts', [
    ['a read with a cached reply is refused', ' && !hasReply(req) && !isAway()', '', guard],
    ['health is refused', '|| isAlwaysAnswered(req)', '|| !isAlwaysAnswered(req)', guard],
  ]),
  ...faultsOf('server/http/overload-guard.ts', [
    [
      'what has a name like health is answered in spite of overload',
      "nameOf(req) === 'health'",
      'names.test(req.url as string)',
      'test/server/http/guard-classes.test.ts',
    ],
  ]),
  ...faultsOf('server/http/event-stream.ts', [
    [
      'readers that reconnect together ask Redis for everything at once',
      "admission.run('live', () => source.read(since))",
      'source.read(since)',
      'test/server/streams/storm.test.ts',
    ],
  ]),
  ...faultsOf('server/store/redis/connection/client.ts', [
    [
      'a connection that is cut again and again comes back at once each time',
      'Math.min(50 * 2 ** Math.min(attempt, 5), 1000) + Math.random() * 100',
      'Math.min(attempt, 1)',
      'test/server/store/flapping.test.ts',
    ],
  ]),
  ...faultsOf('server/store/redis/connection/first-connect.ts', [
    [
      'a publish fails because its first connection was cut',
      ' && !isPassing(error) && !isPassing(lastError())',
      '',
      'test/server/store/flapping.test.ts',
    ],
  ]),
  ...faultsOf('server/http/overload-guard.ts', [
    [
      'every read is as important as a page',
      'if (!operation) return undefined;',
      "if (operation) return 'page';",
      http,
    ],
  ]),
];

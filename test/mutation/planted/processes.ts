import { faultsOf, type PlantedFault } from './fault.ts';

const follows = 'test/server/streams/follows.test.ts';
const start = 'test/server/store/embedded-start.test.ts';
const classes = 'test/server/http/guard-classes.test.ts';

/** Lies about refusals before routing, about what each process says and may, and about the versions of streams. */
export const planted: readonly PlantedFault[] = [
  ...faultsOf('contracts/requests/refusals.ts', [
    [
      'what is refused before routing is in English under other region segments than mobile',
      'routedPath(path, regionSegments)',
      'routedPath(path, false)',
      classes,
    ],
  ]),
  ...faultsOf('server/http/server.ts', [
    [
      'framing faults are refused in English under other region segments than mobile',
      '{ regionSegments, ...framingReports',
      '{ ...framingReports',
      'test/mock/regions.test.ts',
    ],
  ]),
  ...faultsOf('server/limits/overload.ts', [
    [
      'the log counts what was refused in all overloads so far, again and again',
      '    this.#refused = 0;\n  }',
      '  }',
      'test/server/http/overload-guard.test.ts',
    ],
  ]),
  ...faultsOf('server/processes/standard-output.ts', [
    [
      'lines that a full pipe refused are lost at the exit',
      "this.#state === 'refused' ? this.#bytes : Buffer.alloc(0)",
      'Buffer.alloc(0)',
      'test/server/processes/standard-output.test.ts',
    ],
  ]),
  ...faultsOf('server/processes/descriptors.ts', [
    [
      'a process without descriptors says so twice a second',
      'repeatMs = 60_000',
      'repeatMs = 0',
      'test/server/processes/descriptors.test.ts',
    ],
  ]),
  ...faultsOf('server/processes/serve.ts', [
    [
      'each worker may have as many streams as all of them together',
      'Math.ceil(config.streams / config.workers)',
      'config.streams',
      'test/server/processes/workers.test.ts',
    ],
  ]),
  ...faultsOf('server/queries/state-version.ts', [
    [
      'a change of content that removes a scorecard is no event of a stream',
      'changesOfGeneration = 10_000_000',
      'changesOfGeneration = 1',
      follows,
    ],
  ]),
  ...faultsOf('server/store/redis/embedded/launch.ts', [
    [
      'a start that is interrupted while it prepares leaves its Redis running',
      '  if (options.signal?.aborted) abort();\n',
      '',
      start,
    ],
    [
      'a start of which a part is left has its connection at the next Redis, which then never ends',
      'await attach(running, options.report)',
      'await Promise.race([attach(running, options.report), failed.promise])',
      start,
    ],
    [
      'the signal that ends a start ends its Redis also later',
      "removeEventListener('abort', abort)",
      "removeEventListener('abort', () => abort())",
      start,
    ],
  ]),
];

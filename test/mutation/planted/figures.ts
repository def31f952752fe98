import { faultsOf, type PlantedFault } from './fault.ts';

const outcomes = 'test/server/content/outcomes.test.ts';
const board = 'test/server/http/board-model.test.ts';
const words = 'test/server/http/board-words.test.ts';
const limiter = 'test/server/http/limiter.test.ts';
const live = 'test/server/http/metrics.test.ts';
const exported = 'test/server/monitoring/exported.test.ts';
const redis = 'test/server/monitoring/redis-metrics.test.ts';
const watch = 'test/server/processes/watch-store.test.ts';
const startup = 'test/server/processes/startup-error.test.ts';
const cleared = 'test/server/store/clear-event.test.ts';
const health = 'test/server/http/health.test.ts';
const classes = 'test/server/http/guard-classes.test.ts';
const follows = 'test/server/streams/follows.test.ts';
const verdicts = 'test/server/store/verdicts.test.ts';
const backups = 'test/server/store/backup-kinds.test.ts';

/** Lies of commands, of the board and of figures: what is said, counted and left behind is not what is so. */
export const planted: readonly PlantedFault[] = [
  ...faultsOf('scripts/content/verbs/list.ts', [
    [
      'a generation is said to be an hour younger',
      'new Date(generation.timeMs)',
      'new Date(generation.timeMs + 3_600_000)',
      outcomes,
    ],
  ]),
  ...faultsOf('scripts/content/verbs/audit.ts', [
    ['an audit that repaired everything ends with 1', 'exitCode: open > 0', 'exitCode: errors.length > 0', outcomes],
    [
      'an audit says of open errors that they are repaired',
      'errors.length - open} repaired',
      'open} repaired',
      outcomes,
    ],
  ]),
  ...faultsOf('scripts/content/verbs/rollback.ts', [
    ['a way back opens no rounds', '      await store.live.joinFights();\n', '', outcomes],
  ]),
  ...faultsOf('scripts/content/run.ts', [
    ['two generations are kept by default', "|| '3'", "|| '2'", outcomes],
    ['no more than 99 generations can be kept', '\\d{0,2}$/', '\\d{0,1}$/', outcomes],
  ]),
  ...faultsOf('server/content/put-and-remove.ts', [
    ['a put takes 5,001 records', 'given > mostChanges) {', 'given > mostChanges + 1) {', outcomes],
    ['a put of events opens no rounds', "if (collection === 'events') await store.live.joinFights();", '', outcomes],
    [
      'a put takes a fight of another event, if it is not the first of its card',
      '!holder || replaced',
      '!holder || index > 0 || replaced',
      outcomes,
    ],
    [
      'a put leaves rows of statistics without their division',
      "if (collection === 'stats') records",
      "if (collection === 'pages') records",
      outcomes,
    ],
  ]),
  ...faultsOf('server/store/content/diff.ts', [
    ['backwards, nothing differs', 'Math.min(from, to), Math.max(from, to)', 'from, to', outcomes],
  ]),
  ...faultsOf('server/store/content/generations.ts', [
    [
      'a way back without a number leads to the oldest generation',
      'earlier < Number(current)).at(-1)',
      'earlier < Number(current)).at(0)',
      outcomes,
    ],
  ]),
  ...faultsOf('server/content/checking/references.ts', [
    ['an opponent who is not known yet is said to be missing', 'id > 0', 'id >= 0', outcomes],
    [
      'a presenter may refer to a media item that does not exist',
      "yield* toRecords('/octagon_girl_media_id', 'media', (record as PresenterRecord).octagon_girl_media_id);",
      '',
      outcomes,
    ],
    [
      'two fights may have one statid',
      'if (fight.statid !== null) yield',
      'if (fight.statid === null) yield',
      outcomes,
    ],
  ]),
  ...faultsOf('server/pages/board/model.js', [
    ['the record of a fighter has no draws', 'Draw || 0}`', '0}`', board],
    ['both shares of a round are rounded by themselves', '? 100 - percent : 0', '? Math.round(100 - share) : 0', board],
    [
      'the end of a fight is that of the feed, although content has it',
      'stored?.ending_time || endOf(fed)',
      'endOf(fed)',
      board,
    ],
    [
      'the first fight that ended is shown as the last',
      "card.find(({ fed, status }) => fed && status === 'over')",
      "card.findLast(({ fed, status }) => fed && status === 'over')",
      board,
    ],
  ]),
  ...faultsOf('server/pages/board/words.js', [
    ['a browser in the Spanish of Latin America gets English', 'tag.slice(0, 2)', 'tag.slice(0, 5)', words],
  ]),
  ...faultsOf('server/limits/limiter.ts', [
    ['one large page makes its address wait for hours', 'Math.min(fullAt, nowMs + 2 * windowMs)', 'fullAt', limiter],
    [
      'a client that one address has used is known to all',
      'return 0;\n    const client = `$',
      'return 0;\n    const client = clientId || `$',
      limiter,
    ],
  ]),
  ...faultsOf('server/store/live/snapshot.ts', [
    ['a repeat with its members in another order is a conflict', '.sort(([a], [b]) => (a < b ? -1 : 1))', '', live],
  ]),
  ...faultsOf('server/handlers/metrics.ts', [
    [
      'an update of a foreign event is applied before it is refused',
      "throw new Problem('feed-key-rejected');\n  const",
      "{ await store.live.update(body); throw new Problem('feed-key-rejected'); }\n  const",
      'test/server/http/feed-credential.test.ts',
    ],
    [
      'an event without a feed of its own has no bouts',
      'fight !== undefined && event) throw',
      'fight !== undefined && event?.feed) throw',
      live,
    ],
  ]),
  ...faultsOf('server/store/live/clear-event.ts', [
    ['what is left of the changes of a client stays', ', ...[...clients].map(bucket.rate)]', ']', cleared],
    [
      'a cleared event is still among those with live data',
      '  await mapRedisError(bulk.zrem(keys.liveEvents, eventId));\n',
      '',
      cleared,
    ],
  ]),
  ...faultsOf('server/store/ballots/recount.ts', [
    ['a restore counts no ballots of round 5', 'rounds = [1, 2, 3, 4, 5]', 'rounds = [1, 2, 3, 4]', backups],
  ]),
  ...faultsOf('server/monitoring/admin/sources.ts', [
    ['histograms end with their process', "type !== 'gauge'", "type === 'counter'", exported],
  ]),
  ...faultsOf('server/monitoring/admin/exposition.ts', [
    [
      'every client gets OpenMetrics',
      '? openMetrics : prometheus;\n\ninterface',
      '? openMetrics : openMetrics;\n\ninterface',
      exported,
    ],
  ]),
  ...faultsOf('server/monitoring/admin/server.ts', [
    [
      'the silence is that of the quickest event loop',
      'Math.max(0, ...silences(numbers)',
      'Math.min(...silences(numbers)',
      exported,
    ],
    ['a load balancer may cache a probe', "'no-store'", "'max-age=60'", exported],
  ]),
  ...faultsOf('server/monitoring/request-metrics.ts', [
    [
      'batches of scorecards are counted as those of votes',
      'batches + ballotKinds.indexOf(kind) *',
      'batches + 0 *',
      exported,
    ],
    ['loads that wait are said to run', 'set(loading, running)', 'set(loading, waiting)', exported],
    ['overload is reported when there is none', 'queues ? 1 : 0', 'queues ? 0 : 1', exported],
  ]),
  ...faultsOf('server/monitoring/primary-metrics.ts', [
    ['a feed stays on air', 'changedMs === undefined ? 0 : 1', '1', exported],
  ]),
  ...faultsOf('server/monitoring/redis-metrics.ts', [
    ['commands that Redis refuses are said to have no connection', "return 'refused'", "return 'failed'", redis],
    ['the first connection is counted as one that was lost', 'if (wasReady) metrics', 'metrics', redis],
  ]),
  ...faultsOf('server/processes/watch-store.ts', [
    [
      'a Redis that takes no writes is said to be away',
      'metrics?.redis(isReadable, !(pong instanceof StoreUnavailable));',
      'metrics?.redis(!(pong instanceof StoreUnavailable), isReadable);',
      watch,
    ],
  ]),
  ...faultsOf('server/processes/startup-error.ts', [
    [
      'a port in use is said to be another one',
      'process.env.PORT?.trim() || 8080',
      'process.env.PORT?.trim() || 8000',
      startup,
    ],
    [
      'an address that cannot be listened on is said to be another one',
      "process.env.HOST?.trim() || '0.0.0.0'",
      "process.env.HOST?.trim() || '127.0.0.1'",
      startup,
    ],
  ]),
  ...faultsOf('scripts/content/output.ts', [
    ['sizes are in thousands of bytes', 'size >= 1024 &&', 'size >= 1000 &&', outcomes],
    ['the last warnings of a kind are shown', 'first.slice(0, shownOfKind)', 'first.slice(-shownOfKind)', outcomes],
  ]),
  ...faultsOf('server/content/reading/sources.ts', [
    ['of the collections to publish one may be missing', 'missing.length > 0', 'missing.length > 1', outcomes],
  ]),
  ...faultsOf('server/content/checking/schema-errors.ts', [
    ['a misspelt key is not named', 'const hint = key === undefined ?', 'const hint = key !== undefined ?', outcomes],
  ]),
  ...faultsOf('server/content/publish.ts', [
    ['progress begins again with each file', 'bytes: bytesBefore + source.read()', 'bytes: source.read()', outcomes],
  ]),
  ...faultsOf('server/handlers/service.ts', [
    [
      'a client is not told when to come back to a server that stops',
      '{ status: 503, headers: retryAfter(1) }',
      '{ status: 503 }',
      health,
    ],
    ['health is told of in a minute', 'isoSeconds(Date.now())', 'isoSeconds(Date.now() + 60_000)', health],
  ]),
  ...faultsOf('server/http/overload-guard.ts', [
    [
      'a page that a client made up is as important as a list',
      "query.has('limit') || query.has('cursor')",
      "query.has('limit')",
      classes,
    ],
    [
      'requests under other region segments have no class',
      'readRequest(method, url, regionSegments)',
      'readRequest(method, url)',
      classes,
    ],
  ]),
  ...faultsOf('server/handlers/scoring.ts', [
    ['a stream of scores does not follow the feed', ', ...feedChannels(event)]', ']', follows],
  ]),
  ...faultsOf('server/store/ballots/ballot-result.ts', [
    ['a client may come back a moment too early', 'Math.ceil(resetMs / 1000)', 'Math.floor(resetMs / 1000)', verdicts],
  ]),
  ...faultsOf('server/store/redis/clock.ts', [
    [
      'the upper bound of the clock of Redis is a millisecond too low',
      'redisMs + 1 - sentMs',
      'redisMs - sentMs',
      verdicts,
    ],
  ]),
  ...faultsOf('server/processes/shutdown.ts', [
    [
      'an uncaught error is logged as any other',
      'this.#log.fatal({ err: error }',
      'this.#log.error({ err: error }',
      'test/server/processes/shutdown.test.ts',
    ],
  ]),
  ...faultsOf('server/processes/start.ts', [
    [
      'a server drains for a tenth of the time',
      'sleep(seconds * 1_000)',
      'sleep(seconds * 100)',
      'test/server/monitoring/probes.test.ts',
    ],
  ]),
  ...faultsOf('server/processes/command.ts', [
    [
      'the help of the server confuses its exit codes',
      '1 when it cannot start or continue, 2 when',
      '2 when it cannot start or continue, 1 when',
      'test/contracts/commands.test.ts',
    ],
  ]),
];

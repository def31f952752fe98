/** What a store with lost or damaged data hides, and what Redis, content and caches promise on bad days. */
import { faultsOf, type PlantedFault } from './fault.ts';

const lost = 'test/server/content/lost-keys.test.ts';
const compression = 'test/server/cache/compression.test.ts';
const embedded = 'test/server/store/embedded-redis.test.ts';
const errors = 'test/server/store/errors.test.ts';
const mark = 'test/server/store/embedded-mark.test.ts';
const shares = 'test/server/cache/shares.test.ts';
const tagged = 'test/server/cache/tagged-cache.test.ts';
const lock = 'test/server/store/publisher-lock.test.ts';
const backups = 'test/server/store/backup-kinds.test.ts';
const moments = 'test/server/cache/moments.test.ts';
const closed = 'test/server/store/closed-clients.test.ts';
const subscriber = 'test/server/store/subscriber.test.ts';
const checking = 'test/server/content/checking.test.ts';
const audited = 'test/server/content/audit-damage.test.ts';

export const planted: readonly PlantedFault[] = [
  ...faultsOf('server/content/write-lines.ts', [
    [
      'a file of a refused export appears after it was removed',
      "    if (!file.closed) await once(file, 'close');\n",
      '',
      lost,
    ],
  ]),
  ...faultsOf('server/content/export.ts', [
    ['an export has no collection whose figures are lost', 'exported.collections.includes(name) || ', '', lost],
    ['an export has the first 500 records', 'after = more && last', 'after = !more && last', lost],
    [
      'an export leaves other content in its folder',
      'if (!names.includes(name)) await rm(',
      'if (!name) await rm(',
      lost,
    ],
    [
      'an export of content that is partly lost says success',
      '    refuseSmaller(exported, name, count, size - count);\n',
      '',
      lost,
    ],
  ]),
  ...faultsOf('server/store/backup/read-content.ts', [
    [
      'a backup has no content when the number of the live generation is lost',
      'if (live === null && generations.length === 0) return;',
      'if (live === null) return;',
      lost,
    ],
    [
      'a backup leaves out the lists of records when their names are lost',
      'if (count > 0 && !groups.includes(everything))',
      'if (count < 0)',
      lost,
    ],
    [
      'a backup leaves out what changes have stored when their list is lost',
      'new Set([...listed, ...generations.filter((_, index) => found[index] === 1)])',
      'new Set(listed)',
      lost,
    ],
  ]),
  ...faultsOf('contracts/requests/checks.ts', [
    [
      'a cursor of more than 512 characters is taken',
      'parameters.cursor.parse(cursor) === undefined ? undefined : sortKeyOf(cursor)',
      'sortKeyOf(cursor)',
      'test/contracts/requests/checks.test.ts',
    ],
  ]),
  ...faultsOf('server/content/checking/long-cursors.ts', [
    [
      'content is taken whose cursors are too long',
      'if (parameters.cursor.parse(cursor) !== undefined) return;',
      'if (cursor.length < 1_024) return;',
      checking,
    ],
  ]),
  ...faultsOf('contracts/content/collections/stats.ts', [
    ['a rank is taken that no cursor can have', 'maximum: 9_999_999_999', 'maximum: 99_999_999_999', checking],
  ]),
  ...faultsOf('server/content/audit.ts', [
    [
      'an audit reports as errors what changed while it was read',
      'const isSettled = !found.some(isPassing) || (await inspect.isCurrent(name));',
      'const isSettled = true;',
      audited,
    ],
    ['a list of another type ends an audit', 'if (unread.includes(name)) continue;', '', audited],
    ['a tally of another type ends an audit', 'tallies(repair, onFault)', 'tallies(repair)', audited],
  ]),
  ...faultsOf('server/store/content/inspection.ts', [
    [
      'an audit calls a collection changed for good once it has changed',
      "this.#live}`, '+inf'",
      "0}`, '+inf'",
      audited,
    ],
    [
      'lists that a collection does not name are no finding',
      '!named.has(group)',
      'named.has(group) && !named.has(group)',
      audited,
    ],
  ]),
  ...faultsOf('server/store/redis/with-retry.ts', [
    ['work that may wait is tried 24 times', 'const attempts = 25', 'const attempts = 24', errors],
    ['work that waits says why at its end only', 'attempt % attemptsPerReport', 'attempt % attempts', errors],
    [
      'work that may wait is tried again after any error',
      'error instanceof StoreUnavailable',
      'error instanceof Error',
      errors,
    ],
  ]),
  ...faultsOf('server/store/redis/clock.ts', [
    [
      "what is known of Redis' clock is used for a minute and a half",
      'isNext ? this.#since + windowMs : nowMs',
      'nowMs',
      'test/server/store/verdicts.test.ts',
    ],
  ]),
  ...faultsOf('server/store/redis/connection/client.ts', [
    [
      'a client stays connected to a master that became a replica',
      '(1 as const) : false',
      'false : false',
      'test/server/store/encodings.test.ts',
    ],
  ]),
  ...faultsOf('server/store/redis/embedded/lock.ts', [
    ['a lock that a process of another user holds is taken over', "=== 'EPERM'", "=== 'EINVAL'", embedded],
    [
      'a lock is lost that was taken while its last holder was found dead',
      'if (taken !== owner) await link(moved, file)',
      'if (taken === undefined) await link(moved, file)',
      embedded,
    ],
  ]),
  ...faultsOf('server/store/redis/embedded/mark.ts', [
    ['an older log of the embedded Redis is taken for its log', 'baseSeq < mark.baseSeq', 'baseSeq < 0', mark],
    [
      'a log that lacks a file is taken for a rewritten one',
      'manifest.files.every(({ seq }) => seq > marked.seq)',
      'true',
      mark,
    ],
    ['a log may be cut while Redis runs', 'if (bytes < known.bytes)', 'if (bytes < 0)', mark],
    ['a log may be removed while Redis runs', 'if (mark) throw this.#lost', 'if (!this.#file) throw this.#lost', mark],
    ['what Redis had not yet synced is marked as on disk', '      await answers();\n', '', mark],
  ]),
  ...faultsOf('server/cache/tagged-cache.ts', [
    [
      'entries with unbounded keys may take all of the cache',
      'const unboundedPart = 1 / 8',
      'const unboundedPart = 1',
      tagged,
    ],
    ['every load counts as a changed value', 'if (before?.value !== value) this', 'this', tagged],
    ['only the first value of a key is noticed', 'if (before?.value !== value) this', 'if (!before) this', tagged],
  ]),
  ...faultsOf('server/cache/response-cache.ts', [
    ['targets of pages may take all of the cache', 'Math.ceil(bytes / 64)', 'Math.ceil(bytes)', shares],
    ['targets take no bytes beside their own', 'const canonicalBytes = 300', 'const canonicalBytes = 0', shares],
    ['any number of pages is linked to', 'const maxLinked = 10_000', 'const maxLinked = 10_000_000', shares],
  ]),
  ...faultsOf('server/cache/compression.ts', [
    ['twenty bodies are compressed at a time', 'concurrency: 2', 'concurrency: 20', compression],
    ['any number of bodies waits to be compressed', 'maxQueued: 32', 'maxQueued: 3_200', compression],
    [
      'bodies are compressed as well as brotli can',
      'BROTLI_PARAM_QUALITY]: 5',
      'BROTLI_PARAM_QUALITY]: 11',
      compression,
    ],
  ]),
  ...faultsOf('server/cache/representation.ts', [
    ['headers take no bytes of the cache', 'const headerBytes = 1_024', 'const headerBytes = 0', compression],
  ]),
  ...faultsOf('server/store/content/publish.ts', [
    [
      'the lock of a killed publisher blocks others for five seconds',
      'const lockMs = 10_000',
      'const lockMs = 5_000',
      lock,
    ],
    ['a running publisher loses its lock', '}, lockMs / 4);', '}, lockMs * 4);', lock],
    ['a publish sends any number of batches at once', 'const batchesUnderWay = 3', 'const batchesUnderWay = 300', lock],
  ]),
  ...faultsOf('server/store/content/raw-reader.ts', [
    ['a generation that is gone is read as an empty one', 'if (found === -1)', 'if (found === -2)', lost],
  ]),
  ...faultsOf('server/store/backup/write-file.ts', [
    ['anyone may read a backup', "'wx', 0o600", "'wx', 0o644", backups],
    ['a backup appears before it is on disk', '    await this.#file.sync();\n', '', backups],
    ['the name of a backup may be lost with the power', '  await syncFolder(this.#path);\n', '', backups],
  ]),
  ...faultsOf('server/store/redis/subscriber.ts', [
    ['Redis may take a second until its answer is late', 'lateMs: 300', 'lateMs: 900', subscriber],
  ]),
  ...faultsOf('server/store/redis/connection/connect.ts', [
    [
      'a publish waits for Redis as briefly as a request',
      'const bulkTimeoutMs = 30_000',
      'const bulkTimeoutMs = 300',
      'test/server/store/encodings.test.ts',
    ],
    [
      'a subscriber stays when all is closed while Redis is away',
      "if (isWaiting) client.emit('end')",
      'if (isWaiting) return',
      closed,
    ],
  ]),
  ...faultsOf('server/store/redis/subscriber.ts', [
    [
      'a lost subscription is tried again after minutes',
      'Math.min(this.#attempt++, 5), 1000)',
      'this.#attempt++, 1e6)',
      subscriber,
    ],
    ['a subscription that was lost later waits as for the first failures', '    this.#attempt = 0;\n', '', subscriber],
    [
      'each lost subscription leaves its connections to the Sentinels',
      '      connection.disconnect();\n      if',
      '      if',
      closed,
    ],
  ]),
  ...faultsOf('server/queries/content.ts', [
    [
      'a page of one alert reads all of them at once',
      'const mostAtOnce = 512',
      'const mostAtOnce = 5_120_000',
      'test/server/cache/alerts.test.ts',
    ],
  ]),
  ...faultsOf('server/cache/fight-cache.ts', [
    ['cached fights may take any memory', 'const bytes = 4_194_304', 'const bytes = 4_194_304_000', moments],
    ['a card takes the memory of one fight', 'fights.length * fightBytes', 'fightBytes', moments],
  ]),
  ...faultsOf('server/store/backup/find-keys.ts', [
    [
      'a backup of two Redis, one after the other, is whole',
      'if ((await topology(client)) !== before)',
      'if ((await topology(client)) === undefined)',
      backups,
    ],
  ]),
  ...faultsOf('server/store/content/collectContent-1.lua', [
    [
      'records that were referred to again are removed at once when they are dropped',
      "      redis.call('ZREM', dropped, records)\n    end\n    -- Changes",
      '    end\n    -- Changes',
      'test/server/store/content-clock.test.ts',
    ],
  ]),
];

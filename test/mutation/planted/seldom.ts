import { faultsOf, type PlantedFault } from './fault.ts';

const stale = 'test/server/http/stale-replies.test.ts';
const links = 'test/server/cache/links.test.ts';
const unknown = 'test/server/cache/unknown.test.ts';
const invalidation = 'test/server/cache/invalidation.test.ts';
const cached = 'test/server/http/cached-get.test.ts';
const joined = 'test/server/http/joined-content.test.ts';
const problems = 'test/server/http/render-problem.test.ts';
const served = 'test/server/http/served-operation.test.ts';
const feedKeys = 'test/server/http/feed-keys.test.ts';
const moments = 'test/server/cache/moments.test.ts';
const admitted = 'test/server/limits/admission.test.ts';
const plain = 'test/mock/plain-replies.test.ts';
const checking = 'test/server/content/checking.test.ts';
const subscriber = 'test/server/store/subscriber.test.ts';
const limiter = 'test/server/http/limiter.test.ts';
const follows = 'test/server/streams/follows.test.ts';
const clock = 'test/server/store/verdicts.test.ts';
const streams = 'test/server/streams/stream-limits.test.ts';
const stopping = 'test/server/http/stopping.test.ts';
const shared = 'test/server/cache/gone-replies.test.ts';
const replayed = 'test/server/replay/judged.test.ts';
const smoked = 'test/provider/smoke-judged.test.ts';
const startup = 'test/server/processes/startup-error.test.ts';
const classes = 'test/server/http/guard-classes.test.ts';
const backups = 'test/server/store/backup-kinds.test.ts';

/** Lies that show only now and then: in one status, for one kind of refusal, record or key, or after a second change. */
export const planted: readonly PlantedFault[] = [
  ...faultsOf('server/store/content/content.ts', [
    [
      'a Redis that lost its data shows tallies of zero, and rounds that have not opened',
      'if (error instanceof ContentLost) throw error;',
      '',
      'test/server/content/lost-data.test.ts',
    ],
    [
      'a server that starts later shows lost content as none',
      'if (wasRead || reply[0] === -1) throw',
      'if (wasRead) throw',
      'test/server/content/lost-data.test.ts',
    ],
    [
      'a tally of lost content is one of zero',
      'if (found === null && (await mapRedisError(reads.exists(generations))) === 1) return [-1];',
      '',
      'test/server/content/lost-data.test.ts',
    ],
  ]),
  ...faultsOf('server/http/send.ts', [
    [
      'a stale 304 does not say that it is stale',
      '(loadedMs === undefined ?',
      '(loadedMs === undefined || isNotModified ?',
      stale,
    ],
    ['the age of a stale reply is in tenths of seconds', '- loadedMs) / 1_000)', '- loadedMs) / 100)', stale],
  ]),
  ...faultsOf('server/cache/representation.ts', [
    [
      'both forms of a reply that hardly gets smaller are more than the cache counts',
      '> this.identity.bytes.length + spareBytes',
      '> 2 * this.identity.bytes.length + spareBytes',
      'test/server/cache/compression.test.ts',
    ],
    [
      'a page links to the next one as long as it stays the same itself',
      '&& this.headers.join() === other.headers.join()',
      '',
      links,
    ],
  ]),
  ...faultsOf('server/cache/response-cache.ts', [
    [
      'short addresses that clients make up evict the plain ones',
      'plainEndings.has(target.slice(key.length))',
      'target.length <= key.length + 6',
      unknown,
    ],
    [
      'an unknown id stays unknown, although changes may have been missed',
      'this.#isConnected = isConnected;\n    this.#clearNotFound();',
      'this.#isConnected = isConnected;',
      unknown,
    ],
  ]),
  ...faultsOf('server/store/redis/clock.ts', [
    [
      'the deadlines of votes come late after the clock of Redis was set back',
      'if (least > known.most || most < known.least) this.#reset();',
      '',
      clock,
    ],
  ]),
  ...faultsOf('server/cache/invalidation.ts', [
    [
      'after one late answer of Redis every reply is stale for good',
      'for (const cache of caches) cache.setAway(isLate);',
      'for (const cache of caches) cache.setAway(true);',
      invalidation,
    ],
    [
      'an update of one event passes for the announcement of another that has the same version',
      '{channel} $',
      '',
      invalidation,
    ],
  ]),
  ...faultsOf('server/cache/fight-cache.ts', [
    ['votes are checked against the fighters of before a change', "contentTag('fighters'), ", '', moments],
  ]),
  ...faultsOf('server/limits/admission.ts', [
    [
      'a queue of an hour ago shortens the wait of today',
      'if (queue.size === 0) own.queuedMs = undefined;',
      '',
      admitted,
    ],
  ]),
  ...faultsOf('mock/session/reply-cache.ts', [
    ['the mock sends the 304 of one client to another', "'if-none-match'", "'x-none-match'", plain],
  ]),
  ...faultsOf('server/store/redis/subscriber.ts', [
    [
      'Redis sends what nobody listens to any more',
      "change(this.#connection, 'unsubscribe', empty)",
      'Promise.resolve()',
      subscriber,
    ],
  ]),
  ...faultsOf('server/http/middleware/rate.ts', [
    ['client ids may be guessed as fast as lists are read', " && routeOf(name).cache !== 'private'", '', limiter],
  ]),
  ...faultsOf('server/content/checking/references.ts', [
    [
      'the event of an alert is looked for among the media',
      "'/event_id', 'events', (record as { event_id",
      "'/event_id', 'media', (record as { event_id",
      checking,
    ],
  ]),
  ...faultsOf('server/queries/fights.ts', [
    ['a stream of votes misses what an update changes', 'version: live?.version ?? 0', 'version: 0', follows],
  ]),
  ...faultsOf('server/cache/tags.ts', [
    [
      'a change of collections that are not named changes nothing',
      '? collections : collectionNames',
      '? collections : []',
      invalidation,
    ],
  ]),
  ...faultsOf('server/http/cached-get.ts', [
    ['stale replies are counted as current ones', "cached.isStale ? 'stale' : 'hit'", "'hit'", cached],
  ]),
  ...faultsOf('server/handlers/metrics.ts', [
    [
      'a feed on air is not named when its event is not in content',
      'statid: onAir.eventId,',
      'statid: event?.statid ?? null,',
      joined,
    ],
  ]),
  ...faultsOf('server/queries/content.ts', [
    ['of several events with one statid the oldest is live', '{ limit: 1 }', '{ limit: 1, reversed: true }', joined],
  ]),
  ...faultsOf('server/handlers/stats.ts', [
    ['a row without a division gets none from its fighter', "'last_name', 'weight_class']", "'last_name']", joined],
  ]),
  ...faultsOf('server/http/middleware/problems.ts', [
    ['broken data in Redis is only worth a warning', ' || error instanceof StoreFault', '', problems],
    [
      'broken data in Redis are said to be an outage',
      "if (error instanceof StoreFault) return 'store_fault';",
      '',
      problems,
    ],
    ['the limit of misses is counted as that of reads', "'rate_misses'", "'rate_reads'", problems],
    ['streams of one address are counted as those of all', "?? 'streams_of_address'", "?? 'streams'", problems],
    [
      'a client is not told when to repeat a write without an answer',
      "'outcome-unknown', { headers: retryAfter(1) }",
      "'outcome-unknown'",
      problems,
    ],
    [
      'a client is not told when to come back after too many loads',
      "'service-unavailable', { headers: retryAfter(1, 4) }",
      "'service-unavailable'",
      problems,
    ],
  ]),
  ...faultsOf('server/http/served-operation.ts', [
    ['the log names the first row of a list instead of the wrong one', 'row++', 'row', served],
  ]),
  ...faultsOf('server/http/feed-keys.ts', [
    [
      'the keys of the environment are gone once the file was read again',
      '    keys = [...feedKeys, ...fromFile];',
      '    keys = fromFile;',
      feedKeys,
    ],
  ]),
  ...faultsOf('server/http/event-stream.ts', [
    [
      'HEAD finds a stream that is not there',
      "    await admission.run('live', read);\n    res.writeHead",
      '    res.writeHead',
      streams,
    ],
    [
      'all clients of a proxy share the limit of streams',
      'address: addressOf(req)',
      "address: req.socket.remoteAddress ?? ''",
      streams,
    ],
  ]),
  ...faultsOf('server/streams/streams.ts', [
    ['a stream is refused in English only', 'languageOf(family)](', "languageOf('v1')](", streams],
  ]),
  ...faultsOf('server/store/backup/read-store.ts', [
    [
      'a backup lacks the scorecards of round 5',
      '...rounds.map(scores),',
      '...rounds.slice(0, 4).map(scores),',
      backups,
    ],
  ]),
  ...faultsOf('server/store/backup/read-parts.ts', [
    [
      'a backup lacks the histories of older servers',
      "'XRANGE', stream, '-', '+'",
      "'XRANGE', stream, '+', '-'",
      backups,
    ],
  ]),
  ...faultsOf('server/store/backup/write-store.ts', [
    ['a restored store asks for a newer server than before', "'least', least)", "'least', schema)", backups],
  ]),
  ...faultsOf('server/config.ts', [
    [
      'PUBLIC_URL_FILE, which there is not, makes a production server start without PUBLIC_URL',
      "name === 'FEED_KEYS' && given('FEED_KEYS_FILE')",
      "given(name + '_FILE')",
      'test/server/processes/config.test.ts',
    ],
  ]),
  ...faultsOf('server/handlers/news.ts', [
    ['the news of a fighter are those of an event', "'news', `fighter:", "'news', `event:", joined],
    [
      'an article names only the first that it is related to',
      "many('news', related_ids)",
      "many('news', related_ids.slice(0, 1))",
      joined,
    ],
  ]),
  ...faultsOf('server/processes/publish-sample.ts', [
    ['the sample lacks the first feed', 'of feedReceived) await', 'of feedReceived.slice(1)) await', joined],
  ]),
  ...faultsOf('server/http/server.ts', [
    ['health is down while another process takes over', 'draining = !handsOver;', 'draining = true;', stopping],
    [
      'a server that stops keeps the connections of its last replies',
      'res.shouldKeepAlive = false;',
      'void res;',
      stopping,
    ],
  ]),
  ...faultsOf('server/limits/overload.ts', [
    [
      'an overload always has refused one request',
      '{ refused: this.#refused }',
      '{ refused: 1 }',
      'test/server/http/overload-guard.test.ts',
    ],
    [
      'a HEAD loads what a GET may not',
      'admission.waiting === 0 || !isRead(req.method)',
      "admission.waiting === 0 || req.method !== 'GET'",
      classes,
    ],
  ]),
  ...faultsOf('server/processes/reply-sharing.ts', [
    ['a reply that is gone stays with the other workers', '    this.#gone.add(key);\n', '', shared],
    ['what the primary did not have once it is never asked for again', 'this.#missing.clear()', 'undefined', shared],
  ]),
  ...faultsOf('server/processes/shared-replies.ts', [
    ['a reply is there twice once its kind has changed', '    other.delete(key);\n', '', shared],
  ]),
  ...faultsOf('scripts/replay/compare.ts', [
    ['other means than those of the scorecards are fine', 'comparison.otherMeans += 1;', '', replayed],
    [
      'a replay with refused requests is good',
      'isBalanced(comparison) && refused === 0',
      'isBalanced(comparison) || refused < 0',
      replayed,
    ],
  ]),
  ...faultsOf('scripts/replay/target-event.ts', [
    ['a night with scorecards in its open round can be played', 'shown.scores_count > 0 || ', '', replayed],
  ]),
  ...faultsOf('scripts/smoke.ts', [
    ['smoke ends with 0 whatever is broken', 'if (broken.length > 0) throw', 'if (broken.length < 0) throw', smoked],
  ]),
  ...faultsOf('scripts/smoke/smoke.ts', [
    ['smoke changes data with --read-only', 'isPost && !readOnly ?', 'isPost ?', smoked],
  ]),
  ...faultsOf('server/store/redis/embedded/folder.ts', [
    ['a quota that is used up is no full disk', "'EDQUOT', ", '', startup],
  ]),
  ...faultsOf('server/processes/development-key.ts', [
    ['a server on [::1] is on another machine', ", '[::1]'", '', startup],
    ['servers that start at once have different keys', 'if (other) return other;', 'void other;', startup],
  ]),
  ...faultsOf('server/store/redis/connection/check-redis.ts', [
    [
      'production takes a Redis that drops what expires when it is full',
      "policy !== 'noeviction'",
      "policy !== 'noeviction' && policy !== 'volatile-lru'",
      'test/server/store/check-redis.test.ts',
    ],
  ]),
  ...faultsOf('server/http/request-log.ts', [
    ['the line of a 304 has no ids', 'if (status >= 400)', 'if (status >= 300)', 'test/server/http/log-lines.test.ts'],
  ]),
  ...faultsOf('server/processes/log.ts', [
    [
      'the code of an error is not logged',
      "...(typeof code === 'string' && { code }),",
      '',
      'test/server/http/log-lines.test.ts',
    ],
  ]),
  ...faultsOf('scripts/backup.ts', [
    [
      'one key of another program is left out without a word',
      'others > 0 ?',
      'others > 1 ?',
      'test/server/processes/backup-commands.test.ts',
    ],
  ]),
  ...faultsOf('scripts/smoke/references.ts', [
    ['smoke follows no fight', "  Fight: 'fight_votes',\n", '', smoked],
    ['smoke follows no picture of a presenter', "  octagon_girl_media_id: 'media_item',\n", '', smoked],
  ]),
];

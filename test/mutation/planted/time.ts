import { faultsOf, type PlantedFault } from './fault.ts';

const ballots = 'test/server/store/ballots-clock.test.ts';
const live = 'test/server/store/live-clock.test.ts';
const liveRounds = 'test/server/store/live-rounds-clock.test.ts';
const follow = 'test/server/store/live-follow.test.ts';
const content = 'test/server/store/content-clock.test.ts';
const audits = 'test/server/content/audit.test.ts';
const lost = 'test/server/content/lost-keys.test.ts';
const scripts = 'test/server/store/content-scripts.test.ts';
const edges = 'test/server/store/content-scripts-edges.test.ts';
const expiries = 'test/server/store/expiries.test.ts';
const announcements = 'test/server/store/announcements.test.ts';
const joined = 'test/server/http/joined-content.test.ts';
const cache = 'test/server/cache/moments.test.ts';
const requests = 'test/contracts/client/client-requests.test.ts';

/** Lies about moments, expiries, announcements, and requests of the typed client. */
export const planted: readonly PlantedFault[] = [
  ...faultsOf('server/store/ballots/castBallots-many.lua', [
    [
      'a round takes votes in the millisecond in which it closes',
      'now >= reply[2 * r + 1]',
      'now > reply[2 * r + 1]',
      ballots,
    ],
    ['a ballot is counted in the millisecond of its deadline', 'now >= deadline', 'now > deadline', ballots],
    [
      'a vote yields to one that may have arrived before it',
      'tonumber(before2) > most',
      'tonumber(before2) >= most',
      ballots,
    ],
    [
      'a moment of this very millisecond is taken for the future',
      'tonumber(before2) <= now',
      'tonumber(before2) < now',
      ballots,
    ],
    ['a vote is stamped with the moment at which it was carried out', 'math.min(least, now)', 'now', ballots],
    ['a vote may be stamped with a moment in the future', 'math.min(least, now)', 'least', ballots],
    ['a client may change once more than allowed', 'allowed > 0 and left == 0', 'allowed > 0 and left < 0', ballots],
    [
      'changes of a client are counted forever',
      "call('PSETEX', key, period, more)",
      "call('SET', key, more)",
      expiries,
    ],
    ['every change of a client begins the period again', 'used[key] == more then', 'used[key] then', ballots],
    [
      'the clock is rounded up to the next millisecond',
      'math.floor(time[2] / 1000)',
      'math.ceil(time[2] / 1000)',
      ballots,
    ],
    ['votes are not announced', "pcall('PUBLISH', 'tally:' .. match(tally, '^{(%d+):'), '')", '', announcements],
    ['every vote is announced', ')) >= 100 then', ')) >= 0 then', announcements],
    ['votes are not announced before the clock is past an earlier one', 'math.abs(now - ', '(now - ', ballots],
    [
      'ballots are checked against the bout that their fight was joined with first',
      'or window[1] == bout) and -2',
      'or true) and -2',
      joined,
    ],
  ]),
  ...faultsOf('server/store/ballots/openRounds-1.lua', [
    ['a corrected bout keeps the rounds of the wrong one', "prefix = bout .. ':'", "prefix = ''", joined],
  ]),
  ...faultsOf('server/store/live/updateLive-3.lua', [
    ['an update is applied in the millisecond of its deadline', 'now >= deadline', 'now > deadline', live],
    ['an update is announced without its version', "version .. ' ' .. feed)", 'feed)', announcements],
    ['updates are not announced', "redis.pcall('PUBLISH', channel, version .. ' ' .. feed)", '', announcements],
    ['the history of an event never expires', "redis.call('PEXPIRE', history, historyMs)", '', expiries],
    ['an update that is older than the stored one replaces it', 'return { 3, now, last, version } end', 'end', live],
    ['windows of another version are stored', 'version ~= tonumber(expected)', 'version < tonumber(expected)', live],
    ['a history is one byte larger than allowed', '> mostHistoryBytes do', '> mostHistoryBytes + 1 do', live],
  ]),
  ...faultsOf('server/store/live/followLive-3.lua', [
    ['a reader of the latest snapshot gets it again', 'if seen >= latest', 'if seen > latest', follow],
    [
      'a reader from the future gets nothing',
      'seen > version then return current',
      'seen > version + 1 then return current',
      follow,
    ],
  ]),
  ...faultsOf('server/store/live/readLive-1.lua', [
    ['a read is stamped a second late', 'time[1] * 1000', '(time[1] + 1) * 1000', live],
  ]),
  ...faultsOf('server/store/live/live.ts', [
    ['a feed is live for an hour less', 'settings.liveHours * 3_600_000', '(settings.liveHours - 1) * 3_600_000', live],
    ['a feed is no longer live in the last millisecond', 'changedMs >= sinceMs', 'changedMs > sinceMs', live],
  ]),
  ...faultsOf('server/store/live/update.ts', [
    [
      'a round closes a second late',
      'settings.roundGraceSeconds * 1000',
      '(settings.roundGraceSeconds + 1) * 1000',
      liveRounds,
    ],
    [
      'a history expires after an hour for each configured day',
      'settings.liveHours * 3_600_000',
      'settings.liveHours * 150_000',
      expiries,
    ],
    ['an event moves back in the set of live events', "'GT', nowMs", 'nowMs', live],
    [
      'a bucket that lost the rounds of a fight never has them again',
      'areOpen ? Math.floor(nowMs / againMs) : 0',
      '0',
      liveRounds,
    ],
  ]),
  ...faultsOf('server/store/settings.ts', [
    ['a round stays open for another minute', 'roundGraceSeconds: 120', 'roundGraceSeconds: 180', liveRounds],
    ['a client may change 11 times', 'changesPerTenSeconds: 10', 'changesPerTenSeconds: 11', ballots],
  ]),
  ...faultsOf('server/store/ballots/correctTally-1.lua', [
    [
      'a tally that changed meanwhile is corrected',
      '~= ARGV[1] then return 0 end',
      '== false then return 0 end',
      ballots,
    ],
    ['a corrected tally keeps its version', "redis.call('HINCRBY', tally, 'changes', 1)", '', ballots],
  ]),
  ...faultsOf('server/store/ballots/batches.ts', [
    ['changes are limited by the minute', 'periodMs = 10_000', 'periodMs = 60_000', ballots],
    [
      'ballots of a turn are checked against the bout of the first',
      ' && open.bout === bout',
      '',
      'test/server/store/batches.test.ts',
    ],
  ]),
  ...faultsOf('server/store/index.ts', [['what checks Redis stays there', ", 'PX', 60_000)", ')', expiries]]),
  ...faultsOf('server/store/content/garbage.ts', [
    ['readers of a dropped generation have an hour', 'graceMs = 60_000', 'graceMs = 3_600_000', expiries],
    ['dropped records expire in a minute', 'expirySeconds = 3_600', 'expirySeconds = 60', expiries],
  ]),
  ...faultsOf('server/store/content/collectContent-1.lua', [
    ['dropped records are kept for another millisecond', '<= now - grace', '< now - grace', content],
    [
      'what is known of a dropped generation stays',
      "redis.call('PEXPIRE', live .. ':' .. number .. ':about', grace)",
      '',
      expiries,
    ],
    ['records that are referred to again still expire', "redis.call('PERSIST', key)", '', expiries],
    ['what undoes a change that is never undone stays', "redis.call('PEXPIRE', before, grace)", '', expiries],
    [
      'who reads a dropped generation sees the changes after it',
      'elseif left == -2 then',
      'end\n      if left < 0 then',
      'test/server/content/changes.test.ts',
    ],
    ['what a running publisher has written is removed', 'elseif not isUnderWay(records) and', 'elseif', content],
  ]),
  ...faultsOf('server/store/content/lockContent-2.lua', [
    ['a publish gets a number again when the last one is lost', 'math.max(last, ', 'math.max(0, ', edges],
    ['the lock of a killed publisher stays', ", 'PX', lockMs)", ')', expiries],
  ]),
  ...faultsOf('server/store/content/publish.ts', [
    ['the lock of a publisher is renewed too late', 'lockMs / 4', 'lockMs * 4', expiries],
  ]),
  ...faultsOf('server/store/content/touchLock-1.lua', [
    ['anybody can extend the lock of a publisher', '~= token then return 0 end', "== '' then return 0 end", expiries],
  ]),
  ...faultsOf('server/store/content/publishContent-4.lua', [
    ['a publish gets a number again when the last one is lost meanwhile', 'math.max(last, ', 'math.max(0, ', edges],
    ['a publish is live with records missing', 'if stored ~= tonumber(ARGV[i + 2])', 'if false', scripts],
    ['a publish loses all else of a lost generation', 'if #carried == 0 then', 'if false then', audits],
    ['a publish of nothing is announced', 'if #names > 0 then', 'if #names >= 0 then', announcements],
    ['a publish is not announced', 'if #names > 0 then', 'if #names > 99 then', announcements],
  ]),
  ...faultsOf('server/store/content/changeContent-1.lua', [
    ['a change gets a number again when the last one is lost', 'math.max(last, ', 'math.max(0, ', edges],
    ['a member that is removed never comes back', "i <= change.removed and '1' or '0'", "'0'", scripts],
    [
      'a change of content is not announced',
      "redis.pcall('PUBLISH', 'content', cjson.encode({ generation = tonumber(number), collections = names }))",
      '',
      announcements,
    ],
  ]),
  ...faultsOf('server/store/content/readContent-1.lua', [
    ['an earlier generation has less than it had', "if there == '0' then absent = absent + 1 end", '', scripts],
    [
      'a page of an earlier generation begins with the end of the one before',
      "string.sub(from, 1, 1) == '('",
      'false',
      scripts,
    ],
  ]),
  ...faultsOf('server/store/content/rollBackContent-1.lua', [
    ['a way back gets a number again when the last one is lost', 'math.max(last, ', 'math.max(0, ', edges],
    [
      'a way back over a broken list is done by half',
      "if group then redis.call('ZCARD', records .. ':list:' .. group) end",
      '',
      scripts,
    ],
    [
      'a way back leads to a generation that was dropped',
      "if not redis.call('ZSCORE', generations, target)",
      'if false',
      scripts,
    ],
    [
      'a way back goes over a change whose old values are lost',
      'if #fields == 0 and listed[change] then',
      'if false then',
      lost,
    ],
    [
      'a way back leaves out what the list of changes has lost',
      'if #fields == 0 and',
      'if not listed[change] then fields = {} elseif #fields == 0 and',
      lost,
    ],
    ['a way back needs a live generation', "(redis.call('GET', live) or last)", "redis.call('GET', live)", audits],
    ['a way back that changes nothing is announced', 'if #names > 0 then', 'if true then', announcements],
  ]),
  ...faultsOf('server/store/content/content.ts', [
    [
      'a store that lost its live generation gets the sample',
      'reads.exists(live, generations)',
      'reads.exists(live)',
      audits,
    ],
  ]),
  ...faultsOf('server/store/content/raw-reader.ts', [
    [
      'a change of a lost generation says that a generation without a number is gone',
      "&& generation === ''",
      '&& false',
      audits,
    ],
  ]),
  ...faultsOf('server/store/live/clear-event.ts', [
    ['the cleared votes of an event are not announced', ', ...fightIds.map(channels.tally)]', ']', announcements],
  ]),
  ...faultsOf('server/cache/tagged-cache.ts', [
    [
      'a value is served in the millisecond in which it stops being right',
      'nowMs >= entry.untilMs',
      'nowMs > entry.untilMs',
      cache,
    ],
    [
      'a value outlives the moment until which it is right',
      'nowMs >= entry.untilMs',
      'nowMs >= entry.untilMs + 60_000',
      cache,
    ],
    ['a value is fresh for a millisecond more', 'ageMs < ttlMs', 'ageMs <= ttlMs', cache],
    ['a value is stale for a millisecond more', 'ageMs >= ttlMs + staleMs', 'ageMs > ttlMs + staleMs', cache],
    ['votes are summed a millisecond late', 'ageMs >= minIntervalMs', 'ageMs > minIntervalMs', cache],
    [
      'values are served for ten seconds while no change can be noticed',
      'disconnectedTtlMs = 1_000',
      'disconnectedTtlMs = 10_000',
      cache,
    ],
    ['a value from the future is served', 'ageMs < 0 ||', '', cache],
    ['a failed load is not retried for a minute', 'retryAfterMs = 250', 'retryAfterMs = 60_000', cache],
    ['no reader waits for a minute after a failure', 'serveStaleMs = 5_000', 'serveStaleMs = 60_000', cache],
  ]),
  ...faultsOf('server/cache/response-cache.ts', [
    ['content is fresh for ten minutes', 'ttlMs: 60_000, staleMs: 300_000', 'ttlMs: 600_000, staleMs: 300_000', cache],
    [
      'a live feed is stale for a minute',
      'live: { ttlMs: 1_000, staleMs: 1_000 }',
      'live: { ttlMs: 1_000, staleMs: 60_000 }',
      cache,
    ],
    ['votes are summed once a second', 'minIntervalMs: 250', 'minIntervalMs: 1_000', cache],
    ['a private reply is cached', 'private: neverFresh', 'private: { ttlMs: 1_000, staleMs: 0 }', cache],
    ['a 404 is cached for a minute', 'notFoundMs = 5_000', 'notFoundMs = 60_000', cache],
  ]),
  ...faultsOf('server/cache/fight-cache.ts', [
    ['votes are checked against a fight that is a minute old', 'ttlMs: 5_000', 'ttlMs: 60_000', cache],
  ]),
  ...faultsOf('contracts/client/sender.ts', [
    ['the client does not say that it wants JSON', "        Accept: 'application/json',\n", '', requests],
    ['the client sends the feed key everywhere', 'isForFeed && feedKey', 'feedKey', requests],
    ['the client sends the feed key in another scheme', '`Bearer ', '`Basic ', requests],
    ['the client does not say that it sends JSON', "{ 'Content-Type': 'application/json' }", '{}', requests],
    ['the client cannot be stopped', '...(signal && { signal }),', '', requests],
  ]),
  ...faultsOf('contracts/client/methods.ts', [
    [
      'the next page is the same page',
      "const [limit, cursor] = [parameterOf('limit'), parameterOf('cursor')];",
      "const [limit, cursor] = [parameterOf('limit'), undefined];",
      requests,
    ],
    [
      'a relation that contains the word is the next page',
      "relations.toLowerCase().split(/\\s+/).includes('next')",
      "relations.toLowerCase().includes('next')",
      'test/contracts/client/client.test.ts',
    ],
    ['the first page is the last', "next: nextPage(headers.get('Link')) };", 'next: undefined };', requests],
    ['the client asks for everything again', "...(etag && { headers: { 'If-None-Match': etag } }),", '', requests],
  ]),
  ...faultsOf('contracts/client/client.ts', [
    [
      'the client asks for pages of any size',
      "list ? ['limit', 'cursor', ...known]",
      "list ? ['cursor', ...known]",
      requests,
    ],
  ]),
];

#!lua
-- Stores one client's scorecard of one round, or replaces it. Running it twice changes nothing.
--
-- KEYS: windows, scorecards of the round, sums and counts, changes of the client
-- ARGV: deadline (ms on this clock, 0 none), client, round, score of fighter 1, score of fighter 2,
--       changes allowed (0 any), period (ms)
-- Replies { code, now, changes left, ms until the period ends, ... }, only the first two when expired:
--    1  created
--    2  replaced
--    3  same
--   -1  expired: the deadline had passed
--   -2  not opened
--   -3  closed, opened (ms), closes (ms)
--   -4  limited
local windows, cards, tally, changes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local deadline, client, round, score1, score2 = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local allowed, period = tonumber(ARGV[6]), tonumber(ARGV[7])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if deadline > 0 and now >= deadline then return { -1, now } end

-- Every key is read before the first write: a key of a wrong type then fails here, since Redis undoes nothing.
local window = redis.call('HMGET', windows, round .. ':opened', round .. ':closes')
local card = redis.call('HGET', cards, client)
local sums = redis.call('HMGET', tally, round .. ':count', round .. ':1', round .. ':2')
local made = tonumber(redis.call('GET', changes) or 0)
local left = math.max(0, allowed - made)
local ends = made > 0 and math.max(0, redis.call('PTTL', changes)) or period

if not window[1] then return { -2, now, left, ends } end
if window[2] and now >= tonumber(window[2]) then
  return { -3, now, left, ends, tonumber(window[1]), tonumber(window[2]) }
end
if card == score1 .. '|' .. score2 then return { 3, now, left, ends } end

local before1, before2
if card then before1, before2 = string.match(card, '^(%d+)|(%d+)$') end
if (card and not before1) or not (tonumber(sums[1] or 0) and tonumber(sums[2] or 0) and tonumber(sums[3] or 0)) then
  return redis.error_reply('CORRUPT scorecard or sums at ' .. cards)
end
if allowed > 0 and left == 0 then return { -4, now, left, ends } end

-- How often the buckets of a fight changed is, added up, the version of its tally.
redis.call('HINCRBY', tally, 'changes', 1)
redis.call('HSET', cards, client, score1 .. '|' .. score2)
if not card then redis.call('HINCRBY', tally, round .. ':count', 1) end
redis.call('HINCRBY', tally, round .. ':1', score1 - (before1 or 0))
redis.call('HINCRBY', tally, round .. ':2', score2 - (before2 or 0))
if allowed > 0 and redis.call('INCR', changes) == 1 then redis.call('PEXPIRE', changes, period) end
-- Announced at most every 100 ms: a reader who hears of it looks once more later.
local announced = tonumber(redis.call('HGET', tally, 'announced') or 0) or 0
if math.abs(now - announced) >= 100 then
  redis.call('HSET', tally, 'announced', string.format('%.0f', now))
  redis.call('PUBLISH', 'tally:' .. string.match(tally, '^{(%d+):'), '')
end
return { card and 2 or 1, now, left - 1, ends }

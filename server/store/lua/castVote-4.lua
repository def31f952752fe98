#!lua
-- Casts one client's vote in one round, or moves it to the other fighter. Running it twice changes nothing.
--
-- KEYS: windows, votes of the round, tally, changes of the client
-- ARGV: deadline (ms on this clock, 0 none), client, round, fighter statid, changes allowed (0 any), period (ms)
-- Replies { code, now, changes left, ms until the period ends, ... }, only the first two when expired:
--    1  created
--    2  moved
--    3  same, created (ms)
--   -1  expired: the deadline had passed
--   -2  not opened
--   -3  closed, opened (ms), closes (ms)
--   -4  limited
local windows, votes, tally, changes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local deadline, client, round, fighter = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
local allowed, period = tonumber(ARGV[5]), tonumber(ARGV[6])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if deadline > 0 and now >= deadline then return { -1, now } end

-- Every key is read before the first write: a key of a wrong type then fails here, since Redis undoes nothing.
local window = redis.call('HMGET', windows, round .. ':opened', round .. ':closes')
local vote = redis.call('HGET', votes, client)
local made = tonumber(redis.call('GET', changes) or 0)
local left = math.max(0, allowed - made)
local ends = made > 0 and math.max(0, redis.call('PTTL', changes)) or period

if not window[1] then return { -2, now, left, ends } end
if window[2] and now >= tonumber(window[2]) then
  return { -3, now, left, ends, tonumber(window[1]), tonumber(window[2]) }
end

local chosen, created
if vote then chosen, created = string.match(vote, '^(%d+)|(%d+)$') end
if chosen == fighter then return { 3, now, left, ends, tonumber(created) } end

local counts = redis.call('HMGET', tally, round .. ':' .. fighter, round .. ':' .. (chosen or fighter))
-- A vote that its tally does not hold could not leave it: the tally would fall below nothing.
if (vote and not chosen) or not tonumber(counts[1] or 0) or (tonumber(counts[2] or 0) or 0) < (chosen and 1 or 0) then
  return redis.error_reply('CORRUPT vote or tally at ' .. votes)
end
if allowed > 0 and left == 0 then return { -4, now, left, ends } end

-- How often the buckets of a fight changed is, added up, the version of its tally.
redis.call('HINCRBY', tally, 'changes', 1)
redis.call('HSET', votes, client, fighter .. '|' .. string.format('%.0f', now))
redis.call('HINCRBY', tally, round .. ':' .. fighter, 1)
if chosen then redis.call('HINCRBY', tally, round .. ':' .. chosen, -1) end
if allowed > 0 and redis.call('INCR', changes) == 1 then redis.call('PEXPIRE', changes, period) end
-- Announced at most every 100 ms: a reader who hears of it looks once more later.
local announced = tonumber(redis.call('HGET', tally, 'announced') or 0) or 0
if math.abs(now - announced) >= 100 then
  redis.call('HSET', tally, 'announced', string.format('%.0f', now))
  redis.call('PUBLISH', 'tally:' .. string.match(tally, '^{(%d+):'), '')
end
return { chosen and 2 or 1, now, left - 1, ends }

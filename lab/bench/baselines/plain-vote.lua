-- One vote per client and round, the way it is usually written: the window, the client's vote, the tally.
--
-- KEYS: windows, votes of the round, tally
-- ARGV: client, round, fighter
-- Replies 1 created, 2 moved, 0 the same as before, -1 closed
local round, fighter = ARGV[2], ARGV[3]
local time = redis.call('TIME')
local opened = redis.call('HGET', KEYS[1], round .. ':opened')
local closes = redis.call('HGET', KEYS[1], round .. ':closes')
if not opened or (closes and time[1] * 1000 >= tonumber(closes)) then return -1 end

local before = redis.call('HGET', KEYS[2], ARGV[1])
if before == fighter then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], fighter)
redis.call('HINCRBY', KEYS[3], round .. ':' .. fighter, 1)
if before then redis.call('HINCRBY', KEYS[3], round .. ':' .. before, -1) end
return before and 2 or 1

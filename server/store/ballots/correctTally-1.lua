#!lua
-- Corrects counts of a tally, unless it changed after they were compared.
--
-- KEYS: tally
-- ARGV: number of changes at that time ('' none), then field and count of each correction
-- Reply: 1 corrected; 0 it has changed
local tally = KEYS[1]

if (redis.call('HGET', tally, 'changes') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', tally, unpack(ARGV, 2))
-- The version of the tally, so that replies with the wrong counts are no longer current.
redis.call('HINCRBY', tally, 'changes', 1)
return 1

#!lua
-- Corrects counts of a tally, unless a ballot was counted since they were compared.
--
-- KEYS: tally
-- ARGV: how often it had changed then ('' never), then field and count of each that is wrong
-- Reply: 1 corrected; 0 it changed since
local tally = KEYS[1]

if (redis.call('HGET', tally, 'changes') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', tally, unpack(ARGV, 2))
-- The version of the tally, so that nobody takes what was made from the wrong one for the present one.
redis.call('HINCRBY', tally, 'changes', 1)
return 1

#!lua
-- Takes the publisher's lock, with a number for the generation that it writes. The lock's value contains that number and
-- the locked collections.
--
-- KEYS: lock, last generation number given out
-- ARGV: id of the publisher, ms to keep the lock, '1' when it writes a generation, collections…
-- Reply: the lock's value, `<id> <generation> ` and each collection with a space after it; nil when another holds it
local lock, counter, id, lockMs = KEYS[1], KEYS[2], ARGV[1], ARGV[2]

if redis.call('EXISTS', lock) == 1 then return false end
local generation = ARGV[3] == '1' and redis.call('INCR', counter) or 0
local value = id .. ' ' .. string.format('%.0f', generation) .. ' '
for i = 4, #ARGV do value = value .. ARGV[i] .. ' ' end
redis.call('SET', lock, value, 'PX', lockMs)
return value

#!lua
-- Takes the publisher's lock, with a number for the generation that it writes. The lock's value contains that number and
-- the locked collections.
--
-- KEYS: lock, last generation number given out
-- ARGV: id of the publisher, ms to keep the lock, '1' when it writes a generation, collections…
-- Reply: the lock's value, `<id> <generation> ` and each collection with a space after it; nil when another holds it
local lock, counter, id, lockMs = KEYS[1], KEYS[2], ARGV[1], ARGV[2]

if redis.call('EXISTS', lock) == 1 then return false end
local generation = '0'
if ARGV[3] == '1' then
  -- A lost counter gives no number a second time.
  local last = redis.call('ZRANGE', string.sub(counter, 1, -8) .. 'generations', -1, -1)[1] or 0
  generation = string.format('%.0f', math.max(last, redis.call('GET', counter) or 0) + 1)
  redis.call('SET', counter, generation)
end
local value = id .. ' ' .. generation .. ' '
for i = 4, #ARGV do value = value .. ARGV[i] .. ' ' end
redis.call('SET', lock, value, 'PX', lockMs)
return value

#!lua
-- Takes the publisher's lock, and assigns a number to the generation that the publisher writes.
--
-- KEYS: lock, last assigned generation number
-- ARGV: id of the publisher, how long to keep the lock (ms), '1' if it writes a generation, collections…
-- Reply: the value of the lock, `<id> <generation> ` and each collection followed by a space; nil if the lock is taken
local lock, counter, id, lockMs = KEYS[1], KEYS[2], ARGV[1], ARGV[2]

if redis.call('EXISTS', lock) == 1 then return false end
local generation = '0'
if ARGV[3] == '1' then
  -- Never reuse a generation number when the counter is lost.
  local last = redis.call('ZRANGE', string.sub(counter, 1, -8) .. 'generations', -1, -1)[1] or 0
  generation = string.format('%.0f', math.max(last, redis.call('GET', counter) or 0) + 1)
  redis.call('SET', counter, generation)
end
local value = id .. ' ' .. generation .. ' '
for i = 4, #ARGV do value = value .. ARGV[i] .. ' ' end
redis.call('SET', lock, value, 'PX', lockMs)
return value

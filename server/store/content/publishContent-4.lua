#!lua
-- Makes a new generation live: the given collections, and the others from the live generation.
--
-- KEYS: lock of the publisher, number of the live generation, last assigned generation number, generations
-- ARGV: value of the lock, generation number in the lock, who, time (ms), and for each collection: its name, key of its
--       records, number of records, bytes
-- Reply: { 1 } published; if nothing was changed:
--   { 0 }  the lock is lost
--   { -1, n, stored }  the n-th collection has `stored` records, which is not the given number
--   { -2 }  the live generation is lost, and an earlier one can be restored
local publishing, live, counter, generations = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, number, who, time = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('GET', publishing) ~= token then return { 0 } end
-- Checked in the same atomic step that publishes the records.
for i = 5, #ARGV, 4 do
  local stored = redis.call('HLEN', ARGV[i + 1])
  if stored ~= tonumber(ARGV[i + 2]) then return { -1, (i - 1) / 4, stored } end
end
-- Reads everything before the first write: Redis has no rollback.
redis.call('ZCARD', generations)
local before = redis.call('GET', live)
local carried = before and redis.call('HGETALL', live .. ':' .. before) or {}
local figures = before and redis.call('HGETALL', live .. ':' .. before .. ':about') or {}
if #carried == 0 then
  for _, listed in ipairs(redis.call('ZRANGE', generations, 0, -1)) do
    if redis.call('EXISTS', live .. ':' .. listed) == 1 then return { -2 } end
  end
end
-- Numbers are chronological: if other generations were added since the lock was taken, this one needs a new number.
if redis.call('GET', counter) ~= number then
  -- Never reuse a generation number when the counter is lost.
  local last = redis.call('ZRANGE', generations, -1, -1)[1] or 0
  number = string.format('%.0f', math.max(last, redis.call('GET', counter) or 0) + 1)
  redis.call('SET', counter, number)
end
local new = live .. ':' .. number
local about = new .. ':about'

local names = {}
if #carried > 0 then redis.call('HSET', new, unpack(carried)) end
for i = 1, #figures, 2 do
  if string.find(figures[i], ':', 1, true) then redis.call('HSET', about, figures[i], figures[i + 1]) end
end
-- With the field `generation` the hash exists even without collections.
redis.call('HSET', new, 'generation', number)
redis.call('HSET', about, 'kind', 'publish', 'who', who, 'time', time)
for i = 5, #ARGV, 4 do
  names[#names + 1] = ARGV[i]
  redis.call('HSET', new, ARGV[i], ARGV[i + 1])
  redis.call('HSET', about, 'records:' .. ARGV[i], ARGV[i + 2], 'bytes:' .. ARGV[i], ARGV[i + 3])
end
redis.call('ZADD', generations, number, number)
redis.call('SET', live, number)
if #names > 0 then
  redis.pcall('PUBLISH', 'content', cjson.encode({ generation = tonumber(number), collections = names }))
end
return { 1 }

#!lua
-- Makes a new generation the one that readers see: the collections given, and the rest from the live one.
--
-- KEYS: publisher's token, number of the live generation, the new generation, generations
-- ARGV: token, number of the new generation, collection, key of its records, …
-- Reply: 1 published; 0 another publisher has taken over, nothing changed
local publishing, live, new, generations = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, number = ARGV[1], ARGV[2]

if redis.call('GET', publishing) ~= token then return 0 end
local before = redis.call('GET', live)
local carried = before and redis.call('HGETALL', live .. ':' .. before) or {}
redis.call('ZCARD', generations)

-- Each generation names itself, so that it exists also when no collection does.
redis.call('HSET', new, 'generation', number)
if #carried > 0 then redis.call('HSET', new, unpack(carried)) end
redis.call('HSET', new, 'generation', number, unpack(ARGV, 3))
redis.call('ZADD', generations, number, number)
redis.call('SET', live, number)
return 1

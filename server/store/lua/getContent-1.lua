#!lua flags=no-writes
-- Reads records of one collection, all of one generation.
--
-- KEYS: number of the live generation
-- ARGV: generation to read ('' the live one), collection, record keys…
-- Reply: { generation, JSON or nil for each record key }; generation 0: nothing was published; -1: it is gone
local live, generation, collection = KEYS[1], ARGV[1], ARGV[2]

if generation == '' then generation = redis.call('GET', live) end
if not generation then return { 0 } end
local manifest = live .. ':' .. generation
if redis.call('EXISTS', manifest) == 0 then return { -1 } end

local reply = { tonumber(generation) }
local records = redis.call('HGET', manifest, collection)
for i = 3, #ARGV do
  reply[i - 1] = records and redis.call('HGET', records, ARGV[i])
end
return reply

#!lua
-- Enters a store at the start of a server. Writes nothing if it refuses the server.
--
-- KEYS: number of buckets, schema of the store
-- ARGV: schema of this server, min schema that it can share a store with, its number of buckets
-- Reply: { code, schema of the store, min schema that the store needs, number of buckets }
--    1  entered: the store now has the higher schema, and the higher min schema, of both
--   -1  the store needs a newer server
--   -2  the store is too old for this server
--   -3  a restore into the store has not finished
--   -4  the store has another number of buckets
--   -5  a key is malformed
local buckets, schema = KEYS[1], KEYS[2]
local own, ownMin, ownBuckets = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local count = redis.pcall('GET', buckets)
local stored = redis.pcall('HMGET', schema, 'version', 'min', 'restoring')
if stored.err or (count and count.err) then return { -5, 0, 0, 0 } end
-- Every server writes the number of buckets first. A store with buckets and without a schema has schema 1.
local version = tonumber(stored[1] or (count and '1') or ARGV[1])
local min = tonumber(stored[2] or (count and '1') or ARGV[2])
local spread = tonumber(count or ownBuckets)
if not (version and min and spread) then return { -5, 0, 0, 0 } end

if stored[3] then return { -3, version, min, spread } end
if own < min then return { -1, version, min, spread } end
if version < ownMin then return { -2, version, min, spread } end
if spread ~= ownBuckets then return { -4, version, min, spread } end

version, min = math.max(version, own), math.max(min, ownMin)
if not count then redis.call('SET', buckets, ARGV[3]) end
if stored[1] ~= tostring(version) or stored[2] ~= tostring(min) then
  redis.call('HSET', schema, 'version', version, 'min', min)
end
return { 1, version, min, spread }

#!lua
-- Enters a store at the start of a server, unless their schemas do not fit; writes nothing then.
--
-- KEYS: number of buckets, schema of the store
-- ARGV: schema of this server, least schema of the others that it can share a store with, its number of buckets
-- Reply: { code, schema of the store, least schema that the store asks for, number of buckets }
--    1  entered: the store now has the higher of both schemas, and of both demands
--   -1  the store asks for a newer server
--   -2  the store is too old for this server
--   -3  a restore into the store has begun and not ended
--   -4  the store has another number of buckets
--   -5  one of the keys is broken
local buckets, schema = KEYS[1], KEYS[2]
local own, ownLeast, ownBuckets = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local count = redis.pcall('GET', buckets)
local stored = redis.pcall('HMGET', schema, 'version', 'least', 'restoring')
if stored.err or (count and count.err) then return { -5, 0, 0, 0 } end
-- Every server writes the number of buckets first. Those from before schemas had numbers wrote what schema 1 is.
local before = count and '1' or ARGV[1]
local version = tonumber(stored[1] or before)
local least = tonumber(stored[2] or (count and '1') or ARGV[2])
local spread = tonumber(count or ownBuckets)
if not (version and least and spread) then return { -5, 0, 0, 0 } end

if stored[3] then return { -3, version, least, spread } end
if own < least then return { -1, version, least, spread } end
if version < ownLeast then return { -2, version, least, spread } end
if spread ~= ownBuckets then return { -4, version, least, spread } end

version, least = math.max(version, own), math.max(least, ownLeast)
if not count then redis.call('SET', buckets, ARGV[3]) end
if stored[1] ~= tostring(version) or stored[2] ~= tostring(least) then
  redis.call('HSET', schema, 'version', version, 'least', least)
end
return { 1, version, least, spread }

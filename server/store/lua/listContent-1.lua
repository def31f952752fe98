#!lua flags=no-writes
-- Reads a page of a list with its records, all of one generation.
--
-- KEYS: number of the live generation
-- ARGV: generation to read ('' the live one), collection, list, 'ascending' or 'descending', bound that the page
--       starts after ('' the start), records wanted (0 all)
-- Reply: { generation, 1 when more follow or 0, JSON… }; generation 0: nothing was published; -1: it is gone
local live, generation, collection, list = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local descending, after, wanted = ARGV[4] == 'descending', ARGV[5], tonumber(ARGV[6])

if generation == '' then generation = redis.call('GET', live) end
if not generation then return { 0, 0 } end
local manifest = live .. ':' .. generation
if redis.call('EXISTS', manifest) == 0 then return { -1, 0 } end

local records = redis.call('HGET', manifest, collection)
if not records then return { tonumber(generation), 0 } end

local members
local key, count = records .. ':list:' .. list, wanted == 0 and -1 or wanted + 1
if descending then
  members = redis.call('ZREVRANGEBYLEX', key, after == '' and '+' or after, '-', 'LIMIT', 0, count)
else
  members = redis.call('ZRANGEBYLEX', key, after == '' and '-' or after, '+', 'LIMIT', 0, count)
end

local more = wanted > 0 and #members > wanted
if more then members[#members] = nil end
local reply = { tonumber(generation), more and 1 or 0 }
for i, member in ipairs(members) do
  local _, cut = string.find(member, '\0\0', 1, true)
  reply[i + 2] = redis.call('HGET', records, string.sub(member, cut + 1))
end
return reply

#!lua
-- Changes a few records of the live generation in place, as a new generation. The old values are stored in a hash, so that
-- earlier generations can still be read and restored: `r<key>` is the old record ('' if there was none), and
-- `l<group>\0<member>` is 1 if the member was in the group, otherwise 0.
--
-- KEYS: number of the live generation
-- ARGV: live generation that the changes are based on, kind, who, time (ms), and for each record:
--   collection, key, JSON ('' removes it), members removed, members added, and group and member for each of those
-- Reply: { number of the new generation }; if nothing was changed:
--   { 0 }   another generation is live
--   { -1 }  a running publish replaces one of the collections
local live, expected, kind, who, time = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local root = string.sub(live, 1, -5)
local generations, counter, written, publishing =
  root .. 'generations', root .. 'counter', root .. 'written', root .. 'publishing'

local current = redis.call('GET', live) or ''
if current ~= expected then return { 0 } end
local publisher = redis.call('GET', publishing)
local manifest = current ~= '' and redis.call('HGETALL', live .. ':' .. current) or {}
local about = current ~= '' and redis.call('HGETALL', live .. ':' .. current .. ':about') or {}
-- Never reuse a generation number when the counter is lost.
local last = redis.call('ZRANGE', generations, -1, -1)[1] or 0
local number = string.format('%.0f', math.max(last, redis.call('GET', counter) or 0) + 1)

local keys, figures = {}, {}
for i = 1, #manifest, 2 do keys[manifest[i]] = manifest[i + 1] end
for i = 1, #about, 2 do figures[about[i]] = about[i + 1] end

-- Reads everything before the first write: Redis has no rollback.
local changes = {}
local at = 5
while at <= #ARGV do
  local collection, key, json, removed, added = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  if publisher and string.find(publisher, ' ' .. collection .. ' ', 1, true) then return { -1 } end
  keys[collection] = keys[collection] or root .. number .. ':' .. collection
  local records = keys[collection]
  changes[#changes + 1] = {
    collection = collection, records = records, key = key, json = json, from = at + 5,
    removed = tonumber(removed), added = tonumber(added), old = redis.call('HGET', records, key) or '',
  }
  at = at + 5 + 2 * (removed + added)
  for i = changes[#changes].from, at - 1, 2 do redis.call('ZCARD', records .. ':list:' .. ARGV[i]) end
  redis.call('SCARD', records .. ':lists')
  redis.call('ZCARD', records .. ':changes')
end
redis.call('SCARD', written)

local touched = {}
redis.call('SET', counter, number)
for _, change in ipairs(changes) do
  local records, before = change.records, change.records .. ':before:' .. number
  if not touched[change.collection] then
    touched[change.collection] = true
    redis.call('SADD', written, records)
    redis.call('ZADD', records .. ':changes', number, number)
  end
  redis.call('HSET', before, 'r' .. change.key, change.old)
  if change.json == '' then
    redis.call('HDEL', records, change.key)
  else
    redis.call('HSET', records, change.key, change.json)
  end
  for i = 1, change.removed + change.added do
    local group, member = ARGV[change.from + 2 * (i - 1)], ARGV[change.from + 2 * (i - 1) + 1]
    local list = records .. ':list:' .. group
    if i <= change.removed then
      redis.call('ZREM', list, member)
    else
      redis.call('SADD', records .. ':lists', group)
      redis.call('ZADD', list, 0, member)
    end
    redis.call('HSET', before, 'l' .. group .. '\0' .. member, i <= change.removed and '1' or '0')
  end
  local count, bytes = 'records:' .. change.collection, 'bytes:' .. change.collection
  figures[count] = (figures[count] or 0) + (change.json == '' and 0 or 1) - (change.old == '' and 0 or 1)
  figures[bytes] = (figures[bytes] or 0) + #change.json - #change.old
end

local names = {}
for collection in pairs(touched) do names[#names + 1] = collection end
table.sort(names)
figures.kind, figures.who, figures.time, figures.changed = kind, who, time, #changes
keys.generation = number
for field, value in pairs(keys) do redis.call('HSET', live .. ':' .. number, field, value) end
for field, value in pairs(figures) do redis.call('HSET', live .. ':' .. number .. ':about', field, value) end
redis.call('ZADD', generations, number, number)
redis.call('SET', live, number)
redis.pcall('PUBLISH', 'content', cjson.encode({ generation = tonumber(number), collections = names }))
return { tonumber(number) }

#!lua
-- Restores the content of an earlier generation, as a new generation. Records that were changed in place since then are
-- changed back in place, and their old values are stored as in changeContent-1.lua.
--
-- KEYS: number of the live generation
-- ARGV: generation to restore, who, time (ms)
-- Reply: { number of the new generation, changed collections… }; if nothing was changed:
--   { 0 }   the generation does not exist any more
--   { -1 }  a publish is running
--   { -2, number }  the old values of the change with this number are lost
local live, target, who, time = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local root = string.sub(live, 1, -5)
local generations, counter = root .. 'generations', root .. 'counter'

if redis.call('EXISTS', root .. 'publishing') == 1 then return { -1 } end
-- A dropped generation can still be read for a while, but its records will be removed.
if not redis.call('ZSCORE', generations, target) then return { 0 } end
local manifest = redis.call('HGETALL', live .. ':' .. target)
if #manifest == 0 then return { 0 } end
local about = redis.call('HGETALL', live .. ':' .. target .. ':about')
local last = redis.call('ZRANGE', generations, -1, -1)[1]
-- If no generation is live, the last one in the list.
local before = redis.call('HGETALL', live .. ':' .. (redis.call('GET', live) or last))
-- Never reuse a generation number when the counter is lost.
local number = string.format('%.0f', math.max(last, redis.call('GET', counter) or 0) + 1)
-- Also reads the list of generations, since the list of changes may be lost.
local later = redis.call('ZRANGEBYSCORE', generations, '(' .. target, '+inf')

local touched, then_ = {}, {}
for i = 1, #before, 2 do
  if before[i] ~= 'generation' then then_[before[i]] = before[i + 1] end
end

local undo = {}
for i = 1, #manifest, 2 do
  local collection, records = manifest[i], manifest[i + 1]
  if collection ~= 'generation' then
    if then_[collection] ~= records then touched[collection] = true end
    then_[collection] = nil
    local was, listed = {}, {}
    local since = redis.call('ZRANGEBYSCORE', records .. ':changes', '(' .. target, '+inf')
    for _, change in ipairs(since) do listed[change] = true end
    for _, change in ipairs(later) do if not listed[change] then since[#since + 1] = change end end
    table.sort(since, function(a, b) return tonumber(a) > tonumber(b) end)
    for _, change in ipairs(since) do
      local fields = redis.call('HGETALL', records .. ':before:' .. change)
      if #fields == 0 and listed[change] then return { -2, tonumber(change) } end
      for k = 1, #fields, 2 do was[fields[k]] = fields[k + 1] end
    end
    if next(was) then
      touched[collection] = true
      undo[records] = was
      -- Reads every key before the first write: Redis has no rollback.
      redis.call('HLEN', records)
      redis.call('SCARD', records .. ':lists')
      for field in pairs(was) do
        local group = string.match(field, '^l(%Z*)%z')
        if group then redis.call('ZCARD', records .. ':list:' .. group) end
      end
    end
  end
end
for collection in pairs(then_) do touched[collection] = true end

redis.call('SET', counter, number)
for records, was in pairs(undo) do
  local saved = records .. ':before:' .. number
  redis.call('ZADD', records .. ':changes', number, number)
  for field, value in pairs(was) do
    if string.sub(field, 1, 1) == 'r' then
      local key = string.sub(field, 2)
      redis.call('HSET', saved, field, redis.call('HGET', records, key) or '')
      if value == '' then redis.call('HDEL', records, key) else redis.call('HSET', records, key, value) end
    else
      local group, member = string.match(field, '^l(%Z*)%z(.*)$')
      local list = records .. ':list:' .. group
      redis.call('HSET', saved, field, redis.call('ZSCORE', list, member) and '1' or '0')
      if value == '1' then
        redis.call('SADD', records .. ':lists', group)
        redis.call('ZADD', list, 0, member)
      else
        redis.call('ZREM', list, member)
      end
    end
  end
end

for i = 1, #manifest, 2 do redis.call('HSET', live .. ':' .. number, manifest[i], manifest[i + 1]) end
redis.call('HSET', live .. ':' .. number, 'generation', number)
for i = 1, #about, 2 do redis.call('HSET', live .. ':' .. number .. ':about', about[i], about[i + 1]) end
redis.call('HSET', live .. ':' .. number .. ':about', 'kind', 'rollback', 'who', who, 'time', time, 'to', target)
redis.call('ZADD', generations, number, number)
redis.call('SET', live, number)
local names = {}
for collection in pairs(touched) do names[#names + 1] = collection end
table.sort(names)
if #names > 0 then
  redis.pcall('PUBLISH', 'content', cjson.encode({ generation = tonumber(number), collections = names }))
end
return { tonumber(number), unpack(names) }

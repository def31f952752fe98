#!lua flags=no-writes
-- Reads content of one generation.
--
-- KEYS: number of the live generation
-- ARGV: operation ('get', 'keyed', 'list', 'first', 'names'), generation to read ('' the live one), collection, then
--   get:   record keys…
--   keyed: record keys…
--   list:  group, bounds of the list, 'ascending' or 'descending', max records (0 all), '1' to reply keys too
--   first: direction, then group and bounds for each list
--   names: group
-- Reply: { generation, … }; generation 0: nothing was ever published; -1: the generation, or the number of the live one, is
-- lost. Then
--   get:   JSON or nil for each key
--   keyed: 1 or 0 for each key: whether the record exists
--   list:  1 if more records follow, otherwise 0; JSON…; with keys: key, JSON, …
--   first: JSON or nil for each list
--   names: names…
--
-- changeContent-1.lua changes records in place and stores the old values. A record of an earlier generation is the first of
-- the old values that later generations have stored, otherwise the current record.
local live, what, generation, collection = KEYS[1], ARGV[1], ARGV[2], ARGV[3]

local current = redis.call('GET', live)
if generation == '' then generation = current end
if not generation then return { redis.call('EXISTS', string.sub(live, 1, -5) .. 'generations') == 1 and -1 or 0, 0 } end
local manifest = live .. ':' .. generation
if redis.call('EXISTS', manifest) == 0 then return { -1, 0 } end
local reply = { tonumber(generation) }

local records = redis.call('HGET', manifest, collection)
local saved = {}
if records and generation ~= current then
  for i, number in ipairs(redis.call('ZRANGEBYSCORE', records .. ':changes', '(' .. generation, '+inf')) do
    saved[i] = records .. ':before:' .. number
  end
end

local function record(key)
  for _, before in ipairs(saved) do
    local value = redis.call('HGET', before, 'r' .. key)
    if value then return value ~= '' and value end
  end
  return redis.call('HGET', records, key)
end

-- Lua compares strings by locale; members are ordered by bytes.
local function less(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end

local function within(member, from, to)
  local low, high = string.sub(from, 2), string.sub(to, 2)
  if string.sub(from, 1, 1) == '(' and not less(low, member) or less(member, low) then return false end
  return less(member, high)
end

-- At most `count` members (-1 all) of a group between two bounds, as they were in the generation.
local function range(group, from, to, descending, count)
  local key, was = records .. ':list:' .. group, {}
  local absent = 0
  for i = #saved, 1, -1 do
    local fields = redis.call('HGETALL', saved[i])
    for j = 1, #fields, 2 do
      local name, rest = string.match(fields[j], '^l(%Z*)%z(.*)$')
      if name == group then was[rest] = fields[j + 1] end
    end
  end
  for _, there in pairs(was) do if there == '0' then absent = absent + 1 end end
  local members
  local fetched = count < 0 and -1 or count + absent
  if descending then
    members = redis.call('ZREVRANGEBYLEX', key, to, from, 'LIMIT', 0, fetched)
  else
    members = redis.call('ZRANGEBYLEX', key, from, to, 'LIMIT', 0, fetched)
  end
  if not next(was) then return members end

  local all = {}
  for _, member in ipairs(members) do if was[member] ~= '0' then all[#all + 1] = member end end
  for member, there in pairs(was) do
    if there == '1' and within(member, from, to) then
      local known = redis.call('ZSCORE', key, member)
      if not known then all[#all + 1] = member end
    end
  end
  table.sort(all, function(a, b) if descending then return less(b, a) else return less(a, b) end end)
  while count >= 0 and #all > count do all[#all] = nil end
  return all
end

local function keyOf(member)
  local _, prefix = string.find(member, '\0', 1, true)
  local _, cut = string.find(member, '\0\0', prefix + 1, true)
  return string.sub(member, cut + 1)
end

if what == 'get' then
  for i = 4, #ARGV do reply[i - 2] = records and record(ARGV[i]) end
elseif what == 'keyed' then
  for i = 4, #ARGV do reply[i - 2] = records and record(ARGV[i]) and 1 or 0 end
elseif what == 'list' then
  reply[2] = 0
  if not records then return reply end
  local wanted, keyed = tonumber(ARGV[8]), ARGV[9] == '1'
  local members = range(ARGV[4], ARGV[5], ARGV[6], ARGV[7] == 'descending', wanted == 0 and -1 or wanted + 1)
  if wanted > 0 and #members > wanted then
    members[#members] = nil
    reply[2] = 1
  end
  for _, member in ipairs(members) do
    local key = keyOf(member)
    if keyed then reply[#reply + 1] = key end
    reply[#reply + 1] = record(key)
  end
elseif what == 'first' then
  for i = 5, #ARGV, 3 do
    local members = records and range(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[4] == 'descending', 1) or {}
    reply[#reply + 1] = members[1] and record(keyOf(members[1])) or false
  end
elseif records then
  local from = '-'
  local key = records .. ':list:' .. ARGV[4]
  local names = {}
  while true do
    local found = redis.call('ZRANGEBYLEX', key, from, '+', 'LIMIT', 0, 1)[1]
    if not found then break end
    local name = string.match(found, '^(%Z*)')
    names[name] = true
    from = '(' .. name .. '\1'
  end
  for _, before in ipairs(saved) do
    for _, field in ipairs(redis.call('HKEYS', before)) do
      local group, name = string.match(field, '^l(%Z*)%z(%Z*)')
      if group == ARGV[4] then names[name] = true end
    end
  end
  for name in pairs(names) do
    if #saved == 0 or range(ARGV[4], '[' .. name .. '\0', '(' .. name .. '\1', false, 1)[1] then
      reply[#reply + 1] = name
    end
  end
end
return reply

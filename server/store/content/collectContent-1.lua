#!lua flags=allow-oom
-- Drops old generations, and removes records that no remaining generation refers to. Atomic, so that no publish, change or
-- rollback can refer to records between the check and their removal.
--
-- KEYS: number of the live generation
-- ARGV: number of publishes to keep, number of changes in place to keep, how long dropped data can still be read (ms), when it
--   expires (s)
-- Reply: { generations dropped, record keys removed }
local live = KEYS[1]
local publishesKept, changesKept, grace, expiry = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local root = string.sub(live, 1, -5)
local generations, written, dropped, publishing =
  root .. 'generations', root .. 'written', root .. 'dropped', root .. 'publishing'
-- The clock of Redis: the clocks of callers may differ by more than the grace period.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local current = redis.call('GET', live)
local all = redis.call('ZRANGE', generations, 0, -1)
local published = {}
for _, number in ipairs(all) do
  local kind = redis.call('HGET', live .. ':' .. number .. ':about', 'kind')
  if not kind or kind == 'publish' then published[#published + 1] = number end
end
-- Keeps the last publishes, and the changes since the oldest of them.
local oldest = math.max(
  tonumber(published[#published - publishesKept + 1] or 0), tonumber(all[#all - changesKept + 1] or 0))

local referenced, read, gone = {}, {}, {}
local function refer(number, into)
  for _, records in ipairs(redis.call('HVALS', live .. ':' .. number)) do into[records] = true end
end
if current then refer(current, referenced) end
for _, number in ipairs(all) do
  if tonumber(number) >= oldest then
    refer(number, referenced)
  elseif number ~= current then
    refer(number, read)
    gone[#gone + 1] = number
  end
end
for _, number in ipairs(gone) do
  redis.call('PEXPIRE', live .. ':' .. number, grace)
  redis.call('PEXPIRE', live .. ':' .. number .. ':about', grace)
  redis.call('ZREM', generations, number)
end

-- A running publisher writes the generation in its lock; no manifest refers to it yet.
local underWay = string.match(redis.call('GET', publishing) or '', '^%S+ (%d+) ')
local function isUnderWay(records)
  return underWay and string.sub(records, 1, #root + #underWay + 1) == root .. underWay .. ':'
end

local function eachKey(records, action)
  for _, group in ipairs(redis.call('SMEMBERS', records .. ':lists')) do action(records .. ':list:' .. group) end
  for _, number in ipairs(redis.call('ZRANGE', records .. ':changes', 0, -1)) do
    action(records .. ':before:' .. number)
  end
  action(records)
  action(records .. ':lists')
  action(records .. ':changes')
end

local removed = 0
for _, records in ipairs(redis.call('SMEMBERS', written)) do
  local since = redis.call('ZSCORE', dropped, records)
  if referenced[records] then
    -- A generation refers to dropped records again, before they were removed.
    if since then
      eachKey(records, function(key) redis.call('PERSIST', key) end)
      redis.call('ZREM', dropped, records)
    end
    -- Old values from before the oldest remaining generation are only needed to read dropped generations, until those expire.
    for _, number in ipairs(redis.call('ZRANGEBYSCORE', records .. ':changes', '-inf', oldest)) do
      local before = records .. ':before:' .. number
      local left = redis.call('PTTL', before)
      if left == -1 then
        redis.call('PEXPIRE', before, grace)
      elseif left == -2 then
        redis.call('ZREM', records .. ':changes', number)
      end
    end
  elseif read[records] and not since then
    -- Readers read the generation first, so the records must expire later.
    eachKey(records, function(key) redis.call('EXPIRE', key, expiry) end)
    redis.call('ZADD', dropped, now, records)
  elseif not isUnderWay(records) and (not since or tonumber(since) <= now - grace) then
    eachKey(records, function(key) redis.call('UNLINK', key) end)
    redis.call('SREM', written, records)
    redis.call('ZREM', dropped, records)
    removed = removed + 1
  end
end
return { #gone, removed }

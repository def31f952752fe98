#!lua
-- Stores a snapshot if its sequence number is higher than the stored one, adds it to the history of the event and announces
-- it. Idempotent.
--
-- KEYS: live data of the event, its history
-- ARGV: deadline (ms on the clock of Redis, 0 none), version that the windows are based on, feed ('event' or
--       'bout:<FightID>'), sequence, digest of the content, document, windows, changed (ms), on air (1, 0, '' unknown),
--       channel, max versions in the history, how long it is stored after the last change (ms), packed document, max bytes
--       of the history, max bouts and max bytes of documents of an event, whether it has too many windows (1, 0)
-- Reply: { code, now, sequence, version }, the last two as stored after the call; the sequence is a string, since the client
-- rounds integers near 2^53:
--    1  applied
--    2  duplicate: the same sequence with the same content
--    3  stale: a higher sequence is stored
--   -1  expired: the deadline had passed
--   -2  conflict: the same sequence with other content
--   -3  moved: the version has changed, so the windows must be computed again
--   -4  full: the event has no room for this snapshot
local live, history = KEYS[1], KEYS[2]
local deadline, expected, feed = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local sequence, digest, document = ARGV[4], ARGV[5], ARGV[6]
local windows, changed, onAir = ARGV[7], ARGV[8], ARGV[9]
local channel, maxVersions, historyMs = ARGV[10], tonumber(ARGV[11]), ARGV[12]
local packed, maxHistoryBytes = ARGV[13], tonumber(ARGV[14])
local maxBouts, maxBytes, isCrowded = tonumber(ARGV[15]), tonumber(ARGV[16]), ARGV[17] == '1'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', live, 'version', feed .. ':sequence', feed .. ':digest')
local version, last = tonumber(stored[1] or 0), stored[2] or '0'

if deadline > 0 and now >= deadline then return { -1, now, last, version } end
if tonumber(sequence) < tonumber(last) then return { 3, now, last, version } end
if tonumber(sequence) == tonumber(last) then return { stored[3] == digest and 2 or -2, now, last, version } end
if version ~= tonumber(expected) then return { -3, now, last, version } end

local bouts, bytes = 0, #document
for _, field in ipairs(redis.call('HKEYS', live)) do
  if string.sub(field, -9) == ':document' and field ~= feed .. ':document' then
    bytes = bytes + redis.call('HSTRLEN', live, field)
    if field ~= 'event:document' then bouts = bouts + 1 end
  end
end
local isNewBout = feed ~= 'event' and not stored[2]
if isCrowded or bytes > maxBytes or (isNewBout and bouts >= maxBouts) then return { -4, now, last, version } end

version = version + 1
local id = version .. '-0'

-- Total bytes added up to an entry, with 128 of overhead each; the difference of two is the size between them.
local function addedBy(entry) return tonumber(entry[2][8]) end
local function sizeOf(entry) return #entry[2][4] + 128 end

-- Writes the history first: if its key has the wrong type, nothing is written. Redis has no rollback.
local newest = redis.call('XREVRANGE', history, '+', '-', 'COUNT', 1)[1]
local added = (newest and addedBy(newest) or 0) + #packed + 128
local function add()
  return redis.pcall('XADD', history, 'MAXLEN', maxVersions, id,
    'feed', feed, 'packed', packed, 'bytes', #document, 'added', string.format('%.0f', added))
end
local reply = add()
if reply.err then
  -- A history with higher versions belongs to removed live data.
  if not string.find(reply.err, 'equal or smaller', 1, true) then return reply end
  redis.call('DEL', history)
  add()
end
local oldest = redis.call('XRANGE', history, '-', '+', 'COUNT', 1)[1]
while oldest and added - addedBy(oldest) + sizeOf(oldest) > maxHistoryBytes do
  redis.call('XDEL', history, oldest[1])
  oldest = redis.call('XRANGE', history, '-', '+', 'COUNT', 1)[1]
end
redis.call('PEXPIRE', history, historyMs)

redis.call('HSET', live, 'version', version, 'windows', windows, 'changed', changed,
  feed .. ':sequence', sequence, feed .. ':digest', digest, feed .. ':document', document, feed .. ':version', version)
if onAir ~= '' then redis.call('HSET', live, 'onair', onAir) end
redis.pcall('PUBLISH', channel, version .. ' ' .. feed)
return { 1, now, sequence, version }

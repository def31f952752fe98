#!lua
-- Stores a snapshot if its sequence number is higher than the one stored, adds it to the event's stream and announces
-- it, all at once: no reader can see the one without the other. Running it twice changes nothing.
--
-- KEYS: live data of the event, stream of its snapshots
-- ARGV: deadline (ms on this clock, 0 none), version that the windows were made from, feed ('event' or
--       'bout:<FightID>'), sequence, digest of the content, document, windows, changed (ms), on air (1, 0, '' no word),
--       channel, snapshots kept in the stream, for how long after the last (ms)
-- Replies { code, now, sequence, version }, the last two as they are now stored; the sequence as a string, since the
-- client rounds integers near 2^53:
--    1  applied
--    2  duplicate: the same sequence with the same content
--    3  stale: a higher sequence is stored
--   -1  expired: the deadline had passed
--   -2  conflict: the same sequence with other content
--   -3  moved: the version is another, so the windows must be made anew
local live, stream = KEYS[1], KEYS[2]
local deadline, expected, feed = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local sequence, digest, document = ARGV[4], ARGV[5], ARGV[6]
local windows, changed, onAir = ARGV[7], ARGV[8], ARGV[9]
local channel, kept, keptMs = ARGV[10], ARGV[11], ARGV[12]

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', live, 'version', feed .. ':sequence', feed .. ':digest')
local version, last = tonumber(stored[1] or 0), stored[2] or '0'

if deadline > 0 and now >= deadline then return { -1, now, last, version } end
if tonumber(sequence) < tonumber(last) then return { 3, now, last, version } end
if tonumber(sequence) == tonumber(last) then return { stored[3] == digest and 2 or -2, now, last, version } end
if version ~= tonumber(expected) then return { -3, now, last, version } end

version = version + 1
-- The stream first: a key of a wrong type then fails before anything is written, since Redis undoes nothing.
local entry = { stream, 'MAXLEN', kept, version .. '-0', 'feed', feed, 'document', document }
local added = redis.pcall('XADD', unpack(entry))
if added.err then
  -- One that is ahead belongs to live data that was removed; its numbers are given out again.
  if not string.find(added.err, 'equal or smaller', 1, true) then return added end
  redis.call('DEL', stream)
  redis.call('XADD', unpack(entry))
end
redis.call('PEXPIRE', stream, keptMs)
redis.call('HSET', live, 'version', version, 'windows', windows, 'changed', changed,
  feed .. ':sequence', sequence, feed .. ':digest', digest, feed .. ':document', document, feed .. ':version', version)
if onAir ~= '' then redis.call('HSET', live, 'onair', onAir) end
redis.call('PUBLISH', channel, version .. ' ' .. feed)
return { 1, now, sequence, version }

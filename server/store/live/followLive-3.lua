#!lua flags=no-writes
-- Reads what a reader of one feed has not seen: every snapshot since a version, or where those are no longer kept, and
-- for a reader that has seen none, the latest.
--
-- KEYS: live data of the event, its history, the history of older servers
-- ARGV: feed ('event' or 'bout:<FightID>'), version that the reader has seen ('' none), snapshots looked at, bytes that
--       the snapshots may have together, but for the first
-- Reply: { version of the event, version of the feed's latest snapshot, kind, version reached, version, document… };
-- empty: the feed has no snapshot. A document is JSON, or packed.
--    kind 0  nothing was missed
--    kind 1  snapshots in the order of their versions; some of them may be for the next call, from the version reached
--    kind 2  the latest snapshot only
local live, history, stream = KEYS[1], KEYS[2], KEYS[3]
local feed, seen, wanted, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local stored = redis.call('HMGET', live, 'version', feed .. ':version', feed .. ':document')
if not stored[3] then return {} end
local version = tonumber(stored[1])
-- Live data of before there were streams names no version of each feed.
local latest = tonumber(stored[2] or version)
local current = { version, latest, 2, version, latest, stored[3] }

if not seen or seen > version then return current end
if seen >= latest then return { version, latest, 0, version } end

-- Feed, document and its bytes unpacked, of one version; nil when it is no longer kept.
local function read(number)
  local id = string.format('%.0f-0', number)
  local entry = redis.call('XRANGE', history, id, id)[1]
  if entry then return entry[2][2], entry[2][4], tonumber(entry[2][6]) end
  -- While servers are replaced one by one, some versions stand in the one and some in the other.
  entry = redis.call('XRANGE', stream, id, id)[1]
  if entry then return entry[2][2], entry[2][4], #entry[2][4] end
end

local reply = { version, latest, 1, seen }
for number = seen + 1, math.min(version, seen + wanted) do
  local of, document, bytes = feed, stored[3], #stored[3]
  if number ~= latest then of, document, bytes = read(number) end
  -- The next call finds that it is gone, and gives the latest.
  if not of then break end
  if of == feed then
    room = room - bytes
    if room < 0 and #reply > 4 then break end
    reply[#reply + 1] = number
    reply[#reply + 1] = document
  end
  reply[4] = number
end
if reply[4] == seen then return current end
return reply

#!lua flags=no-writes
-- Reads the snapshots of one feed after a version; only the latest one if some of them are no longer stored, or the reader
-- has seen no version.
--
-- KEYS: live data of the event, its history
-- ARGV: feed ('event' or 'bout:<FightID>'), version that the reader has seen ('' none), max versions to read, max bytes of
--       all snapshots except the first
-- Reply: { version of the event, version of the feed's latest snapshot, kind, version reached, version, document… };
-- empty if the feed has no snapshot. A document is JSON, or packed.
--    kind 0  nothing was missed
--    kind 1  snapshots in the order of their versions, up to the version reached; the next call reads the rest
--    kind 2  only the latest snapshot
local live, history = KEYS[1], KEYS[2]
local feed, seen, wanted, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local stored = redis.call('HMGET', live, 'version', feed .. ':version', feed .. ':document')
if not stored[3] then return {} end
local version, latest = tonumber(stored[1]), tonumber(stored[2])
local current = { version, latest, 2, version, latest, stored[3] }

if not seen or seen > version then return current end
if seen >= latest then return { version, latest, 0, version } end

-- Feed, document and unpacked bytes of one version; nil if it is no longer stored.
local function read(number)
  local id = string.format('%.0f-0', number)
  local entry = redis.call('XRANGE', history, id, id)[1]
  if entry then return entry[2][2], entry[2][4], tonumber(entry[2][6]) end
end

local reply = { version, latest, 1, seen }
for number = seen + 1, math.min(version, seen + wanted) do
  local of, document, bytes = feed, stored[3], #stored[3]
  if number ~= latest then of, document, bytes = read(number) end
  -- A removed version ends this reply; the next call returns the latest snapshot.
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

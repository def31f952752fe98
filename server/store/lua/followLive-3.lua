#!lua flags=no-writes
-- Reads what a reader of one feed has not seen: every snapshot since a version, or where those are no longer kept, and
-- for a reader that has seen none, the latest.
--
-- KEYS: live data of the event, stream of its snapshots
-- ARGV: feed ('event' or 'bout:<FightID>'), version that the reader has seen ('' none), snapshots looked at
-- Reply: { version of the event, version of the feed's latest snapshot, kind, version reached, version, document… };
-- empty: the feed has no snapshot
--    kind 0  nothing was missed
--    kind 1  snapshots in the order of their versions; some of them may be for the next call, from the version reached
--    kind 2  the latest snapshot only
local live, stream = KEYS[1], KEYS[2]
local feed, seen, wanted = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local stored = redis.call('HMGET', live, 'version', feed .. ':version', feed .. ':document')
if not stored[3] then return {} end
local version = tonumber(stored[1])
-- Live data of before there were streams names no version of each feed.
local latest = tonumber(stored[2] or version)
local current = { version, latest, 2, version, latest, stored[3] }

if not seen or seen > version then return current end
if seen >= latest then return { version, latest, 0, version } end

local entries = redis.call('XRANGE', stream, '(' .. seen .. '-0', '+', 'COUNT', wanted)
-- Every version has its entry, so the one after the last that was seen tells whether any is gone.
if not entries[1] or entries[1][1] ~= (seen + 1) .. '-0' then return current end
local reply = { version, latest, 1, 0 }
for _, entry in ipairs(entries) do
  local number = tonumber(string.match(entry[1], '^%d+'))
  reply[4] = number
  if entry[2][2] == feed then
    reply[#reply + 1] = number
    reply[#reply + 1] = entry[2][4]
  end
end
return reply

#!lua
-- Stores in one bucket of a fight when its rounds opened and when they close. A stored moment never changes: if content
-- later joins the fight with another bout of the feed, the rounds of that bout have separate fields.
--
-- KEYS: windows
-- ARGV: bout ('' the first), then round, opened (ms), closes (ms or ''), for each round
-- Reply: number of moments added
local windows, bout = KEYS[1], ARGV[1]
local prefix = ''
if bout ~= '' and redis.call('HSETNX', windows, 'bout', bout) == 0 and redis.call('HGET', windows, 'bout') ~= bout then
  prefix = bout .. ':'
end
local added = 0
for i = 2, #ARGV, 3 do
  local round, opened, closes = prefix .. ARGV[i], ARGV[i + 1], ARGV[i + 2]
  added = added + redis.call('HSETNX', windows, round .. ':opened', opened)
  if closes ~= '' then added = added + redis.call('HSETNX', windows, round .. ':closes', closes) end
end
return added

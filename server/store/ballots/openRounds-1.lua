#!lua
-- Stores in one bucket of a fight when its rounds opened and when they close. A stored moment never changes.
--
-- KEYS: windows
-- ARGV: round, opened (ms), closes (ms or ''), for each round
-- Reply: number of fields added
local windows = KEYS[1]
local added = 0
for i = 1, #ARGV, 3 do
  local round, opened, closes = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  added = added + redis.call('HSETNX', windows, round .. ':opened', opened)
  if closes ~= '' then added = added + redis.call('HSETNX', windows, round .. ':closes', closes) end
end
return added

#!lua
-- Compares the tallies of one bucket of a fight with its votes and scorecards, and corrects them when told to.
--
-- KEYS: tally, sums and counts of scorecards, and the votes or scorecards of rounds 1 to 5
-- ARGV: 'votes' or 'scores', '1' to correct
-- Reply: { votes or scorecards read, field, stored, counted, … } of what differs; `vote <client>` for one that is none
local tallies, sums = KEYS[1], KEYS[2]
local what, correct = ARGV[1], ARGV[2] == '1'
local tally = what == 'votes' and tallies or sums

local reply, counted = { 0 }, {}
local function add(field, amount) counted[field] = (counted[field] or 0) + amount end
for round = 1, 5 do
  local cast = redis.call('HGETALL', KEYS[round + 2])
  for i = 1, #cast, 2 do
    local first, second = string.match(cast[i + 1], '^(%d+)|(%d+)$')
    reply[1] = reply[1] + 1
    if not first then
      reply[#reply + 1], reply[#reply + 2], reply[#reply + 3] = 'vote ' .. cast[i], cast[i + 1], ''
    elseif what == 'votes' then
      add(round .. ':' .. first, 1)
    else
      add(round .. ':count', 1)
      add(round .. ':1', tonumber(first))
      add(round .. ':2', tonumber(second))
    end
  end
end

local stored = redis.call('HGETALL', tally)
local right = {}
for i = 1, #stored, 2 do
  local field, value = stored[i], stored[i + 1]
  -- Other fields mark when the tally was announced.
  if string.find(field, ':', 1, true) then
    local wanted = string.format('%.0f', counted[field] or 0)
    counted[field] = nil
    if value ~= wanted then
      reply[#reply + 1], reply[#reply + 2], reply[#reply + 3] = field, value, wanted
      right[field] = wanted
    end
  end
end
for field, wanted in pairs(counted) do
  if wanted ~= 0 then
    reply[#reply + 1], reply[#reply + 2], reply[#reply + 3] = field, '', string.format('%.0f', wanted)
    right[field] = string.format('%.0f', wanted)
  end
end
if correct and next(right) then
  -- The version of the tally, so that nobody takes what was made from the wrong one for the present one.
  redis.call('HINCRBY', tally, 'changes', 1)
  for field, wanted in pairs(right) do redis.call('HSET', tally, field, wanted) end
end
return reply

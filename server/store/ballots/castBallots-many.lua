#!lua
-- Casts the votes, or stores the scorecards, of one bucket of a fight, in order, each with its own verdict. Idempotent.
--
-- KEYS: windows, tally, ballots of each round, changes of the client of each ballot. Cluster needs all of them listed: a
--       script must not run where a moving slot has left only some.
-- ARGV: 'votes' or 'scores', deadline (ms on this clock, 0 none), lower and upper bound of their arrival (the same),
--       changes allowed (0 any), period (ms), bout that content joins the fight with ('' the first), how many rounds,
--       their numbers; of each ballot: client, which of the rounds (from 1), and fighter statid (votes), or score of
--       fighter 1, score of fighter 2 (scores)
-- Reply: { now } if the deadline had passed; otherwise { now, opened and closes of each round (ms, 0 unknown), … } and for
-- each ballot: code, changes left, ms until the period ends, a value that depends on the code:
--    1  created, moment stored (ms; 0 for scores)
--    2  moved or replaced, the same
--    3  same, the same
--    4  overtaken by a later vote, moment of that one; nothing was changed
--   -2  not opened, 0
--   -3  closed, 0
--   -4  limited, 0
--   -5  its data is broken, error message
local windows, tally = KEYS[1], KEYS[2]
local isVote, deadline, allowed = ARGV[1] == 'votes', tonumber(ARGV[2]), tonumber(ARGV[5])
local minArrival, maxArrival = tonumber(ARGV[3]), tonumber(ARGV[4])
local period, bout, rounds = ARGV[6], ARGV[7], tonumber(ARGV[8])
local call, pcall, match = redis.call, redis.pcall, string.match

local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if deadline > 0 and now >= deadline then return { now } end

-- Every key is read before the first write, since Redis has no rollback, and an error fails the ballots that need the
-- key. Changes are collected in memory, where later ballots see them, and written once at the end.
local first, width = 9 + rounds, isVote and 3 or 4
local fields, clients = { 'bout' }, {}
for r = 1, rounds do
  local number = ARGV[8 + r]
  local own = bout .. ':' .. number
  fields[4 * r - 2], fields[4 * r - 1] = number .. ':opened', number .. ':closes'
  fields[4 * r], fields[4 * r + 1], clients[r] = own .. ':opened', own .. ':closes', {}
end
for i = first, #ARGV, width do
  local cast = clients[tonumber(ARGV[i + 1])]
  cast[#cast + 1] = ARGV[i]
end

--- The stored integer, 0 without a value; nil when it is not an integer.
local function whole(stored)
  if not stored then return 0 end
  return tonumber(match(stored, '^-?%d+$'))
end

local reply, window = { now }, pcall('HMGET', windows, unpack(fields))
local at = (bout == '' or window[1] == bout) and -2 or 0
local ballots, broken, written = {}, {}, {}
for r = 1, rounds do
  local cast, existing = clients[r], {}
  local found = pcall('HMGET', KEYS[2 + r], unpack(cast))
  for i = 1, #found do existing[cast[i]] = found[i] end
  local opened, closes = whole(window[4 * r + at]), whole(window[4 * r + at + 1])
  broken[r] = window.err or found.err or not (opened and closes) and 'CORRUPT moments of a round at ' .. windows
  ballots[r], written[r], reply[2 * r], reply[2 * r + 1] = existing, {}, opened or 0, closes or 0
end

local counts, found = {}, pcall('HGETALL', tally)
local brokenTally = found.err
for i = 1, #found, 2 do counts[found[i]] = found[i + 1] end

--- The new value of a count; nil when it is broken, or would be negative.
local function counted(field, more)
  local count = counts[field]
  if type(count) ~= 'number' then count = whole(count) end
  if count and count + more >= 0 then return count + more end
end

local used, ends, added, touched, changed = {}, {}, {}, {}, 0
-- A delayed vote (in a stalled connection, while its client gave up and voted elsewhere) must not replace a later one.
-- So a vote is stored with the lower bound of its arrival, and is ignored if its upper bound is below the stored lower
-- bound. A vote that was sent after the stored one was acknowledged is never ignored, since it arrived later. A stored
-- moment in the future is from another clock (a Redis before a failover) and does not count. Scorecards have no moment.
local stamp = math.min(minArrival, now)
local moment = isVote and string.format('%.0f', stamp)
local size, nth = #reply, 2 + rounds
for i = first, #ARGV, width do
  nth = nth + 1
  local client, r, one, two, changes = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3], KEYS[nth]
  local code, detail, left, wrong = nil, 0, 0, broken[r]

  if allowed > 0 then
    if not ends[changes] then
      local value = pcall('GET', changes)
      local err = value and value.err
      used[changes] = whole(not err and value)
      if err or not used[changes] then
        wrong = wrong or err or 'CORRUPT number of changes beside ' .. windows
      else
        ends[changes] = used[changes] > 0 and math.max(0, call('PTTL', changes)) or tonumber(period)
      end
    end
    left = math.max(0, allowed - (used[changes] or 0))
  end

  local ballot = ballots[r][client]
  local before1, before2
  if ballot then before1, before2 = match(ballot, '^(%d+)|(%d+)$') end
  if wrong then
    code, detail = -5, wrong
  elseif reply[2 * r] == 0 then
    code = -2
  elseif reply[2 * r + 1] > 0 and now >= reply[2 * r + 1] then
    code = -3
  elseif before1 == one and (isVote or before2 == two) then
    code, detail = 3, isVote and tonumber(before2) or 0
  elseif isVote and before1 and tonumber(before2) > maxArrival and tonumber(before2) <= now then
    code, detail = 4, tonumber(before2)
  elseif brokenTally then
    code, detail = -5, brokenTally
  else
    local number, field1, field2, field3 = ARGV[8 + r], nil, nil, nil
    local count1, count2, count3
    if isVote then
      field1 = number .. ':' .. one
      count1 = counted(field1, 1)
      if before1 then
        field2 = number .. ':' .. before1
        count2 = counted(field2, -1)
      end
    else
      field1, field2, field3 = number .. ':1', number .. ':2', number .. ':count'
      count1, count2 = counted(field1, one - (before1 or 0)), counted(field2, two - (before2 or 0))
      count3 = counted(field3, ballot and 0 or 1)
    end
    local version = counted('changes', 1)
    if (ballot and not before1) or not (version and count1) or (field2 and not count2) or (field3 and not count3) then
      code, detail = -5, 'CORRUPT ' .. (isVote and 'vote or tally at ' or 'scorecard or sums at ') .. KEYS[2 + r]
    elseif allowed > 0 and left == 0 then
      code = -4
    else
      code, detail, changed = ballot and 2 or 1, isVote and stamp or 0, changed + 1
      counts.changes, counts[field1], touched[field1] = version, count1, true
      if field2 then counts[field2], touched[field2] = count2, true end
      if field3 then counts[field3], touched[field3] = count3, true end
      if allowed > 0 then
        used[changes], added[changes], left = used[changes] + 1, (added[changes] or 0) + 1, left - 1
      end
      local text, out = one .. '|' .. (moment or two), written[r]
      ballots[r][client] = text
      out[#out + 1], out[#out + 2] = client, text
    end
  end
  reply[size + 1], reply[size + 2], reply[size + 3], reply[size + 4] = code, left, ends[changes] or 0, detail
  size = size + 4
end

if changed > 0 then
  for r = 1, rounds do
    if #written[r] > 0 then call('HSET', KEYS[2 + r], unpack(written[r])) end
  end
  for key, more in next, added do
    if used[key] == more then call('PSETEX', key, period, more) else call('INCRBY', key, more) end
  end
  -- The sum over the buckets of a fight is the version of its tally.
  local values = { 'changes', counts.changes }
  for field in next, touched do
    values[#values + 1], values[#values + 2] = field, counts[field]
  end
  -- Published at most every 100 ms: a subscriber reads once more later. A user who may not publish must not leave a vote
  -- without its count.
  if math.abs(now - (tonumber(counts.announced or 0) or 0)) >= 100 then
    values[#values + 1], values[#values + 2] = 'announced', string.format('%.0f', now)
    pcall('PUBLISH', 'tally:' .. match(tally, '^{(%d+):'), '')
  end
  call('HSET', tally, unpack(values))
end
return reply

#!lua flags=no-writes
-- Reads live data of one event and the clock.
--
-- KEYS: live data of the event
-- ARGV: fields…
-- Reply: { now (ms), value or nil for each field }
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return { now, unpack(redis.call('HMGET', KEYS[1], unpack(ARGV))) }

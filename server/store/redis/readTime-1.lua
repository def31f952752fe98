#!lua flags=no-writes
-- Reads the clock of the node that has the slot of a key.
--
-- KEYS: any key
-- Reply: now (ms)
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)

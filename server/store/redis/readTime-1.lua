#!lua flags=no-writes
-- Tells the clock of the node that holds a key.
--
-- KEYS: any key
-- Reply: now (ms)
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)

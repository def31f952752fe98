#!lua flags=allow-oom
-- Extends or releases the publisher's lock.
--
-- KEYS: lock
-- ARGV: value of the lock, how long to keep it (ms; 0 releases it)
-- Reply: 1 done; 0 the lock is lost
local lock, token, lockMs = KEYS[1], ARGV[1], tonumber(ARGV[2])

if redis.call('GET', lock) ~= token then return 0 end
if lockMs > 0 then redis.call('PEXPIRE', lock, lockMs) else redis.call('DEL', lock) end
return 1

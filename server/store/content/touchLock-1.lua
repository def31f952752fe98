#!lua flags=allow-oom
-- Extends or releases a lock that the caller still holds.
--
-- KEYS: lock
-- ARGV: token, ms to keep it (0 releases it)
-- Reply: 1 done; 0 the caller no longer holds it
local lock, token, lockMs = KEYS[1], ARGV[1], tonumber(ARGV[2])

if redis.call('GET', lock) ~= token then return 0 end
if lockMs > 0 then redis.call('PEXPIRE', lock, lockMs) else redis.call('DEL', lock) end
return 1

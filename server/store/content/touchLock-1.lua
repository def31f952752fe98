#!lua flags=allow-oom
-- Keeps a lock for a while longer, or gives it back, if it is still held.
--
-- KEYS: lock
-- ARGV: token, ms to keep it (0 gives it back)
-- Reply: 1 done; 0 another holds it, or none
local lock, token, keep = KEYS[1], ARGV[1], tonumber(ARGV[2])

if redis.call('GET', lock) ~= token then return 0 end
if keep > 0 then redis.call('PEXPIRE', lock, keep) else redis.call('DEL', lock) end
return 1

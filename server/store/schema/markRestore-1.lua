#!lua
-- Replaces the mark of a restore if it has not changed since it was read: of two concurrent restores only one continues.
--
-- KEYS: schema of the store
-- ARGV: the mark that was read ('' none), the new mark ('' none)
-- Reply: 1 replaced; 0 the mark has changed
local present = redis.call('HGET', KEYS[1], 'restoring') or ''
if present ~= ARGV[1] then return 0 end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], 'restoring')
else
  redis.call('HSET', KEYS[1], 'restoring', ARGV[2])
end
return 1

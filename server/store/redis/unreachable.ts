/** Redis cannot be used as configured; the message is one sentence that says what to do. */
export class RedisUnreachable extends Error {
  override name = 'RedisUnreachable';
}

import { keys } from '../keys.ts';
import { isMoment } from '../redis/clock.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { run } from '../redis/scripts.ts';

const isReadReply = (reply: unknown, fields: number): reply is [number, ...(string | null)[]] =>
  Array.isArray(reply) &&
  reply.length === fields + 1 &&
  isMoment(reply[0]) &&
  reply.every((value, index) => index === 0 || value === null || typeof value === 'string');

/** Reads fields of an event's live data, with the clock of Redis. @see readLive-1.lua */
export async function readFields(
  client: RedisClient,
  eventId: number | string,
  fields: string[],
): Promise<{ nowMs: number; values: (string | null)[] }> {
  const reply = await run(client, 'readLive', [keys.live(String(eventId))], fields);
  if (!isReadReply(reply, fields.length)) throw new StoreUnavailable(malformedReply);
  const [nowMs, ...values] = reply;
  return { nowMs, values };
}

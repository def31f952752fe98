import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { mapRedisError, StoreFault } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { scanPages } from '../store/redis/scan.ts';
import { encodeValue, type Part } from './format.ts';

/** About how much is read at once: Redis answers nobody else meanwhile. */
const portionBytes = 1_048_576;
const mostElements = 1_000;
const firstElements = 16;

/** Entries of a stream: id and values. */
type Entry = [id: Buffer, values: Buffer[]];

const sizeOf = (values: readonly Buffer[]) => values.reduce((sum, { length }) => sum + length, 0);

type Scan = (cursor: string, count: number) => Promise<[Buffer, Buffer[]]>;

/** The elements of a hash or set, in portions of about the same size, whatever theirs. */
async function* scanElements(key: string, type: Part['type'], scan: Scan): AsyncGenerator<Part> {
  let count = firstElements;
  for await (const found of scanPages((cursor) => scan(cursor, count))) {
    const mean = sizeOf(found) / Math.max(1, found.length);
    count = Math.max(1, Math.min(mostElements, 2 * count, Math.floor(portionBytes / Math.max(1, mean))));
    if (found.length > 0) yield { key, type, values: found.map(encodeValue) };
  }
}

function streamPart(key: string, entries: readonly Entry[]): Part {
  const values = entries.flatMap(([id, fields]) => [id, Buffer.from(String(fields.length)), ...fields]);
  return { key, type: 'stream', values: values.map(encodeValue) };
}

/**
 * A key in parts, without its expiry; nothing when it does not exist. What is in a hash or set all the time is in them;
 * what is added, removed or changed meanwhile may be or not.
 *
 * @throws {StoreFault} for a type that this store does not use.
 */
export async function* readParts(client: RedisClient, key: string): AsyncGenerator<Part> {
  const type = await mapRedisError(client.type(key));
  switch (type) {
    case 'none':
      return;
    case 'string': {
      const value = await mapRedisError(client.getBuffer(key));
      if (value) yield { key, type, values: [encodeValue(value)] };
      return;
    }
    case 'hash':
      yield* scanElements(key, type, (cursor, count) => client.hscanBuffer(key, cursor, 'COUNT', count));
      return;
    case 'set':
      yield* scanElements(key, type, (cursor, count) => client.sscanBuffer(key, cursor, 'COUNT', count));
      return;
    case 'zset':
      yield* scanElements(
        key,
        type,
        (cursor, count) => client.zscanBuffer(key, cursor, 'COUNT', count) as unknown as Promise<[Buffer, Buffer[]]>,
      );
      return;
    default:
      throw new StoreFault(`${key} in Redis is a ${type}, which this store does not use: repair or remove it first.`);
  }
}

/**
 * The live data of an event as they are at one moment, with its history. They are at most 42 MB, which Redis sends in
 * some tens of milliseconds.
 */
export async function* readEvent(client: RedisClient, eventId: string): AsyncGenerator<Part> {
  const [live, history, stream] = [keys.live(eventId), keys.liveHistory(eventId), keys.liveStream(eventId)];
  const transaction = client
    .multi()
    .callBuffer('HGETALL', live)
    .callBuffer('XRANGE', history, '-', '+')
    .callBuffer('XRANGE', stream, '-', '+')
    .pexpiretime(history)
    .pexpiretime(stream);
  const replies = await execPipeline(transaction);
  const [fields, entries, older, ...expiries] = replies as [Buffer[], Entry[], Entry[], number, number];
  if (fields.length > 0) yield { key: live, type: 'hash', values: fields.map(encodeValue) };
  for (const [index, list] of [entries, older].entries()) {
    const expiresMs = expiries[index] as number;
    const expiry = expiresMs > 0 ? { expiresMs } : {};
    let portion: Entry[] = [];
    let bytes = 0;
    for (const entry of list) {
      portion.push(entry);
      bytes += sizeOf(entry[1]);
      if (bytes < portionBytes) continue;
      yield { ...streamPart(index === 0 ? history : stream, portion), ...expiry };
      [portion, bytes] = [[], 0];
    }
    if (portion.length > 0) yield { ...streamPart(index === 0 ? history : stream, portion), ...expiry };
  }
}

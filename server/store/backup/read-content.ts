import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { StoreRefused } from '../schema/open-store.ts';
import { encodeValue, type Part } from './format.ts';
import { type Reader, writeKey } from './reader.ts';

const { content } = keys;

const attempts = 10;

/** What was changed in place since a generation, as it was before: a field of ../content/changeContent-1.lua → value. */
type Before = Map<string, { field: Buffer; value: Buffer }>;

/** At one moment: the live generation and those that can still be read. */
async function readNumbers(client: RedisClient): Promise<{ live: string | null; generations: string[] }> {
  const transaction = client.multi().get(content.live).zrange(content.generations, '0', '-1');
  const [live, generations] = (await execPipeline(transaction)) as [string | null, string[]];
  return { live, generations };
}

const text = (value: string) => encodeValue(Buffer.from(value));
const numbered = (key: string, numbers: readonly string[]): Part => ({
  ...{ key, type: 'zset', values: numbers.flatMap((number) => [text(number), text(number)]) },
});

/** The oldest values that later generations have stored: what an earlier one reads. */
async function readBefore(client: RedisClient, records: string, live: string): Promise<Before> {
  const before: Before = new Map();
  const later = await mapRedisError(client.zrangebyscore(content.changes(records), `(${live}`, '+inf'));
  for (const number of later) {
    const fields = (await mapRedisError(client.callBuffer('HGETALL', content.before(records, number)))) as Buffer[];
    for (let at = 0; at < fields.length; at += 2) {
      const [field, value] = [fields[at] as Buffer, fields[at + 1] as Buffer];
      const name = field.toString('latin1');
      if (!before.has(name)) before.set(name, { field, value });
    }
  }
  return before;
}

/** Parts that put records and lists back as they were before later changes, of which some were read and some were not. */
function* correctionsOf(records: string, before: Before): Generator<Part> {
  for (const { field, value } of before.values()) {
    const name = field.subarray(1);
    if (field[0] === 0x72 /* r */) {
      if (value.length === 0) yield { key: records, type: 'hash', values: [encodeValue(name)], removed: true };
      else yield { key: records, type: 'hash', values: [encodeValue(name), encodeValue(value)] };
    } else {
      const end = name.indexOf(0);
      const key = content.list(records, name.toString('utf8', 0, end));
      const member = encodeValue(name.subarray(end + 1));
      if (value.toString() === '1') yield { key, type: 'zset', values: [member, text('0')] };
      else yield { key, type: 'zset', values: [member], removed: true };
    }
  }
}

/** The records of some generations as they were when the newest of them was live. */
async function writeRecords(reader: Reader, records: string, live: string): Promise<void> {
  const { client, sink } = reader;
  for (const key of [records, content.lists(records)]) await writeKey(reader, key);
  for (const group of await mapRedisError(client.smembers(content.lists(records)))) {
    await writeKey(reader, content.list(records, group));
  }
  const changes = await mapRedisError(client.zrangebyscore(content.changes(records), '-inf', live));
  if (changes.length > 0) await sink.write(numbered(content.changes(records), changes));
  for (const number of changes) await writeKey(reader, content.before(records, number));
  for (const part of correctionsOf(records, await readBefore(client, records, live))) await sink.write(part);
}

/** Keys of all records that some generations refer to. */
async function recordsOf(client: RedisClient, generations: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const number of generations.map(Number)) {
    const { generation: _, ...collections } = await mapRedisError(client.hgetall(content.generation(number)));
    for (const records of Object.values(collections)) found.add(records);
  }
  return found;
}

async function writeGenerations(reader: Reader, live: string, generations: readonly string[]): Promise<void> {
  const { sink } = reader;
  await sink.write({ key: content.live, type: 'string', values: [text(live)] });
  await writeKey(reader, content.counter);
  await sink.write(numbered(content.generations, generations));
  for (const number of generations.map(Number)) {
    await writeKey(reader, content.generation(number));
    await writeKey(reader, content.about(number));
  }
}

/**
 * Writes the content as it was at the start: records that are changed in place meanwhile are put back by what the changes
 * have stored. Earlier generations that are dropped meanwhile are left out; the first collection of garbage removes what
 * was read of them. Only when the generation of the start is dropped itself, as by three publishes, it is read again.
 *
 * @throws {StoreRefused} when that happened each time.
 */
export async function writeContent(reader: Reader): Promise<void> {
  const { client, sink } = reader;
  const start = await sink.mark();
  for (let attempt = 1; ; attempt++) {
    const { live, generations } = await readNumbers(client);
    if (live === null) return;
    const written = await recordsOf(client, generations);
    for (const records of written) await writeRecords(reader, records, live);
    if (written.size > 0) await sink.write({ key: content.written, type: 'set', values: [...written].map(text) });
    const left = new Set((await readNumbers(client)).generations);
    // What is dropped from now on can still be read for a while.
    if (left.has(live)) {
      return writeGenerations(
        reader,
        live,
        generations.filter((number) => left.has(number)),
      );
    }
    if (attempt === attempts) {
      throw new StoreRefused(
        `The content was dropped during each of ${attempt} attempts to read it: run it again when nobody publishes.`,
      );
    }
    await sink.rewind(start);
  }
}

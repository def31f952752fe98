import { collectionNames } from '../../contracts/content/collections/index.ts';
import { everything } from '../store/content/record-encoding.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { encodeValue, type Part } from './format.ts';
import { type Reader, writeKey } from './reader.ts';

const { content } = keys;

const attempts = 10;

const damaged = (what: string) =>
  new StoreRefused(
    `${what}, so a backup would lack content: run "npm run content -- audit", which says how to repair it, and make the backup then.`,
  );

/** What was changed in place since a generation, as it was before: a field of ../content/changeContent-1.lua → value. */
type Before = Map<string, { field: Buffer; value: Buffer }>;

const tooManyChanges = `The content was dropped during each of ${attempts} attempts to read it: run it again when nobody publishes.`;

/** The live generation, and those that can still be read. */
interface Numbers {
  live: string;
  generations: readonly string[];
}

/** At one moment. */
async function readNumbers(client: RedisClient): Promise<{ live: string | null; generations: string[] }> {
  const transaction = client.multi().get(content.live).zrange(content.generations, '0', '-1');
  const [live, generations] = (await execPipeline(transaction)) as [string | null, string[]];
  return { live, generations };
}

const text = (value: string) => encodeValue(Buffer.from(value));
const numbered = (key: string, numbers: readonly string[]): Part => ({
  key,
  type: 'zset',
  values: numbers.flatMap((number) => [text(number), text(number)]),
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

/**
 * The generations up to a live one that changed records in place, oldest first. Those that can still be read are asked for
 * what they changed: the list of the others may be lost.
 */
async function readChanges(client: RedisClient, records: string, { live, generations }: Numbers): Promise<string[]> {
  const listed = await mapRedisError(client.zrangebyscore(content.changes(records), '-inf', live));
  const pipeline = client.pipeline();
  for (const number of generations) pipeline.exists(content.before(records, number));
  const found = await execPipeline(pipeline);
  const changes = new Set([...listed, ...generations.filter((_, index) => found[index] === 1)]);
  return [...changes].sort((a, b) => Number(a) - Number(b));
}

/** The records of some generations as they were when the newest of them was live. */
async function writeRecords(reader: Reader, records: string, numbers: Numbers): Promise<void> {
  const { client, sink } = reader;
  const { live } = numbers;
  for (const key of [records, content.lists(records)]) await writeKey(reader, key);
  const transaction = client.multi().smembers(content.lists(records)).hlen(records);
  const [groups, count] = (await execPipeline(transaction)) as [string[], number];
  if (count > 0 && !groups.includes(everything)) throw damaged(`${content.lists(records)} in Redis names no list`);
  for (const group of groups) {
    await writeKey(reader, content.list(records, group));
  }
  const changes = await readChanges(client, records, numbers);
  if (changes.length > 0) await sink.write(numbered(content.changes(records), changes));
  for (const number of changes) await writeKey(reader, content.before(records, number));
  for (const part of correctionsOf(records, await readBefore(client, records, live))) await sink.write(part);
}

/** Keys of all records that some generations refer to, and the generations that are gone. */
async function readManifests(client: RedisClient, generations: readonly string[]) {
  const [written, gone] = [new Set<string>(), new Set<string>()];
  for (const number of generations) {
    const manifest = await mapRedisError(client.hgetall(content.generation(Number(number))));
    if (Object.keys(manifest).length === 0) gone.add(number);
    for (const [name, records] of Object.entries(manifest)) if (name !== 'generation') written.add(records);
  }
  return { written, gone };
}

/**
 * Compares the records of the live generation with its figures, and with their lists, all at one moment. Figures that are
 * missing prove nothing: older versions wrote none.
 *
 * @throws {StoreRefused}
 */
async function refuseSmaller(client: RedisClient): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const live = await mapRedisError(client.get(content.live));
    const manifest = await mapRedisError(client.hgetall(content.generation(Number(live))));
    const about = await mapRedisError(client.hgetall(content.about(Number(live))));
    const names = collectionNames.filter((name) => name in manifest || `records:${name}` in about);
    const transaction = client.multi().get(content.live);
    for (const name of names) {
      const records = manifest[name] ?? '';
      transaction.hlen(records).zcard(content.list(records, everything));
    }
    const [now, ...counts] = (await execPipeline(transaction)) as [string | null, ...number[]];
    if (now !== live) continue;
    for (const [index, name] of names.entries()) {
      const [records = 0, listed = 0] = counts.slice(2 * index);
      const figure = Number(about[`records:${name}`] ?? records);
      if (records >= figure && listed >= records) continue;
      throw damaged(`The content has ${records} ${name}, its list ${listed}, and its figures say ${figure}`);
    }
    return;
  }
  throw new StoreRefused(tooManyChanges);
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
 * @throws {StoreRefused} when that happened each time, or what finds the content is lost.
 */
export async function writeContent(reader: Reader): Promise<void> {
  const { client, sink } = reader;
  const start = await sink.mark();
  for (let attempt = 1; ; attempt++) {
    const { live, generations } = await readNumbers(client);
    if (live === null && generations.length === 0) return;
    if (live === null) throw damaged(`The content has ${generations.length} generations, and none is live`);
    if (!generations.includes(live)) throw damaged(`Generation ${live} of the content is live but not listed`);
    await refuseSmaller(client);
    const { written, gone } = await readManifests(client, generations);
    for (const records of written) await writeRecords(reader, records, { live, generations });
    if (written.size > 0) await sink.write({ key: content.written, type: 'set', values: [...written].map(text) });
    const left = new Set((await readNumbers(client)).generations);
    const lost = [...gone].find((number) => left.has(number));
    if (lost !== undefined) throw damaged(`Generation ${lost} of the content is listed but gone`);
    // What is dropped from now on can still be read for a while.
    if (left.has(live)) {
      return writeGenerations(
        reader,
        live,
        generations.filter((number) => left.has(number)),
      );
    }
    if (attempt === attempts) throw new StoreRefused(tooManyChanges);
    await sink.rewind(start);
  }
}

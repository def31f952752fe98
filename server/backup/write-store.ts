import { randomUUID } from 'node:crypto';
import { createInspector } from '../store/content/inspect.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/ensure-connected.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { run } from '../store/redis/scripts.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { findKeys, refuseMissingMasters } from './find-keys.ts';
import { decodeValue, type Header, type Part, removals } from './format.ts';
import { kindOf } from './known-keys.ts';

/** Commands under way at once, and about how many bytes of values. */
const mostCommands = 64;
const mostBytes = 4_194_304;

/** Sends commands without waiting for each; in order for each key, which is on one connection. */
class Commands {
  #pending: Promise<unknown>[] = [];
  #bytes = 0;

  async add(command: Promise<unknown>, bytes = 0): Promise<void> {
    // Awaited by `settle`, until which it must not count as unhandled.
    command.catch(() => undefined);
    this.#pending.push(command);
    this.#bytes += bytes;
    if (this.#pending.length >= mostCommands || this.#bytes >= mostBytes) await this.settle();
  }

  async settle(): Promise<void> {
    const commands = this.#pending;
    [this.#pending, this.#bytes] = [[], 0];
    await mapRedisError(Promise.all(commands));
  }
}

const sizeOf = (values: readonly (string | Buffer)[]) => values.reduce((sum, { length }) => sum + length, 0);

const pairs = { hash: 'HSET', set: 'SADD' } as const;

function commandsOf({ key, type, values: encoded, removed }: Part): (string | Buffer)[][] {
  const values = encoded.map(decodeValue);
  if (removed) return [[removals[type] ?? '', key, ...values]];
  if (type === 'string') return [['SET', key, values[0] ?? '']];
  if (type === 'zset') {
    const scored = values.flatMap((member, index) => (index % 2 === 0 ? [values[index + 1] ?? '', member] : []));
    return [['ZADD', key, ...scored]];
  }
  if (type !== 'stream') return [[pairs[type], key, ...values]];
  const commands: (string | Buffer)[][] = [];
  for (let at = 0; at < values.length; ) {
    const count = Number(values[at + 1]);
    commands.push(['XADD', key, values[at] as string, ...values.slice(at + 2, at + 2 + count)]);
    at += 2 + count;
  }
  return commands;
}

const otherRestore = 'Another restore has begun on this Redis: let one of them end, then restore again.';

/** A store that a restore fills. No server starts on it before `finish`. */
export class RestoredStore {
  readonly #client: RedisClient;
  readonly #commands = new Commands();
  /** The marks of this restore. Another of the same store, which must not write beside it, has another id. */
  readonly #checking = `checking ${randomUUID()}`;
  readonly #filling = this.#checking.replace('checking', 'filling');
  #parts = 0;
  #isMarked = false;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  /** Whether no server may start on it because of this restore. */
  get isMarked(): boolean {
    return this.#isMarked;
  }

  /**
   * Takes the store from now on. An interrupted restore is begun again, in what remains of it.
   *
   * @param replace whether data may be there, which are then removed.
   * @throws {StoreRefused} when servers use it, or data are there; nothing was changed then.
   */
  async begin(replace: boolean, signal: AbortSignal): Promise<void> {
    const client = this.#client;
    await ensureConnected(client);
    await refuseMissingMasters(client);
    const earlier = await this.#readMark();
    // Only a restore that has removed what was there may be begun again over data. One that was killed before did nothing.
    const isUnfinished = earlier.startsWith('filling');
    // Before anything is looked at: from now on no server starts here.
    await this.#mark(earlier, isUnfinished ? this.#filling : this.#checking);
    try {
      await this.#refuseServers();
      if (!isUnfinished && !replace) await this.#refuseData(signal);
    } catch (error) {
      if (!isUnfinished) await this.#mark(this.#checking, '');
      throw error;
    }
    if (!isUnfinished) await this.#mark(this.#checking, this.#filling);
    await this.#removeData(signal);
  }

  /**
   * Everything written so far may still be under way.
   *
   * @throws {StoreRefused} when another restore took the store over.
   */
  async write(part: Part): Promise<void> {
    const { key, expiresMs } = part;
    if (this.#parts++ % mostCommands === 0) await this.#refuseOther();
    for (const [name, ...args] of commandsOf(part)) {
      await this.#commands.add(this.#call(String(name), args), sizeOf(args));
    }
    // After each part, since one that expired meanwhile would come back without an end with the next.
    if (expiresMs !== undefined) await this.#commands.add(this.#call('PEXPIREAT', [key, String(expiresMs)]));
  }

  /**
   * Counts all tallies again, and gives the store to servers.
   *
   * @param progress called with the number of tallies.
   * @returns how many tallies differed from the ballots.
   * @throws {StoreRefused} when another restore took the store over.
   */
  async finish(header: Header, signal: AbortSignal, progress: (tallies: number) => void): Promise<number> {
    await this.#commands.settle();
    let [seen, corrected] = [0, 0];
    for await (const { differs } of createInspector(this.#client).tallies(true)) {
      signal.throwIfAborted();
      if (differs.length > 0) corrected++;
      progress(++seen);
    }
    const { schema, least, buckets } = header;
    const given = this.#client
      .multi()
      .set(keys.buckets, String(buckets))
      .hset(keys.schema, 'version', schema, 'least', least);
    await execPipeline(given);
    await this.#mark(this.#filling, '');
    return corrected;
  }

  #call(name: string, args: (string | Buffer)[]): Promise<unknown> {
    return this.#client.call(name, ...args);
  }

  /** '' without one. */
  async #readMark(): Promise<string> {
    return (await mapRedisError(this.#client.hget(keys.schema, 'restoring'))) ?? '';
  }

  /** @throws {StoreRefused} when the mark is not the expected one. */
  async #mark(expected: string, next: string): Promise<void> {
    // From the attempt on, since it may succeed without a reply.
    this.#isMarked = true;
    const reply = await run(this.#client, 'markRestore', [keys.schema], [expected, next]);
    this.#isMarked = reply === 1 && next !== '';
    if (reply !== 1) throw new StoreRefused(otherRestore);
  }

  async #refuseOther(): Promise<void> {
    if ((await this.#readMark()) !== this.#filling) throw new StoreRefused(otherRestore);
  }

  async #refuseServers(): Promise<void> {
    const client = this.#client;
    const nodes = 'nodes' in client ? client.nodes('all') : [client];
    const counts = await mapRedisError(Promise.all(nodes.map((node) => node.pubsub('NUMSUB', 'content'))));
    const readers = counts.reduce<number>((sum, reply) => sum + Number((reply as unknown[])[1] ?? 0), 0);
    if (readers > 0)
      throw new StoreRefused(
        'Servers use this Redis: stop them first, since they would mix what they know with the backup.',
      );
  }

  async #refuseData(signal: AbortSignal): Promise<void> {
    let count = 0;
    for await (const found of findKeys(this.#client, signal)) {
      count += found.filter((key) => !['store', 'passing', undefined].includes(kindOf(key)?.kind)).length;
    }
    if (count > 0) {
      throw new StoreRefused(
        `This Redis has data of Fightcard already (${count} keys): restore into an empty one, or remove them with --replace.`,
      );
    }
  }

  /** Leaves the mark of the restore, and keys of other programs. */
  async #removeData(signal: AbortSignal): Promise<void> {
    for await (const found of findKeys(this.#client, signal)) {
      for (const key of found) {
        if (kindOf(key) && key !== keys.schema) await this.#commands.add(this.#client.unlink(key));
      }
    }
    await this.#commands.settle();
  }
}

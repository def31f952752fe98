import { randomUUID } from 'node:crypto';
import { createInspector } from '../store/content/inspect.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/ensure-connected.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { run } from '../store/redis/scripts.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import type { Entry, Header } from './file.ts';
import { findKeys, redisVersion, refuseMissingMasters } from './find-keys.ts';
import { kindOf } from './known-keys.ts';

const otherRestore = 'Another restore has begun on this Redis: let one of them end, then restore again.';
/** How many keys are written between two looks at the mark. */
const keysPerCheck = 64;

/** A store that a restore fills. No server starts on it before `finish`. */
export class RestoredStore {
  readonly #client: RedisClient;
  /** The marks of this restore. Another restore of the same store has another id. */
  readonly #checking = `checking ${randomUUID()}`;
  readonly #filling = this.#checking.replace('checking', 'filling');
  #keys = 0;
  #isMarked = false;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  /** Whether no server may start on it because of this restore. */
  get isMarked(): boolean {
    return this.#isMarked;
  }

  /**
   * Takes the store. An interrupted restore starts again, in what remains of it.
   *
   * @param replace whether data may be there, which are then removed.
   * @throws {StoreRefused} when servers use it, or data are there; nothing was changed then.
   */
  async begin(replace: boolean, signal: AbortSignal): Promise<void> {
    await ensureConnected(this.#client);
    await refuseMissingMasters(this.#client);
    const earlier = await this.#readMark();
    // Only a restore that has removed what was there may start again over data.
    const isUnfinished = earlier.startsWith('filling');
    // Before anything is read: from now on no server starts here.
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

  /** @throws {StoreRefused} when another restore took the store over, or this Redis cannot read the dump. */
  async write({ key, dump, expiresMs }: Entry, { redis }: Header): Promise<void> {
    if (this.#keys++ % keysPerCheck === 0 && (await this.#readMark()) !== this.#filling) {
      throw new StoreRefused(otherRestore);
    }
    const expiry = expiresMs === undefined ? ['0'] : [String(expiresMs), 'ABSTTL'];
    const [ttl = '0', ...options] = expiry;
    const restored = this.#client.call('RESTORE', key, ttl, dump, ...options).catch(async (error: Error) => {
      if (!/bad data format|payload version or checksum/i.test(error.message)) throw error;
      throw new StoreRefused(
        `This Redis ${await redisVersion(this.#client)} cannot read ${key} as Redis ${redis} wrote it: restore into Redis ${redis} or newer`,
      );
    });
    await mapRedisError(restored);
  }

  /**
   * Counts all tallies again, and gives the store to servers.
   *
   * @throws {StoreRefused} when another restore took the store over.
   */
  async finish({ schema, least, buckets }: Header, signal: AbortSignal): Promise<void> {
    for await (const _ of createInspector(this.#client).tallies(true)) signal.throwIfAborted();
    const given = this.#client
      .multi()
      .set(keys.buckets, String(buckets))
      .hset(keys.schema, 'version', schema, 'least', least);
    await execPipeline(given);
    await this.#mark(this.#filling, '');
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

  async #refuseServers(): Promise<void> {
    const client = this.#client;
    const nodes = 'nodes' in client ? client.nodes('all') : [client];
    const counts = await mapRedisError(Promise.all(nodes.map((node) => node.pubsub('NUMSUB', 'content'))));
    if (counts.every((reply) => Number((reply as unknown[])[1] ?? 0) === 0)) return;
    throw new StoreRefused(
      'Servers use this Redis: stop them first, because they would mix their data with the backup.',
    );
  }

  async #refuseData(signal: AbortSignal): Promise<void> {
    let count = 0;
    for await (const found of findKeys(this.#client, signal)) {
      count += found.filter((key) => !['store', 'passing', undefined].includes(kindOf(key)?.kind)).length;
    }
    if (count === 0) return;
    throw new StoreRefused(
      `This Redis already has data of Fightcard (${count} keys): restore into an empty one, or remove them with --replace.`,
    );
  }

  /** Leaves the mark of the restore, and keys of other programs. */
  async #removeData(signal: AbortSignal): Promise<void> {
    for await (const found of findKeys(this.#client, signal)) {
      for (const key of found) {
        if (kindOf(key) && key !== keys.schema) await mapRedisError(this.#client.unlink(key));
      }
    }
  }
}

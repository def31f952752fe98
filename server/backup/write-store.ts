import { randomUUID } from 'node:crypto';
import { createInspector } from '../store/content/inspect.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/connect.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { run } from '../store/redis/scripts.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import type { Entry, Header } from './file.ts';
import { findKeys, redisVersion, refuseMissingMasters } from './find-keys.ts';
import { kindOf } from './known-keys.ts';

const otherRestore = 'Another restore runs on this Redis: wait until it has finished, then restore again.';
/** How many keys are written between two checks of the mark. */
const keysPerCheck = 64;

/** A store during a restore. No server starts on it before `finish`. */
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

  /** Whether this restore prevents servers from starting. */
  get isMarked(): boolean {
    return this.#isMarked;
  }

  /**
   * Marks the store and removes its data. Starts an interrupted restore again.
   *
   * @param replace whether to remove existing data.
   * @throws {StoreRefused} if servers use the store, or it has data; nothing was changed.
   */
  async begin(replace: boolean, signal: AbortSignal): Promise<void> {
    await ensureConnected(this.#client);
    await refuseMissingMasters(this.#client);
    const earlier = await this.#readMark();
    // Only an interrupted restore that has already removed the old data may remove data without `replace`.
    const isUnfinished = earlier.startsWith('filling');
    // Before the checks: from now on no server starts here.
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

  /** @throws {StoreRefused} if another restore has taken over, or this Redis cannot read the dump. */
  async write({ key, dump, expiresMs }: Entry, { redis }: Header): Promise<void> {
    if (this.#keys++ % keysPerCheck === 0 && (await this.#readMark()) !== this.#filling) {
      throw new StoreRefused(otherRestore);
    }
    const expiry = expiresMs === undefined ? ['0'] : [String(expiresMs), 'ABSTTL'];
    const [ttl = '0', ...options] = expiry;
    const restored = this.#client.call('RESTORE', key, ttl, dump, ...options).catch(async (error: Error) => {
      if (!/bad data format|payload version or checksum/i.test(error.message)) throw error;
      throw new StoreRefused(
        `This Redis ${await redisVersion(this.#client)} cannot read ${key} as Redis ${redis} wrote it: restore into Redis ${redis} or newer.`,
      );
    });
    await mapRedisError(restored);
  }

  /**
   * Counts all tallies again, and lets servers start.
   *
   * @throws {StoreRefused} if another restore has taken over.
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

  /** '' if there is no mark. */
  async #readMark(): Promise<string> {
    return (await mapRedisError(this.#client.hget(keys.schema, 'restoring'))) ?? '';
  }

  /** @throws {StoreRefused} if the mark is not the expected one. */
  async #mark(expected: string, next: string): Promise<void> {
    // Set before the call, which may succeed without a reply.
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
    throw new StoreRefused('Servers use this Redis: stop them first.');
  }

  async #refuseData(signal: AbortSignal): Promise<void> {
    let count = 0;
    for await (const found of findKeys(this.#client, signal)) {
      count += found.filter((key) => !['store', 'passing', undefined].includes(kindOf(key)?.kind)).length;
    }
    if (count === 0) return;
    throw new StoreRefused(
      `This Redis has ${count} keys of Fightcard: restore into an empty Redis, or replace them with --replace.`,
    );
  }

  /** Does not remove the mark of the restore, nor keys of other programs. */
  async #removeData(signal: AbortSignal): Promise<void> {
    for await (const found of findKeys(this.#client, signal)) {
      for (const key of found) {
        if (kindOf(key) && key !== keys.schema) await mapRedisError(this.#client.unlink(key));
      }
    }
  }
}

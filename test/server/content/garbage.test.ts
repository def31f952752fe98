import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { createContent } from '../../../server/store/content/content.ts';
import { type CollectGarbage, collectGarbage } from '../../../server/store/content/garbage.ts';
import { createGenerations } from '../../../server/store/content/generations.ts';
import { createPublisher } from '../../../server/store/content/publish.ts';
import { defaultStoreSettings, type Entry, NoSuchGeneration, PublishInProgress } from '../../../server/store/index.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import { collectInTwoSteps } from '../../support/redis/garbage-in-two-steps.ts';
import { Interleaving } from '../../support/redis/interleave.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';
import { scaled } from '../../support/run/scale.ts';

const fighterCount = 7;
const fighter = (id: number, statid: number): Entry => ({
  collection: 'fighters',
  record: collections.fighters.normalise(rawFighter(id, { statid })),
});
const fighters = (statid: number) => Array.from({ length: fighterCount }, (_, index) => fighter(index + 1, statid));
const event = (id: number): Entry => ({ collection: 'events', record: collections.events.normalise(rawEvent(id)) });

/** Errors of one interleaving; empty when all is correct. */
type Errors = string[];

describe('garbage of content', () => {
  let redis: TestNode;
  let opened: TestStore;
  let bulk: RedisClient;
  before(async () => {
    // This tests the order of commands: nothing need be on disk.
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
    bulk = opened.connections.bulk;
    await bulk.connect();
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  /** An hour: keys have expired, dropped ones may be removed. In one step, as keys expire. */
  async function passHour(client: RedisClient): Promise<void> {
    const script = `
      for _, key in ipairs(redis.call('KEYS', '{content}:*')) do
        if redis.call('TTL', key) >= 0 then redis.call('DEL', key) end
      end
      for _, records in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZADD', KEYS[1], 1, records) end`;
    await client.eval(script, 1, '{content}:dropped');
  }

  /** Checks that every generation of the list can be read in full, and that the live one is complete. */
  async function look(): Promise<Errors> {
    const errors: Errors = [];
    const content = createContent(bulk, bulk);
    for (const { number, isLive, records } of await createGenerations(bulk, defaultStoreSettings).list()) {
      for (const name of ['fighters', 'events'] as const) {
        const { records: found } = await content.raw(number).page(name, { limit: 1_000 });
        const there = found.flatMap(([, json]) => (json === undefined ? [] : [JSON.parse(json)]));
        const wanted = records[name] ?? 0;
        if (there.length !== wanted) errors.push(`${isLive ? 'live ' : ''}${name} of ${wanted}: ${there.length}`);
        const published = there.filter(({ id }) => id <= fighterCount);
        const statids = new Set(published.map(({ statid }) => statid));
        if (name === 'fighters' && (published.length !== fighterCount || statids.size !== 1)) {
          errors.push(`fighters of ${statids.size} publishes, ${published.length} of them`);
        }
      }
    }
    return errors;
  }

  /** Keys that no generation of the list refers to. */
  async function strays(): Promise<string[]> {
    const numbers = await bulk.zrange('{content}:generations', '0', '-1');
    const manifests = await Promise.all(numbers.map((number) => bulk.hgetall(`{content}:live:${number}`)));
    const records = manifests.flatMap(({ generation: _, ...named }) => Object.values(named));
    return (await bulk.keys('{content}:*')).filter((key) => {
      if (/^\{content\}:(live|counter|generations|written|dropped)$/.test(key)) return false;
      const generation = /^\{content\}:live:(\d+)(:about)?$/.exec(key)?.[1];
      if (generation !== undefined) return !numbers.includes(generation);
      return !records.some((one) => key === one || key.startsWith(`${one}:`));
    });
  }

  /** One interleaving of publishers, editors and time, all drawn from the seed. */
  async function interleave(seed: number, collect: CollectGarbage): Promise<Errors> {
    const random = randomOf(seed);
    const chance = (part: number) => random() < part;
    await bulk.flushdb();
    const settings = { ...defaultStoreSettings, generationsKept: chance(0.5) ? 1 : 2 };
    for (const statid of [1, 2]) {
      await createPublisher(bulk, settings)(['fighters', 'events'], [...fighters(statid), event(1)]);
    }
    // Every 50th generation looks for garbage; it is one of the next few.
    await bulk.set('{content}:counter', 43 + Math.floor(random() * 6));

    const between = new Interleaving(random);
    const own = (actor: string) => between.client(actor, bulk);
    const publisher = (actor: string, statid: number) => async () => {
      const publish = createPublisher(own(actor), settings, { collect, batchBytes: 1 });
      const portions = fighters(statid).map((one) => [one]);
      return publish(
        ['fighters'],
        (async function* () {
          for (const [index, portion] of portions.entries()) {
            // A command between two portions, where the publish may stall as on a slow file.
            if (index % 3 === 2) await own(actor).get('{content}:live');
            yield portion;
          }
        })(),
      );
    };
    const editor = async () => {
      const generations = createGenerations(own('editor'), settings, collect);
      // No event is published here, so these changes are never refused.
      for (let id = 11; id < 17; id++) await generations.put([id === 14 ? fighter(id, 9) : event(id)], 'test');
    };
    const rollBack = async () => createGenerations(own('rollback'), settings, collect).rollBack(undefined, 'test');
    const expiry = async () => {
      const clock = own('expiry');
      for (let wait = Math.floor(random() * 8); wait > 0; wait--) await clock.get('{content}:live');
      await clock.del('{content}:publishing');
    };
    const hour = async () => passHour(own('hour'));
    const late = { expiry: chance(0.5), hour: chance(0.3), second: chance(0.5), rollback: chance(0.5) };
    const killed = chance(0.25);
    const killer = async () => {
      const clock = own('killer');
      for (let wait = Math.floor(random() * 12); wait > 0; wait--) await clock.get('{content}:live');
      between.kill('publisher');
    };
    const results = await between.run({
      publisher: publisher('publisher', 3),
      editor,
      ...(late.second && { second: publisher('second', 4) }),
      ...(late.rollback && { rollBack }),
      ...(late.expiry && { expiry }),
      ...(late.hour && { hour }),
      ...(killed && { killer }),
    });

    const errors: Errors = [];
    for (const [actor, result] of results) {
      if (result.status === 'fulfilled') continue;
      const { reason } = result;
      const isRefusal = reason instanceof PublishInProgress || reason instanceof NoSuchGeneration;
      if (!isRefusal) errors.push(`${actor}: ${reason}`);
    }
    errors.push(...(await look()));
    await bulk.del('{content}:publishing');
    // Leftovers expire in time, and nothing else does.
    for (let round = 0; round < 3; round++) {
      await collect(bulk, settings.generationsKept);
      await passHour(bulk);
    }
    errors.push(...(await look()), ...(await strays()).map((key) => `stray ${key}`));
    return errors;
  }

  const isRefused = (errors: Errors) => errors.some((error) => error.includes('different keys'));
  const isDeleted = (errors: Errors) => errors.some((error) => error.startsWith('live '));

  it('is collected in any order of publishes, rollbacks and kills', async () => {
    const [count, old] = [scaled(100), scaled(50)];
    for (let seed = 1; seed <= count; seed++) {
      const errors = await interleave(seed, collectGarbage);
      expect(errors, `seed ${seed}`).to.deep.equal([]);
    }
    const seen = { interleavings: 0, refused: 0, deleted: 0 };
    for (let seed = 1; seed <= old; seed++) {
      const errors = await interleave(seed, collectInTwoSteps);
      if (errors.length > 0) seen.interleavings++;
      if (isRefused(errors)) seen.refused++;
      if (isDeleted(errors)) seen.deleted++;
    }
    console.log(
      `        ${count} interleavings, 0 with an error; control, collected in two steps: ${seen.interleavings} of ${old}, ` +
        `a publish lost what it wrote in ${seen.refused}, readers lost a collection in ${seen.deleted}`,
    );
    expect(seen.refused, 'control: a publish dies').to.be.above(0);
    expect(seen.deleted, 'control: live content is deleted').to.be.above(0);
  });
});

import { expect } from 'chai';
import { type CollectionName, collectionNames, collections } from '../../../contracts/content/collections/index.ts';
import { ids, world } from '../../../contracts/world/index.ts';
import { fingerprint } from '../../../server/store/content/content-read.ts';
import type { Entry } from '../../../server/store/index.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { comparableText, findDifference } from '../../support/http/compare.ts';
import { awaitInvalidations, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const isOfContent = ({ cache }: { cache: string }) => cache !== 'private' && cache !== 'none';

const targets = [
  ...expectedOperations.filter(({ method, cache }) => method === 'GET' && isOfContent({ cache })).map(samplePath),
  `/api/v3/mobile/events/${ids.upcomingEvent}`,
  '/api/v3/mobile/fighters?limit=3',
  '/api/v1/us/news?limit=2',
  '/api/v3/mobile/fighters/stats/weight_class/lw',
];

/** The first text of a record that a client sees, changed; in whatever collection. */
const shownTexts = ['nickname', 'base_title', 'title', 'last_name', 'FName', 'body', 'Value'];

function changedRecord(collection: CollectionName, raw: Record<string, unknown>): Entry {
  const { normalise } = collections[collection] as { normalise(value: unknown): Record<string, unknown> };
  const name = shownTexts.find((text) => typeof raw[text] === 'string') ?? '';
  const changed = raw.translations ? { translations: { all: 'Otro' } } : { [name]: '7' };
  return { collection, record: normalise({ ...raw, ...changed }) } as unknown as Entry;
}

describe('a reply of which nothing has changed', () => {
  let pair: ServerPair;
  let nowMs = Date.now();
  let clients: { cached: ClientPool; fresh: ClientPool };
  before(async () => {
    pair = await startServerPair({ now: () => nowMs }, { cache: 'off', cacheBytes: 0 });
    clients = { cached: openClientPool(pair.first.url, 8), fresh: openClientPool(pair.second.url, 8) };
  });
  after(async () => {
    await Promise.all([clients.cached.close(), clients.fresh.close()]);
    await pair.close();
  });

  it('is right after each change of a single record', async () => {
    const { responseCache } = pair.first;
    const faults: string[] = [];
    const counts = { stood: 0, rebuilt: 0, changed: 0 };
    const askAll = (client: ClientPool) =>
      Promise.all(targets.map((path) => client.sendOnce('GET', path).then(comparableText)));
    let before = await askAll(clients.cached);
    for (const collection of collectionNames) {
      for (const raw of world[collection]) {
        const values = targets.map((path) => responseCache.peek(path)?.value);
        const entry = changedRecord(collection, raw as never);
        await pair.second.store.content.generations.put([entry], 'test');
        // All that the collection's replies are built from is asked for again.
        await awaitInvalidations(pair.night.writes, pair.first);
        nowMs += 2_000;
        const [got, wanted] = [await askAll(clients.cached), await askAll(clients.fresh)];
        for (const [index, path] of targets.entries()) {
          const difference = findDifference(got[index] as string, wanted[index] as string);
          if (difference !== undefined)
            faults.push(`${collection} ${collections[collection].key(entry.record as never)}, ${path}: ${difference}`);
          if (wanted[index] !== before[index]) counts.changed++;
          if (responseCache.peek(path)?.value === values[index]) counts.stood++;
          else counts.rebuilt++;
        }
        before = wanted;
      }
    }
    expect(faults.join('\n')).to.equal('');
    expect(counts.stood).to.be.above(2_000);
    expect(counts.changed).to.be.above(100);
  });
});

describe('the fingerprint of what was read', () => {
  it('differs for different records, not for generations', () => {
    const long = 'x'.repeat(5_000);
    const nothing = [[], [null], [''], ['-'], ['-', '-'], [0], ['0']];
    const all = [...nothing, ['a'], ['a', null], [null, 'a'], ['a', ''], ['a', 'b'], ['ab'], ['1:a'], ['1:a1:b']];
    all.push([long], [`${long}y`], [long, 'y']);
    const prints = all.map((found) => fingerprint([7, ...found]));
    expect(new Set(prints).size).to.equal(all.length);
    expect(all.map((found) => fingerprint([8, ...found]))).to.deep.equal(prints);
    expect(Math.max(...prints.map(({ length }) => length))).to.be.at.most(100);
  });
});

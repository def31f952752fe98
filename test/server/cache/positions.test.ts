import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { cursorOf, sortKeyOf } from '../../../contracts/http/cursors.ts';
import { ids, world } from '../../../contracts/world/index.ts';
import { type ExpectedOperation, expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { json } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations, countScriptCalls } from '../../support/server/server-pair.ts';

const lists = expectedOperations.filter(({ list }) => list);
const cursorIn = (link: string | undefined) => /cursor=([\w-]+)>/.exec(link ?? '')?.[1];

/** Numbers from a seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

describe('cursors that clients make up', () => {
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight({ now: () => 1_000_000, cacheBytes: 16_000_000 });
    pool = openClientPool(night.url, 1);
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  const get = (path: string) => pool.sendOnce('GET', path);

  /** The server's cursors behind each row but the last. */
  async function cursorsOf(operation: ExpectedOperation): Promise<string[]> {
    const cursors: string[] = [];
    let query = '?limit=1';
    for (;;) {
      const cursor = cursorIn((await get(samplePath(operation) + query)).headers.link);
      if (!cursor) return cursors;
      cursors.push(cursor);
      query = `?limit=1&cursor=${cursor}`;
    }
  }

  it('are 400 if no row of the list can have them, before the store is asked', async () => {
    const impossible = [
      'a',
      '0',
      'x'.repeat(300),
      '2031-13-45T00:00:00Z\u00000000000001',
      'b\u0000a\u0000c\u0000d\u00000000000001',
    ];
    const before = await countScriptCalls(night.writes);
    for (const operation of lists) {
      for (const key of impossible) {
        const answer = await get(`${samplePath(operation)}?cursor=${cursorOf(key)}`);
        expect(answer.status, `${operation.id} ${key}`).to.equal(400);
        expect(json(answer).errors[0].parameter).to.equal('cursor');
      }
    }
    expect(await countScriptCalls(night.writes)).to.equal(before);
  });

  for (const operation of lists) {
    it(`${operation.id}: the page behind a missing row begins at its position`, async () => {
      const whole: unknown[] = json(await get(samplePath(operation)));
      const cursors = await cursorsOf(operation);
      const path = samplePath(operation);
      const isAscending = ['fighters', 'octagon_girls', 'fighters_stats', 'event_fights'].includes(operation.name);
      for (const [index, cursor] of cursors.entries()) {
        const key = sortKeyOf(cursor) ?? '';
        expect(json(await get(`${path}?limit=500&cursor=${cursor}`))).to.deep.equal(whole.slice(index + 1));
        const id = Number(/\d{10}$/.exec(key)?.[0]);
        if (!id) continue;
        // The id that breaks ties, plus or minus 1; the next row of the list is farther away.
        const near = (by: number) => cursorOf(key.slice(0, -10) + String(id + by).padStart(10, '0'));
        const [before, behind] = isAscending ? [near(-1), near(1)] : [near(1), near(-1)];
        if (!cursors.includes(before)) {
          expect(json(await get(`${path}?limit=500&cursor=${before}`))).to.deep.equal(whole.slice(index));
        }
        if (!cursors.includes(behind)) {
          expect(json(await get(`${path}?limit=500&cursor=${behind}`))).to.deep.equal(whole.slice(index + 1));
        }
      }
    });
  }

  it('share the cached page of the row that they stand behind, however many there are', async () => {
    const count = scaled(2_000);
    const next = numbers(7);
    const { responseCache } = night.server;
    const events = world.events.length;
    const countBefore = responseCache.count;
    for (let n = 0; n < count; n++) {
      const date = new Date(next(2_000_000_000) * 1_000).toISOString().slice(0, 19);
      const cursor = cursorOf(`${date}Z\u0000${String(next(1_000_000)).padStart(10, '0')}`);
      expect((await get(`/api/v3/mobile/events?limit=7&cursor=${cursor}`)).status).to.equal(200);
    }
    const added = responseCache.count - countBefore;
    console.log(`      ${count} cursors, ${events} events: ${added} more replies cached`);
    expect(added).to.be.within(1, events + 1);
  });

  it('of a removed row still mean the place behind it, and rows added before it shift nothing', async () => {
    const cursors = await cursorsOf(expectedOperations.find(({ id }) => id === 'v3.news') as ExpectedOperation);
    const path = `/api/v3/mobile/news?limit=500&cursor=${cursors[2]}`;
    const idsOf = async () => (json(await get(path)) as { id: number }[]).map(({ id }) => id);
    const before = await idsOf();
    const key = sortKeyOf(cursors[2] ?? '') ?? '';
    const removed = Number(key.slice(-10));
    const { generations } = night.store.content;
    const record = world.news.map((raw) => collections.news.normalise(raw)).find(({ id }) => id === removed);
    if (!record) throw new Error(`no article ${removed}`);
    await generations.remove('news', [String(removed)], 'test');
    await awaitInvalidations(night.writes, night.server);
    expect(await idsOf(), 'removed').to.deep.equal(before);
    // Newest first: the same moment with a higher id stands before the removed one, and behind the row before it.
    const added = { ...record, id: removed + 1_000 };
    await generations.put([{ collection: 'news', record: added }], 'test');
    await awaitInvalidations(night.writes, night.server);
    expect(await idsOf(), 'added').to.deep.equal(before);
    await generations.remove('news', [String(removed + 1_000)], 'test');
    await generations.put([{ collection: 'news', record }], 'test');
  });

  it('variations of filters and page sizes share one cached reply', async () => {
    const { responseCache } = night.server;
    await get('/api/v3/mobile/fighters/stats/weight_class/lw/born_country/PER');
    await get('/api/v3/mobile/fighters/stats');
    await get('/api/v3/mobile/news');
    const before = responseCache.count;
    for (const path of [
      '/api/v3/mobile/fighters/stats/weight_class/LW/born_country/per',
      '/api/v3/mobile/fighters/stats/weight_class/Lw/born_country/Per.json',
      '/api/v3/mobile/fighters/stats/weight_class/all',
      '/api/v3/mobile/fighters/stats/weight_class/ALL/born_country/all',
      '/api/v3/mobile/news?limit=100',
    ]) {
      expect((await get(path)).status).to.equal(200);
    }
    expect(responseCache.count).to.equal(before);
    expect(
      (await get(`/api/v3/mobile/events/${ids.unknown}/fights?cursor=${cursorOf('0000000001\u00000000000001')}`))
        .status,
    ).to.equal(404);
  });
});

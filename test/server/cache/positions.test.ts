import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { cursorOf, sortKeyOf } from '../../../contracts/http/cursors.ts';
import { world } from '../../../contracts/world/index.ts';
import type { Entry } from '../../../server/store/content/record-encoding.ts';
import { type ExpectedOperation, expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { json } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations, countScriptCalls } from '../../support/server/server-pair.ts';

const lists = expectedOperations.filter(({ list }) => list);
const cursorIn = (link: string | undefined) => /cursor=([\w-]+)>/.exec(link ?? '')?.[1];

describe('pages of lists', () => {
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
  const idsOf = async (path: string) => (json(await get(path)) as { id: number }[]).map(({ id }) => id);

  /** The server's cursors behind each row but the last. */
  async function cursorsOf(path: string): Promise<string[]> {
    const cursors: string[] = [];
    let query = '?limit=1';
    for (;;) {
      const cursor = cursorIn((await get(path + query)).headers.link);
      if (!cursor) return cursors;
      cursors.push(cursor);
      query = `?limit=1&cursor=${cursor}`;
    }
  }

  const change = async (name: 'news' | 'alerts', what: 'put' | 'remove', records: { id: number }[]) => {
    const { generations } = night.store.content;
    const entries = records.map((record) => ({ collection: name, record }) as unknown as Entry);
    const keys = records.map(({ id }) => String(id));
    await (what === 'put' ? generations.put(entries, 'test') : generations.remove(name, keys, 'test'));
    await awaitInvalidations(night.writes, night.server);
  };

  it('are 400 for a malformed cursor', async () => {
    const impossible = ['a', '0', 'x'.repeat(300), '2031-13-45T00:00:00Z\u00000000000001', 'b\u0000a\u00000000000001'];
    const before = await countScriptCalls(night.writes);
    for (const operation of lists) {
      for (const key of impossible) {
        const answer = await get(`${samplePath(operation)}?cursor=${cursorOf(key)}`);
        expect(answer.status, `${operation.id} ${key}`).to.equal(400);
        expect(json(answer).errors[0].parameter).to.equal('cursor');
      }
    }
    expect(await countScriptCalls(night.writes), 'the store is not asked').to.equal(before);
  });

  for (const operation of lists) {
    it(`begin at the position of a missing row: ${operation.id}`, async () => {
      const path = samplePath(operation);
      const whole: unknown[] = json(await get(path));
      const cursors = await cursorsOf(path);
      const behind = async (cursor: string) => json(await get(`${path}?limit=500&cursor=${cursor}`));
      const isAscending = ['fighters', 'octagon_girls', 'fighters_stats', 'event_fights'].includes(operation.name);
      for (const [index, cursor] of cursors.entries()) {
        const key = sortKeyOf(cursor) ?? '';
        expect(await behind(cursor)).to.deep.equal(whole.slice(index + 1));
        const id = Number(/\d{10}$/.exec(key)?.[0]);
        if (!id) continue;
        // The id that breaks ties, plus or minus 1; the next row of the list is farther away.
        for (const by of [-1, 1]) {
          const near = cursorOf(key.slice(0, -10) + String(id + by).padStart(10, '0'));
          const isBefore = by < 0 === isAscending;
          if (!cursors.includes(near)) {
            expect(await behind(near)).to.deep.equal(whole.slice(isBefore ? index : index + 1));
          }
        }
      }
    });
  }

  it('stay in place when rows are removed and added', async () => {
    const news = expectedOperations.find(({ id }) => id === 'v3.news') as ExpectedOperation;
    const cursor = (await cursorsOf(samplePath(news)))[2] ?? '';
    const path = `/api/v3/mobile/news?limit=500&cursor=${cursor}`;
    const before = await idsOf(path);
    const id = Number(sortKeyOf(cursor)?.slice(-10));
    const records = world.news.map((raw) => collections.news.normalise(raw)).filter((record) => record.id === id);
    await change('news', 'remove', records);
    expect(await idsOf(path), 'removed').to.deep.equal(before);
    // Newest first: the same moment with a higher id stands before the removed one, and behind the row before it.
    const added = records.map((record) => ({ ...record, id: id + 1_000 }));
    await change('news', 'put', added);
    expect(await idsOf(path), 'added').to.deep.equal(before);
    await change('news', 'remove', added);
    await change('news', 'put', records);
  });

  it('link to the next page while there is one', async () => {
    const page = '/api/v1/us/alerts?limit=1';
    const [first, ...others] = await idsOf('/api/v1/us/alerts');
    const { body, headers } = await get(page);
    expect(headers.link).to.be.a('string');
    const records = (await night.store.content.many('alerts', others)) as unknown as { id: number }[];
    await change('alerts', 'remove', records);
    expect(await idsOf('/api/v1/us/alerts')).to.deep.equal([first]);
    const alone = await get(page);
    expect([String(alone.body), alone.headers.etag]).to.deep.equal([String(body), headers.etag]);
    expect(alone.headers.link, 'nothing follows').to.equal(undefined);
    await change('alerts', 'put', records);
    expect((await get(page)).headers.link, 'more follows again').to.be.a('string');
  });
});

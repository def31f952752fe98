import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { type ContentReader, memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { alerts } from '../../../server/handlers/alerts.ts';
import type { Reply } from '../../../server/handlers/types.ts';
import { readFilteredPage } from '../../../server/queries/content.ts';
import { type Answer, json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

/** Whole seconds, as dates of content are. */
const startMs = Date.parse('2031-04-05T22:00:00Z');
const expiries = { 701: '2031-04-05T22:00:30Z', 702: '2031-04-05T22:00:50Z' };

const alertRows = Object.entries(expiries).map(([id, expires]) => ({
  ...{ id: Number(id), created: '2031-04-05T21:00:00Z', expires },
  ...{ title: `Alert ${id}`, message: 'Soon over.' },
}));

describe('a cached list of alerts', () => {
  const realNow = Date.now;
  let nowMs = startMs;
  let night: FightNight;
  before(async () => {
    night = await startFightNight({ now: () => Date.now() });
    await publishRecords(night.store, { ...world, alerts: alertRows });
  });
  after(async () => {
    Date.now = realNow;
    await night.close();
  });
  afterEach(() => {
    Date.now = realNow;
  });

  /** Asks at a moment of the test's clock, which the cache and the handlers read. */
  async function askAt(ms: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    nowMs = ms;
    Date.now = () => nowMs;
    return send(night.url, 'GET', path, headers);
  }

  const idsIn = (answer: Answer) => (json(answer) as { id: number }[]).map(({ id }) => id);
  const [first, second] = [Date.parse(expiries[701]), Date.parse(expiries[702])];

  for (const path of ['/api/v3/mobile/alerts', '/api/v1/us/alerts', '/api/v3/mobile/alerts?limit=2']) {
    it(`is not served once one of them has expired: ${path}`, async () => {
      const cached = night.server.responseCache;
      const { headers, ...answer } = await askAt(startMs, path);
      expect(idsIn({ headers, ...answer })).to.deep.equal([702, 701]);
      expect(cached.get(path), 'the list is cached').not.to.equal(undefined);
      expect(idsIn(await askAt(first - 1, path)), 'alerts a millisecond before 701 expires').to.deep.equal([702, 701]);
      expect(cached.get(path), 'it is still fresh then').not.to.equal(undefined);

      expect(idsIn(await askAt(first, path)), 'alerts from the moment that 701 expires').to.deep.equal([702]);
      const held = await askAt(first, path, { 'If-None-Match': headers.etag ?? '' });
      expect([held.status, idsIn(held)], 'to a client that holds the old list').to.deep.equal([200, [702]]);
      expect(idsIn(await askAt(second - 1, path)), 'alerts a millisecond before 702 expires').to.deep.equal([702]);
      expect(idsIn(await askAt(second, path)), 'alerts from the moment that 702 expires').to.deep.equal([]);
    });
  }

  it('is one read of the store for a page of which all records are shown', async () => {
    const reader = memoryReader(normaliseAll({ ...world, alerts: alertRows }));
    let reads = 0;
    const list: ContentReader['list'] = (...asked) => {
      reads++;
      return reader.list(...asked);
    };
    const { records, next } = await readFilteredPage({ ...reader, list }, 'alerts', { limit: 1 }, () => true);
    expect([records.map(({ id }) => id), typeof next, reads]).to.deep.equal([[702], 'string', 1]);
  });
});

describe('a page of alerts of which nearly all have expired', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    ...{ id: index + 1, title: 'Alert', message: 'Over.', created: '2020-01-01T00:00:00Z' },
    ...(![1, 2_500, 4_999].includes(index + 1) && { expires: '2020-01-02T00:00:00Z' }),
  }));
  const content = memoryReader(normaliseAll({ ...world, alerts: rows }));

  it('is read in pages that double up to 512 records, which Redis sends at once', async () => {
    const limits: unknown[] = [];
    const list: typeof content.list = (...asked) => {
      limits.push(asked[2]?.limit);
      return content.list(...asked);
    };
    const { records } = await readFilteredPage({ ...content, list }, 'alerts', { limit: 1 }, ({ id }) => id === 2_500);
    expect(records.map(({ id }) => id)).to.deep.equal([2_500]);
    expect(limits.slice(0, 9)).to.deep.equal([2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(new Set(limits.slice(9))).to.deep.equal(new Set([512]));
  });

  /** The ids of a page, its cursor, and how often the store was asked for it. */
  async function readPage(values: { limit?: number; cursor?: string }) {
    let asked = 0;
    const list: typeof content.list = (...more) => {
      asked++;
      return content.list(...more);
    };
    const call = { family: 'v3', values, content: { ...content, list } };
    const reply = await (alerts as unknown as (one: typeof call) => Promise<Reply<{ id: number }[]>>)(call);
    return { ids: reply.body.map(({ id }) => id), next: reply.next, asked };
  }

  it('asks the store a few times, however short the page is, and leaves out none', async () => {
    const found: number[] = [];
    const asked: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await readPage({ limit: 1, ...(cursor !== undefined && { cursor }) });
      found.push(...page.ids);
      asked.push(page.asked);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(found).to.deep.equal([4_999, 2_500, 1]);
    expect(Math.max(...asked), `round trips: ${asked}`).to.be.below(20);
    expect((await readPage({ limit: 2 })).ids).to.deep.equal([4_999, 2_500]);
    expect(await readPage({})).to.deep.equal({ ids: [4_999, 2_500, 1], next: undefined, asked: 1 });
  });
});

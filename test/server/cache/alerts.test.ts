import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { type ContentReader, memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { alerts } from '../../../server/handlers/alerts.ts';
import type { Reply } from '../../../server/handlers/types.ts';
import { readFilteredPage } from '../../../server/queries/content.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations } from '../../support/server/server-pair.ts';

/** Alerts that expire in so many seconds from now; content has whole seconds. */
const alertRows = (...seconds: number[]) =>
  seconds.map((after, index) => ({
    ...{ id: 701 + index, created: '2020-01-01T00:00:00Z', title: 'Alert', message: 'Soon over.' },
    expires: `${new Date(Date.now() + after * 1_000).toISOString().slice(0, 19)}Z`,
  }));

describe('a cached list of alerts', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  it('leaves out an alert once it has expired', async () => {
    await publishRecords(night.store, { ...world, alerts: alertRows(4, 3_600) });
    await awaitInvalidations(night.writes, night.server);
    const paths = ['/api/v3/mobile/alerts', '/api/v1/us/alerts', '/api/v3/mobile/alerts?limit=2'];
    const idsOf = async (path: string) =>
      (json(await send(night.url, 'GET', path)) as { id: number }[]).map(({ id }) => id).sort();
    for (const path of paths) {
      expect(await idsOf(path)).to.deep.equal([701, 702]);
      expect(night.server.responseCache.get(path), 'cached').not.to.equal(undefined);
    }
    for (const path of paths) {
      await eventually(async () => (await idsOf(path)).join() === '702', `${path} without 701`, 10_000);
    }
  });

  it('is one read of the store for a page of which all records are shown', async () => {
    const reader = memoryReader(normaliseAll({ ...world, alerts: alertRows(3_600, 3_600) }));
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

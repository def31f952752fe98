import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { alerts } from '../../../server/handlers/alerts.ts';
import type { Reply } from '../../../server/handlers/types.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations } from '../../support/server/server-pair.ts';

const alert = { title: 'Alert', message: 'Soon over.', created: '2020-01-01T00:00:00Z' };

describe('GET /alerts', () => {
  it('leaves out a cached alert once it has expired', async () => {
    const night = await startFightNight();
    try {
      const rows = [4, 3_600].map((seconds, index) => ({
        ...{ ...alert, id: 701 + index },
        expires: `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z`,
      }));
      await publishRecords(night.store, { ...world, alerts: rows });
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
    } finally {
      await night.close();
    }
  });

  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    ...{ ...alert, id: index + 1 },
    ...(![1, 2_500, 4_999].includes(index + 1) && { expires: '2020-01-02T00:00:00Z' }),
  }));
  const content = memoryReader(normaliseAll({ ...world, alerts: rows }));

  /** The ids of a page, its cursor, and how many records the store was asked for each time. */
  async function readPage(values: { limit?: number; cursor?: string | undefined }) {
    const asked: (number | undefined)[] = [];
    const list: typeof content.list = (...more) => {
      asked.push(more[2]?.limit);
      return content.list(...more);
    };
    const call = { family: 'v3', values, content: { ...content, list } };
    const reply = await (alerts as unknown as (one: typeof call) => Promise<Reply<{ id: number }[]>>)(call);
    return { ids: reply.body.map(({ id }) => id), next: reply.next, asked };
  }

  it('reads any page with a few requests to the store', async () => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await readPage({ limit: 1, ...(cursor !== undefined && { cursor }) });
      found.push(...page.ids);
      expect(page.asked.length).to.be.below(20);
      expect(Math.max(...page.asked.map(Number)), 'records at once').to.be.at.most(512);
      expect(page.asked[0]).to.equal(2);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(found).to.deep.equal([4_999, 2_500, 1]);
    expect(await readPage({})).to.deep.include({ ids: [4_999, 2_500, 1], next: undefined });
  });
});

import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
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
});

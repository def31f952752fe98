import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import type { Entry } from '../../../server/store/index.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations } from '../../support/server/server-pair.ts';

const page = '/api/v1/us/alerts?limit=1';

describe('the link to the next page', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight({ now: () => 1_000_000 });
  });
  after(() => night.close());

  const linked = async () => (await send(night.url, 'GET', page)).headers.link !== undefined;
  const alertIds = async () =>
    json(await send(night.url, 'GET', '/api/v1/us/alerts')).map(({ id }: { id: number }) => id);

  it('goes and comes with what follows, although the page itself stays the same', async () => {
    const { generations } = night.store.content;
    const [first, ...others] = (await alertIds()) as number[];
    expect(others).not.to.deep.equal([]);
    const { body, headers } = await send(night.url, 'GET', page);
    expect(await linked()).to.equal(true);

    const records = await night.store.content.many('alerts', others);
    await generations.remove('alerts', others.map(String), 'test');
    await awaitInvalidations(night.writes, night.server);
    expect(await alertIds()).to.deep.equal([first]);
    const alone = await send(night.url, 'GET', page);
    expect([String(alone.body), alone.headers.etag]).to.deep.equal([String(body), headers.etag]);
    expect(await linked(), 'nothing follows').to.equal(false);

    const entries = records.map((record) => ({ collection: 'alerts', record: collections.alerts.normalise(record) }));
    await generations.put(entries as Entry[], 'test');
    await awaitInvalidations(night.writes, night.server);
    expect(await linked(), 'more follows again').to.equal(true);
  });
});

import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
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
});

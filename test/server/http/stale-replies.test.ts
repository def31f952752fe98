import { expect } from 'chai';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';
import { broken, damage } from '../../support/server/logged-night.ts';

describe('a stale response', () => {
  for (const [ageMs, age] of [
    [90_400, 90],
    // The clock was set back.
    [-60_000, 0],
  ] as const) {
    it(`has Age ${age} after ${ageMs} ms`, async () => {
      const night = await startFightNight({ now: () => Date.now() - ageMs });
      try {
        const get = (headers = {}) => send(night.url, 'GET', broken, headers);
        const { etag = '', ...fresh } = (await get()).headers;
        expect(fresh).not.to.have.any.keys('age', 'cache-status');
        await damage(night, '{"id":');
        await night.writes.publish('content', '{"generation":1,"collections":["fighters"]}');
        await eventually(async () => (await get()).headers['cache-status'] !== undefined, 'it is stale');
        for (const [headers, status] of [
          [{}, 200],
          [{ 'If-None-Match': etag }, 304],
        ] as const) {
          const answer = await get(headers);
          expect(answer.status).to.equal(status);
          expect(answer.headers).to.include({ etag, 'cache-status': 'fightcard; hit; detail=stale' });
          expect(answer.headers.age).to.match(/^\d+$/);
          expect(Number(answer.headers.age)).to.be.within(age, age === 0 ? 0 : age + 10);
        }
      } finally {
        await night.close();
      }
    });
  }
});

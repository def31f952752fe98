import { expect } from 'chai';
import fc from 'fast-check';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { arbitraryLiveUpdates } from '../../support/fixtures/arbitrary-live-updates.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const base = '/api/v1/us/fight_metrics';
const reads = [...new Set(operations.filter(({ method }) => method === 'GET').map(samplePath))];
/** The others are built from content alone, so an update does not rebuild them. */
const liveReads = reads.filter((path) => /live|streaming|fight_metrics|scoring|vote|\/events?\/\d/.test(path));

describe('every read after a live update', function () {
  this.timeout(1_800_000);
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight();
    pool = openClientPool(night.url, 8);
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  const post = (body: string) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
    return send(night.url, 'POST', `${base}/update_live_event`, headers, body);
  };

  /** Those of these paths that fail; a reply that cannot be loaded is served stale: that counts, too. */
  async function failing(paths: readonly string[]): Promise<string[]> {
    const failed = async (path: string) => {
      const { status, headers } = await pool.sendOnce('GET', path);
      return status >= 500 || headers['cache-status'] !== undefined ? [`500 ${path}`] : [];
    };
    return (await Promise.all(paths.map(failed))).flat();
  }

  const liveEventUrl = async () => json(await send(night.url, 'GET', `${base}/live_event_url`));
  const event = (EventID: string, more = '') => `{"sequence":1,"FMLiveFeed":{"EventID":"${EventID}"${more}}}`;

  for (const id of ['2147483648', '9999999999', '0', '07']) {
    it(`is not reached with the id ${id}`, async () => {
      for (const [body, pointer] of [
        [event(id, ',"EventStart":"19:00:00"'), '#/FMLiveFeed/EventID'],
        [event('7', `,"Fights":[{"FightID":"${id}"}]`), '#/FMLiveFeed/Fights/0/FightID'],
        [`{"sequence":1,"Type":"Stats","FMLiveFeed":{"EventID":"7","FightID":"${id}"}}`, '#/FMLiveFeed/FightID'],
      ] as const) {
        const answer = await post(body);
        expect(answer.status, body).to.equal(422);
        const detail = 'Must be a string of digits from "1" to "2147483647".';
        expect(json(answer).errors?.[0], body).to.deep.equal({ pointer, detail });
      }
    });
  }

  for (const id of ['1', '999999999', '2147483647']) {
    it(`succeeds with the id ${id}`, async () => {
      expect((await post(event(id, ',"EventStart":"19:00:00"'))).status).to.equal(200);
      expect((await liveEventUrl()).statid).to.equal(Number(id));
      expect(await failing(reads)).to.deep.equal([]);
    });
  }

  it('succeeds whatever the update', async () => {
    expect(liveReads.length).to.be.within(10, reads.length / 2);
    let sequence = 1_000;
    const seen = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(arbitraryLiveUpdates, async ({ text, eventId, fightId }) => {
        const body = text(++sequence);
        const answer = await post(body);
        if (answer.status === 422) {
          seen.refused++;
          expect(json(answer).errors[0].pointer).to.match(/^#/);
          return;
        }
        expect([answer.status, json(answer).applied], body).to.deep.equal([200, true]);
        seen.accepted++;
        const own = `${base}/live_event/${eventId}`;
        const asked = seen.accepted % 20 === 1 ? reads : liveReads;
        expect(await failing([...asked, own, `${own}?fight=${fightId}`]), body).to.deep.equal([]);
        const bout = json(answer).FightID;
        const path = bout === null ? own : `${own}?fight=${bout}`;
        const follower = await follow(night.url + path, json(answer).version - 1);
        await follower.until(1);
        follower.close();
        const plain = await send(night.url, 'GET', path);
        expect([follower.status, follower.events[0]?.data], body).to.deep.equal([200, plain.body.toString()]);
      }),
      { numRuns: scaled(60), endOnFailure: true },
    );
    expect(seen.accepted).to.be.above(seen.refused);
  });

  it('(control) fails for a document that fits no reply', async () => {
    await night.writes.hset(`{live:${ids.liveEventStatid}}`, 'event:document', '{"FMLiveFeed":{}}');
    await night.writes.publish(`live:${ids.liveEventStatid}`, '1 event');
    const failed = `500 ${base}/live_event/${ids.liveEventStatid}`;
    await eventually(async () => (await failing(reads)).includes(failed), failed);
  });
});

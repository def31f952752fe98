import { Agent, request } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/index.ts';
import { arbitraryLiveUpdates } from '../../support/fixtures/arbitrary-live-updates.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const base = '/api/v1/us/fight_metrics';

const all = operations.filter(({ method }) => method === 'GET');
const reads = [...new Set(all.map(samplePath))];

/** Built from the feed; the others are built from content alone, so an update does not rebuild them. */
const ofFeed = [
  ...['streaming_video', 'live_content', 'fight_metrics_listing', 'fight_metrics_live_event_url'],
  ...['fight_metrics_live_event', 'round_scoring', 'fight_votes', 'fight_vote_read', 'event', 'event_fights'],
];
const liveReads = [...new Set(all.filter(({ name }) => ofFeed.includes(name)).map(samplePath))];

describe('every read after an accepted live update', function () {
  this.timeout(1_800_000);
  let night: FightNight;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  before(async () => {
    night = await startFightNight();
  });
  after(async () => {
    agent.destroy();
    await night.close();
  });

  const post = (body: string) =>
    send(
      night.url,
      'POST',
      `${base}/update_live_event`,
      { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` },
      body,
    );

  /** Status of a GET on a keep-alive connection. */
  function statusOf(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(night.url + path, { agent }, (answer) => {
        answer.resume();
        // A reply that cannot be loaded is served stale: that counts as a failure, too.
        const isStale = answer.headers['cache-status'] !== undefined;
        answer.once('end', () => resolve(isStale ? 500 : (answer.statusCode ?? 0)));
      });
      sent.once('error', reject);
      sent.end();
    });
  }

  /** Those of these paths that fail. */
  async function failing(paths: readonly string[]): Promise<string[]> {
    const statuses = await Promise.all(paths.map(statusOf));
    return paths.flatMap((path, index) => ((statuses[index] ?? 0) >= 500 ? [`${statuses[index]} ${path}`] : []));
  }

  const liveEventUrl = async () => json(await send(night.url, 'GET', `${base}/live_event_url`));

  it('refuses ids that no path can contain, and accepts the greatest possible id', async () => {
    const event = (EventID: string, more = '') => `{"sequence":1,"FMLiveFeed":{"EventID":"${EventID}"${more}}}`;
    for (const id of ['2147483648', '2147483650', '2147484000', '2150000000', '3000000000', '9999999999', '0', '07']) {
      for (const [body, pointer] of [
        [event(id, ',"EventStart":"19:00:00"'), '#/FMLiveFeed/EventID'],
        [event('7', `,"Fights":[{"FightID":"${id}"}]`), '#/FMLiveFeed/Fights/0/FightID'],
        [`{"sequence":1,"Type":"Stats","FMLiveFeed":{"EventID":"7","FightID":"${id}"}}`, '#/FMLiveFeed/FightID'],
      ] as const) {
        const answer = await post(body);
        expect([answer.status, json(answer).errors?.[0]], body).to.deep.equal([
          422,
          { pointer, detail: 'Must be a string of digits from "1" to "2147483647".' },
        ]);
      }
    }
    for (const id of ['1', '9', '999999999', '1999999999', '2147483639', '2147483646', '2147483647']) {
      expect((await post(event(id, ',"EventStart":"19:00:00"'))).status, id).to.equal(200);
      expect((await liveEventUrl()).statid).to.equal(Number(id));
      expect(await failing(reads)).to.deep.equal([]);
    }
  });

  it('succeeds although an older server has stored ids that no reply can contain', async () => {
    const { writes } = night;
    const feed = { EventID: '2147483648', EventStart: '19:00:00' };
    await post('{"sequence":900,"FMLiveFeed":{"EventID":"4711","EventStart":"19:00:00"}}');
    const document = JSON.parse((await writes.hget('{live:4711}', 'event:document')) ?? '');
    const stored = async (id: string, fights: object[]) => {
      Object.assign(document.FMLiveFeed, feed, { EventID: id, Fights: fights });
      await writes.hset('{live:2147483648}', 'version', 1, 'onair', '1', 'changed', Date.now() + 1_000);
      await writes.hset(`{live:${id}}`, 'event:document', JSON.stringify(document), 'version', 2);
    };
    await stored('2147483648', []);
    await writes.zadd('live:events', Date.now() + 1_000, '2147483648');
    await writes.zadd('live:events', Date.now() + 1_000, 'x');
    const fight = { FightID: '2147483648', Order: '1', Fighters: [], FightActions: [] };
    const rest = ['AccoladeName', 'WeightClassID', 'WeightClassName', 'Status', 'PossibleRds', 'CurRd', 'Method'];
    const whole = { ...fight, ...Object.fromEntries(rest.map((name) => [name, ''])), EndingRoundNum: null };
    await stored('4711', [whole]);
    // An announced change invalidates all cached replies.
    await writes.publish('live:4711', '2 event');
    await eventually(async () => (await liveEventUrl()).statid === 4_711, 'the change is served');
    expect(await failing([...reads, `${base}/live_event/4711`])).to.deep.equal([]);
    await writes.zrem('live:events', '2147483648', 'x');
  });

  it('is no 500: every GET route of both families and the streams, whatever the update', async () => {
    expect(liveReads.length).to.be.within(10, reads.length / 2);
    let sequence = 1_000;
    const seen = { accepted: 0, refused: 0, reads: 0, streams: 0 };
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
        const paths = [...asked, own, `${own}?fight=${fightId}`];
        expect(await failing(paths), body).to.deep.equal([]);
        seen.reads += paths.length;
        const bout = json(answer).FightID;
        const path = bout === null ? own : `${own}?fight=${bout}`;
        const follower = await follow(night.url + path, json(answer).version - 1);
        await follower.until(1);
        follower.close();
        const plain = await send(night.url, 'GET', path);
        expect([follower.status, follower.events[0]?.data], body).to.deep.equal([200, plain.body.toString()]);
        seen.streams++;
      }),
      { numRuns: scaled(100), endOnFailure: true },
    );
    console.log(
      `      ${seen.accepted} updates accepted, ${seen.refused} refused: ${seen.reads} reads, ${seen.streams} streams, 0 × 500`,
    );
    expect(seen.accepted).to.be.above(seen.refused);
  });

  it('(control) fails for a document in Redis that fits no reply', async () => {
    await night.writes.hset(`{live:${ids.liveEventStatid}}`, 'event:document', '{"FMLiveFeed":{}}');
    await night.writes.publish(`live:${ids.liveEventStatid}`, '1 event');
    const failed = `500 ${base}/live_event/${ids.liveEventStatid}`;
    await eventually(async () => (await failing(reads)).includes(failed), failed);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { checksummedUpdate, readSequence, SequenceChecker } from '../../support/fixtures/checksummed-feed.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const base = '/api/v1/us/fight_metrics';

describe('live metrics', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const post = (body: object) =>
    send(
      night.url,
      'POST',
      `${base}/update_live_event`,
      { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` },
      JSON.stringify(body),
    );

  it('I09: reach every reader complete and in order', async () => {
    const path = `${base}/live_event/9501`;
    const updates = 60;
    await post(checksummedUpdate(9_501, 1));
    const [polled, streamed] = [new SequenceChecker(), new SequenceChecker()];
    const followers = await Promise.all(Array.from({ length: 50 }, () => follow(night.url + path)));
    let isOver = false;
    const pollers = Array.from({ length: 50 }, async (_, n) => {
      const checker = polled.reader();
      await sleep(n * 2);
      while (!isOver) {
        checker(readSequence((await send(night.url, 'GET', path)).body.toString()));
        await sleep(100);
      }
    });
    for (let sequence = 2; sequence <= updates; sequence++) {
      await Promise.all([post(checksummedUpdate(9_501, sequence)), sleep(50)]);
    }
    await Promise.all(followers.map((one) => one.until(updates)));
    isOver = true;
    await Promise.all(pollers);
    for (const one of followers) {
      const checker = streamed.reader();
      for (const { data } of one.events) checker(readSequence(data));
      one.close();
    }
    expect(streamed.reads).to.equal(50 * updates);
    expect(polled.reads).to.be.above(300);
    expect([polled.torn, polled.backwards, streamed.torn, streamed.backwards]).to.deep.equal([0, 0, 0, 0]);
  });

  it('I09 (control): a torn document is noticed', () => {
    const checker = new SequenceChecker();
    const [one, other] = [checksummedUpdate(9_502, 1), checksummedUpdate(9_502, 2)];
    const torn = { FMLiveFeed: { ...one.FMLiveFeed, Venue: other.FMLiveFeed.Venue } };
    checker.reader()(readSequence(JSON.stringify(torn)));
    expect(checker.torn).to.equal(1);
  });

  it('I11: end at the highest of repeated and shuffled updates', async () => {
    const [id, highest] = [9_511, 400];
    /** In order overall, shuffled within groups of 40. */
    const shuffled = (step: number) =>
      Array.from({ length: highest }, (_, n) => 1 + n - (n % 40) + (((n % 40) * step) % 40));
    const counts = { applied: 0, duplicate: 0, stale: 0 };
    const feedOf = async (own: number[]) => {
      for (let at = 0; at < own.length; at += 5) {
        const sent = own.slice(at, at + 5).map((sequence) => post(checksummedUpdate(id, sequence)));
        for (const answer of await Promise.all(sent)) {
          expect(answer.status).to.equal(200);
          const { applied, reason } = json(answer);
          counts[applied ? 'applied' : (reason as 'duplicate' | 'stale')]++;
        }
      }
    };
    await feedOf([1]);
    const follower = await follow(`${night.url}${base}/live_event/${id}`);
    await Promise.all([feedOf(shuffled(17)), feedOf(shuffled(23))]);
    const last = await send(night.url, 'GET', `${base}/live_event/${id}`);
    expect(readSequence(last.body.toString())).to.equal(highest);
    expect(counts.applied + counts.duplicate + counts.stale).to.equal(1 + 2 * highest);
    const again = json(await post(checksummedUpdate(id, highest)));
    expect(again).to.include({ applied: false, version: counts.applied });
    const { FMLiveFeed } = checksummedUpdate(id, highest);
    const conflict = await post({ sequence: highest, FMLiveFeed: { ...FMLiveFeed, Venue: 'another' } });
    expect([conflict.status, json(conflict).sequence]).to.deep.equal([409, highest]);
    // The stream has each applied update once, and never an older one.
    await follower.until(counts.applied);
    expect(follower.ids()).to.deep.equal(Array.from({ length: counts.applied }, (_, n) => n + 1));
    const seen = follower.events.map(({ data }) => readSequence(data));
    expect(seen).to.deep.equal(seen.toSorted((a, b) => a - b));
    follower.close();
  });
});

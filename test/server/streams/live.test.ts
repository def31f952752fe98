import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { checksummedUpdate, readSequence, SequenceChecker } from '../../support/fixtures/checksummed-feed.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
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

  it('I09: 20 updates a second reach 200 readers, by polling and by stream, whole and in order', async () => {
    const id = 9_501;
    const path = `${base}/live_event/${id}`;
    const [updates, perSecond] = [60, 20];
    await post(checksummedUpdate(id, 1));

    const polled = new SequenceChecker();
    const streamed = new SequenceChecker();
    const followers = await Promise.all(Array.from({ length: 100 }, () => follow(night.url + path)));
    let isOver = false;
    const pollers = Array.from({ length: 100 }, async (_, n) => {
      const checker = polled.reader();
      await sleep(n * 2);
      while (!isOver) {
        const { body } = await send(night.url, 'GET', path);
        checker(readSequence(body.toString()));
        await sleep(150);
      }
    });
    for (let sequence = 2; sequence <= updates; sequence++) {
      const [answer] = await Promise.all([post(checksummedUpdate(id, sequence)), sleep(1_000 / perSecond)]);
      expect(answer.status).to.equal(200);
    }
    await Promise.all(followers.map((one) => one.until(updates)));
    isOver = true;
    await Promise.all(pollers);
    for (const one of followers) {
      const checker = streamed.reader();
      for (const { data } of one.events) checker(readSequence(data));
      one.close();
    }
    expect(streamed.reads).to.equal(100 * updates);
    expect(polled.reads).to.be.above(300);
    const found = { torn: polled.torn + streamed.torn, backwards: polled.backwards + streamed.backwards };
    console.log(
      `      I09: ${polled.reads} reads by polling, ${streamed.reads} by stream: torn ${found.torn}, backwards ${found.backwards}`,
    );
    expect(found).to.deep.equal({ torn: 0, backwards: 0 });
  });

  it('I09 (control): a snapshot stored under two keys is read torn', async () => {
    const { writes } = night;
    const halves = (sequence: number) => checksummedUpdate(9_502, sequence).FMLiveFeed;
    const store = async (sequence: number) => {
      await writes.set('control:first', halves(sequence).Venue);
      await writes.set('control:rest', JSON.stringify(halves(sequence)));
    };
    await store(1);
    const checker = new SequenceChecker();
    let isOver = false;
    const readers = Array.from({ length: 4 }, async () => {
      const connection = new Redis(night.redis.url);
      const see = checker.reader();
      while (!isOver) {
        const Venue = await connection.get('control:first');
        await sleep(Math.random() * 2);
        const rest = JSON.parse((await connection.get('control:rest')) ?? '{}');
        see(readSequence(JSON.stringify({ FMLiveFeed: { ...rest, Venue } })));
      }
      connection.disconnect();
    });
    for (let sequence = 2; sequence <= 2_000 && checker.torn === 0; sequence++) await store(sequence);
    isOver = true;
    await Promise.all(readers);
    console.log(`      I09 (control): ${checker.reads} reads of two keys: torn ${checker.torn}`);
    expect(checker.torn).to.be.above(0);
  });

  it('I11: 2,000 updates, shuffled and doubled, from two feeds at once, end at the highest', async () => {
    const id = 9_511;
    const highest = 1_000;
    /** In order overall, shuffled within groups of 40. */
    const shuffled = (step: number) =>
      Array.from({ length: highest }, (_, n) => 1 + n - (n % 40) + (((n % 40) * step) % 40));
    const follower = follow(`${night.url}${base}/live_event/${id}`);
    const counts = { applied: 0, duplicate: 0, stale: 0 };
    const feedOf = async (own: number[]) => {
      for (let at = 0; at < own.length; at += 5) {
        const answers = await Promise.all(
          own.slice(at, at + 5).map((sequence) => post(checksummedUpdate(id, sequence))),
        );
        for (const answer of answers) {
          expect(answer.status).to.equal(200);
          const { applied, reason } = json(answer);
          counts[applied ? 'applied' : (reason as 'duplicate' | 'stale')]++;
        }
      }
    };
    await Promise.all([feedOf(shuffled(17)), feedOf(shuffled(23))]);
    const last = await send(night.url, 'GET', `${base}/live_event/${id}`);
    expect(readSequence(last.body.toString())).to.equal(highest);
    expect(counts.applied + counts.duplicate + counts.stale).to.equal(2 * highest);
    expect(json(await post(checksummedUpdate(id, highest)))).to.include({ applied: false, version: counts.applied });
    const other = {
      ...checksummedUpdate(id, highest),
      FMLiveFeed: { ...checksummedUpdate(id, highest).FMLiveFeed, Venue: 'another' },
    };
    const conflict = await post(other);
    expect([conflict.status, json(conflict).sequence]).to.deep.equal([409, highest]);
    (await follower).close();
    console.log(
      `      I11: ${2 * highest} updates: ${counts.applied} applied, ${counts.duplicate} duplicate, ${counts.stale} stale; the last is ${highest}`,
    );
  });

  it('I11: a reader of the stream gets each applied update once, never an older update', async () => {
    const id = 9_512;
    await post(checksummedUpdate(id, 1));
    const follower = await follow(`${night.url}${base}/live_event/${id}`);
    let applied = 1;
    for (let at = 0; at < 200; at += 10) {
      const sequences = Array.from({ length: 10 }, (_, n) => 2 + (((at + n) * 67) % 200));
      const answers = await Promise.all(sequences.map((sequence) => post(checksummedUpdate(id, sequence))));
      applied += answers.filter((answer) => json(answer).applied).length;
    }
    await eventually(() => follower.events.length >= applied, 'every applied update');
    const seen = follower.events.map(({ data }) => readSequence(data));
    expect(follower.ids()).to.deep.equal(Array.from({ length: applied }, (_, n) => n + 1));
    expect(seen).to.deep.equal(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).to.equal(201);
    follower.close();
  });

  it('checks the key before a byte of the body is read', async () => {
    const unfinished = { 'Content-Type': 'application/json', 'Content-Length': '1000000' };
    for (const [authorization, status] of [
      [undefined, 401],
      ['Bearer wrong', 403],
    ] as const) {
      const headers = { ...unfinished, ...(authorization && { Authorization: authorization }) };
      // The body never ends, so a server that reads it never answers.
      const answer = await Promise.race([
        send(night.url, 'POST', `${base}/update_live_event`, headers, '{'),
        sleep(5_000),
      ]);
      expect(answer?.status).to.equal(status);
    }
  });
});

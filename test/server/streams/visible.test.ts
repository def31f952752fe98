import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { feed, ids } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const base = '/api/v1/us/fight_metrics';
const path = `${base}/live_event/${ids.liveEventStatid}`;

describe('a second server process', () => {
  let night: FightNight;
  let second: ServerProcess;
  let url: string;
  before(async () => {
    night = await startFightNight();
    second = startServerProcess({ REDIS_URL: night.redis.url, WORKERS: '1' }, ['--no-sample']);
    url = await second.ready;
  });
  after(async () => {
    await second?.close();
    await night.close();
  });

  /** @returns when the feed was answered, in milliseconds. */
  async function post(sequence: number): Promise<number> {
    const body = { sequence, FMLiveFeed: { ...feed.event.FMLiveFeed, Venue: `Arena ${sequence}` } };
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
    const answer = await send(night.url, 'POST', `${base}/update_live_event`, headers, JSON.stringify(body));
    expect(json(answer)).to.include({ applied: true });
    return performance.now();
  }

  it('has a new document soon by stream', async () => {
    const follower = await follow(url + path);
    await follower.until(1);
    for (let nth = 0; nth < 50; nth++) {
      const answered = await post(100 + nth);
      await follower.until(nth + 2);
      expect((follower.times.at(-1) ?? 0) - answered).to.be.below(5_000);
      expect(JSON.parse(follower.events.at(-1)?.data ?? '').FMLiveFeed.Venue).to.equal(`Arena ${100 + nth}`);
    }
    follower.close();
  });

  it('has a new document soon by polling', async () => {
    for (let sequence = 300; sequence < 330; sequence++) {
      const answered = await post(sequence);
      while (json(await send(url, 'GET', path)).FMLiveFeed?.Venue !== `Arena ${sequence}`) {
        expect(performance.now() - answered).to.be.below(5_000);
        await sleep(Math.random() * 50);
      }
    }
  });
});

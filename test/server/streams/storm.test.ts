import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Follower, follow } from '../../support/http/follow.ts';
import { startFightNight } from '../../support/server/fight-night.ts';
import { startTestServer } from '../../support/server/server.ts';

const eventId = 9_321;
const [versions, readers, places] = [40, 300, 4];
const limit = { min: places, max: places, start: places, targetMs: 60_000 };
const loads = { limit, maxQueued: 100_000, maxLoadWaitMs: 60_000, standingWaitMs: 60_000 };
const update = (sequence: number) => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Venue: `Arena ${sequence}` },
});

describe('readers that reconnect together', () => {
  it('get every missed event, with few concurrent reads', async () => {
    const night = await startFightNight();
    const { live } = night.store;
    let [running, most] = [0, 0];
    /** The store, with a slow history. */
    const slow = async (...given: Parameters<typeof live.follow>) => {
      most = Math.max(most, ++running);
      await sleep(20);
      return live.follow(...given).finally(() => running--);
    };
    const store = { ...night.store, live: { ...live, follow: slow as typeof live.follow } };
    const server = await startTestServer(store, { loads, streams: { maxPerAddress: 0 } });
    let followers: Follower[] = [];
    try {
      for (let sequence = 1; sequence <= versions; sequence++) await live.update(update(sequence));
      // Each has seen the first to the last but one.
      const lastIds = Array.from({ length: readers }, (_, nth) => 1 + (nth % (versions - 1)));
      const path = `/api/v1/us/fight_metrics/live_event/${eventId}`;
      followers = await Promise.all(lastIds.map((lastId) => follow(server.url + path, lastId)));
      for (const [nth, follower] of followers.entries()) {
        const first = (lastIds[nth] ?? 0) + 1;
        const missed = Array.from({ length: versions + 1 - first }, (_, index) => first + index);
        await follower.until(missed.length);
        expect(follower.ids(), `after ${first - 1}`).to.deep.equal(missed);
      }
      expect(most).to.equal(places);
    } finally {
      for (const follower of followers) follower.close();
      await server.close();
      await night.close();
    }
  });
});

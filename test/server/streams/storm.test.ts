import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import type { AdmissionSettings } from '../../../server/limits/admission.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const eventId = 9_321;
const path = `/api/v1/us/fight_metrics/live_event/${eventId}`;
const versions = 40;
const readers = scaled(300);
/** Of a read of history. */
const latencyMs = 20;

const placesOf = (places: number): AdmissionSettings => ({
  limit: { least: places, most: places, start: places, targetMs: 60_000 },
  ...{ maxQueued: 100_000, maxWaitMs: 60_000, standingWaitMs: 60_000 },
});

const update = (sequence: number): EventUpdate => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Venue: `Arena ${sequence}` },
});

describe('a storm: all readers of a stream reconnect at once, each after another event', () => {
  /** @returns the most reads of history in progress at once, and all of them, once every reader has what it missed. */
  async function storm(admission: AdmissionSettings) {
    const night = await startFightNight({ admission, streams: { maxPerAddress: 0 } });
    const open: Follower[] = [];
    try {
      for (let sequence = 1; sequence <= versions; sequence++) await night.store.live.update(update(sequence));
      const { live } = night.store;
      const read = live.follow.bind(live);
      let [running, most, all] = [0, 0, 0];
      live.follow = async (...given) => {
        all++;
        most = Math.max(most, ++running);
        try {
          await sleep(latencyMs);
          return await read(...given);
        } finally {
          running--;
        }
      };
      // Each has seen the first to the last but one.
      const lastIds = Array.from({ length: readers }, (_, nth) => 1 + (nth % (versions - 1)));
      const followers = await Promise.all(lastIds.map((lastId) => follow(night.url + path, lastId)));
      open.push(...followers);
      await Promise.all(followers.map((follower, nth) => follower.until(versions - (lastIds[nth] ?? 0))));
      for (const [nth, follower] of followers.entries()) {
        const first = (lastIds[nth] ?? 0) + 1;
        const missed = Array.from({ length: versions - first + 1 }, (_, index) => first + index);
        expect(follower.ids(), `after ${first - 1}`).to.deep.equal(missed);
      }
      await night.store.live.update(update(versions + 1));
      await Promise.all(followers.map((follower, nth) => follower.until(versions + 1 - (lastIds[nth] ?? 0))));
      return { most, all };
    } finally {
      for (const follower of open) follower.close();
      await night.close();
    }
  }

  it('each gets every event that it missed, and Redis is asked for few of them at a time', async () => {
    const { most, all } = await storm(placesOf(4));
    console.log(`      ${readers} readers: ${all} reads of history, at most ${most} at once`);
    expect(most).to.equal(4);
  });

  it('control: without admission all of them are asked for at once', async () => {
    const { most } = await storm(placesOf(100_000));
    expect(most).to.be.above(12);
  });
});

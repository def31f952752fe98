import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { checksummedUpdate, readSequence } from '../../support/fixtures/checksummed-feed.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { answersIn, sendPipelined } from '../../support/http/raw.ts';
import { countScriptCalls, startServerPair } from '../../support/server/server-pair.ts';

const pathOf = (eventId: number) => `/api/v1/us/fight_metrics/live_event/${eventId}`;

describe('many readers of one live event', () => {
  it('H06: 10,000 readers at once ask Redis once per process', async () => {
    // The clock stands still: a reply stays cached, however busy the machine is.
    const { night, first, second, close } = await startServerPair({ now: () => 1_000_000 });
    try {
      await night.store.live.update(checksummedUpdate(9_601, 1));
      const before = await countScriptCalls(night.writes);
      const eachConnection = Array.from({ length: 50 }, () => pathOf(9_601));
      const connections = Array.from({ length: 200 }, (_, nth) =>
        sendPipelined(nth % 2 ? first.url : second.url, eachConnection),
      );
      const text = (await Promise.all(connections)).map((reply) => reply.text).join('');
      expect(countStatuses(answersIn(text))).to.deep.equal({ 200: 10_000 });
      expect(text.match(/"Venue":"Arena 1 /g)).to.have.length(10_000);
      expect((await countScriptCalls(night.writes)) - before).to.equal(2);
    } finally {
      await close();
    }
  });

  it('H07: pollers with the ETag get 304, Redis little', async () => {
    const [pollers, polls] = [200, 50];
    const { night, first, close } = await startServerPair();
    try {
      const { live } = night.store;
      await live.update(checksummedUpdate(9_602, 1));
      const before = await countScriptCalls(night.writes);
      await live.update(checksummedUpdate(9_602, 2));
      const ofUpdate = (await countScriptCalls(night.writes)) - before;
      const startedMs = Date.now();
      const pool = openClientPool(first.url, pollers);
      const counts: Record<number, number> = {};
      let latest = 0;
      const poll = async () => {
        let etag = '';
        for (let n = 0; n < polls; n++) {
          const headers = { 'If-None-Match': etag };
          const answer = await pool.sendOnce('GET', pathOf(9_602), undefined, headers);
          counts[answer.status] = (counts[answer.status] ?? 0) + 1;
          etag = answer.headers.etag ?? '';
          if (answer.status === 200) latest = Math.max(latest, readSequence(answer.body.toString()));
          await sleep(Math.random() * 60);
        }
      };
      const polling = Array.from({ length: pollers }, poll);
      await sleep(500);
      await live.update(checksummedUpdate(9_602, 3));
      await Promise.all(polling);
      await pool.close();
      const seconds = (Date.now() - startedMs) / 1_000;
      const asked = (await countScriptCalls(night.writes)) - before - 2 * ofUpdate;
      expect(latest).to.equal(3);
      expect(Object.keys(counts)).to.deep.equal(['200', '304']);
      expect((counts[304] ?? 0) / (pollers * polls)).to.be.at.least(0.95);
      // A reply is fresh for a second.
      expect(asked).to.be.at.most(2 + Math.ceil(seconds));
    } finally {
      await close();
    }
  });
});

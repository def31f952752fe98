import { expect } from 'chai';
import { run } from '../../../server/store/redis/scripts.ts';
import { castBallot, client, keysOf, type Sent } from '../../support/redis/cast-ballot.ts';
import { useFixedClockStore } from '../../support/redis/fixed-clock-store.ts';
import { itDecides } from '../../support/run/boundaries.ts';
import { eventually } from '../../support/run/eventually.ts';

const nowMs = 1_922_000_000_123;

describe('castBallots-many.lua', () => {
  const at = useFixedClockStore(nowMs);
  let fightId = 87_000;

  /** A new fight whose round 1 opened and closes at these moments. */
  async function openRound(openedMs: number, closesMs: number | ''): Promise<number> {
    await at.redis.client.hset(keysOf(++fightId).windows, '1:opened', openedMs);
    if (closesMs !== '') await at.redis.client.hset(keysOf(fightId).windows, '1:closes', closesMs);
    return fightId;
  }

  const cast = (fight: number, sent: Sent = {}) =>
    castBallot(at, fight, { minArrival: nowMs, maxArrival: nowMs, ...sent });
  const codeOf = async (fight: number, sent: Sent = {}) => {
    const verdict = await cast(fight, sent);
    return verdict === 'expired' ? verdict : verdict[0];
  };

  itDecides<unknown>([
    {
      title: 'a vote at its deadline',
      async decide(offset) {
        at.clock.set(nowMs + offset);
        return codeOf(await openRound(1_000, ''), { deadline: nowMs });
      },
      expected: [1, 'expired', 'expired'],
    },
    {
      title: 'the moment stored for a vote, by its earliest arrival',
      async decide(offset) {
        const fight = await openRound(1_000, '');
        const [, , , created] = (await cast(fight, { minArrival: nowMs + offset, maxArrival: nowMs + 5 })) as number[];
        expect(await at.redis.client.hget(keysOf(fight).votes, client)).to.equal(`11|${created}`);
        return created;
      },
      expected: [1_922_000_000_122, 1_922_000_000_123, 1_922_000_000_123],
    },
    {
      title: 'a move, by the latest arrival of the vote',
      async decide(offset) {
        const fight = await openRound(1_000, '');
        await cast(fight);
        const verdict = await cast(fight, { choice: [12], maxArrival: nowMs + offset });
        return [verdict, await at.redis.client.hgetall(keysOf(fight).tally)];
      },
      expected: [
        [[4, 0, 0, nowMs], { changes: '1', announced: String(nowMs), '1:11': '1' }],
        [[2, 0, 0, nowMs], { changes: '2', announced: String(nowMs), '1:11': '0', '1:12': '1' }],
        [[2, 0, 0, nowMs], { changes: '2', announced: String(nowMs), '1:11': '0', '1:12': '1' }],
      ],
    },
    {
      title: 'a delayed vote, by the clock of the stored one',
      async decide(offset) {
        at.clock.set(nowMs);
        const fight = await openRound(1_000, '');
        await cast(fight);
        at.clock.set(nowMs + offset);
        // A moment in the future is from another clock, and is ignored.
        return codeOf(fight, { choice: [12], minArrival: nowMs - 20, maxArrival: nowMs - 10 });
      },
      expected: [2, 4, 4],
    },
    {
      title: 'the last change allowed',
      async decide(offset) {
        const fight = await openRound(1_000, '');
        await at.redis.client.set(keysOf(fight).rate, 9 + offset, 'PX', 60_000);
        const [code, left] = (await cast(fight, { allowed: 10 })) as number[];
        return [code, left, await at.redis.client.get(keysOf(fight).rate)];
      },
      expected: [
        [1, 1, '9'],
        [1, 0, '10'],
        [-4, 0, '10'],
      ],
    },
  ]);

  it('never changes the stored moments of a round', async () => {
    const { windows } = keysOf(++fightId);
    const open = (...rounds: (number | '')[]) =>
      run(at.opened.connections.writes, 'openRounds', [windows], ['', ...rounds]);
    expect(await open(1, 1_000, '')).to.equal(1);
    expect(await open(1, 500, 2_000, 2, 1_500, 3_000)).to.equal(3);
    expect(await open(1, 400, 1_900, 2, 1_400, '')).to.equal(0);
    const stored = { '1:opened': '1000', '1:closes': '2000', '2:opened': '1500', '2:closes': '3000' };
    expect(await at.redis.client.hgetall(windows)).to.deep.equal(stored);
  });

  it('counts changes from the first, for the whole period', async () => {
    const fight = await openRound(1_000, '');
    const { rate } = keysOf(fight);
    const limits = { allowed: 2, periodMs: 60_000 };
    expect(await cast(fight, limits)).to.deep.equal([1, 1, 60_000, nowMs]);
    await at.redis.client.pexpire(rate, 30_000);
    const [code, left, resetMs = 0] = (await cast(fight, { ...limits, choice: [12] })) as number[];
    expect([code, left]).to.deep.equal([2, 0]);
    expect(resetMs, 'the period began with the first change').to.be.within(1, 30_000);
    expect(await at.redis.client.pttl(rate)).to.be.within(1, 30_000);
    expect((await cast(fight, { ...limits, choice: [11] })).slice(0, 2)).to.deep.equal([-4, 0]);
    await at.redis.client.pexpire(rate, 1);
    await eventually(async () => (await at.redis.client.exists(rate)) === 0, 'the period is over');
    expect(await cast(fight, { ...limits, choice: [11] })).to.deep.equal([2, 1, 60_000, nowMs]);
    expect(await at.redis.client.get(rate)).to.equal('1');
    expect(await at.redis.client.pttl(rate)).to.be.within(30_001, 60_000);
  });
});

import { expect } from 'chai';
import { castBallot, client, keysOf, type Sent } from '../../support/redis/cast-ballot.ts';
import { useFixedClockStore } from '../../support/redis/fixed-clock-store.ts';

const nowMs = 1_922_000_000_123;
const wrongType = 'WRONGTYPE Operation against a key holding the wrong kind of value';

describe('votes and scorecards whose data in Redis is broken', () => {
  const at = useFixedClockStore(nowMs);
  let fightId = 88_000;

  /** A new fight whose round 1 is open. */
  async function openRound(): Promise<number> {
    await at.redis.client.hset(keysOf(++fightId).windows, '1:opened', nowMs);
    return fightId;
  }
  const cast = (fight: number, sent: Sent = {}) => castBallot(at, fight, { least: nowMs, most: nowMs, ...sent });

  it('have a verdict that names the key', async () => {
    const voted = await openRound();
    const { votes, scores } = keysOf(voted);
    await at.redis.client.hset(votes, client, 'x');
    await at.redis.client.hset(scores, client, 'x');
    expect(await cast(voted)).to.deep.equal([-5, 0, 0, `CORRUPT vote or tally at ${votes}`]);
    const scored = await cast(voted, { kind: 'scores', choice: [10, 9] });
    expect(scored).to.deep.equal([-5, 0, 0, `CORRUPT scorecard or sums at ${scores}`]);
    const { windows } = keysOf(++fightId);
    for (const moment of ['opened', 'closes']) {
      await at.redis.client.del(windows);
      await at.redis.client.hset(windows, `1:${moment}`, 'x');
      expect(await cast(fightId), moment).to.deep.equal([-5, 0, 0, `CORRUPT moments of a round at ${windows}`]);
    }
    await at.redis.client.set(windows, 'x');
    expect(await cast(fightId), 'moments of another type').to.deep.equal([-5, 0, 0, wrongType]);
    const other = await openRound();
    await at.redis.client.set(keysOf(other).votes, 'x');
    expect(await cast(other), 'votes of another type').to.deep.equal([-5, 0, 0, wrongType]);
    const third = await openRound();
    await at.redis.client.hset(keysOf(third).rate, 'x', 'x');
    const limits = { allowed: 2 };
    expect(await cast(third, limits), 'changes of another type').to.deep.equal([-5, 2, 0, wrongType]);
    await at.redis.client.set(keysOf(voted).rate, 'x');
    const beside = `CORRUPT number of changes beside ${keysOf(voted).windows}`;
    expect(await cast(voted, limits)).to.deep.equal([-5, 2, 0, beside]);
  });

  it('leave what is there as it is when a count of them is broken', async () => {
    for (const field of ['changes', '1:11', '1:12']) {
      const fight = await openRound();
      const { tally, votes } = keysOf(fight);
      expect((await cast(fight, { choice: [12] }))[0]).to.equal(1);
      await at.redis.client.hset(tally, field, 'x');
      const before = await at.redis.client.hgetall(tally);
      expect(await cast(fight), field).to.deep.equal([-5, 0, 0, `CORRUPT vote or tally at ${votes}`]);
      expect(await at.redis.client.hgetall(tally)).to.deep.equal(before);
      expect(await at.redis.client.hget(votes, client)).to.equal(`12|${nowMs}`);
    }
    const scored = await openRound();
    await at.redis.client.set(keysOf(scored).scoreTally, 'x');
    expect(await cast(scored, { kind: 'scores', choice: [10, 9] })).to.deep.equal([-5, 0, 0, wrongType]);
    expect(await at.redis.client.exists(keysOf(scored).scores)).to.equal(0);
  });
});

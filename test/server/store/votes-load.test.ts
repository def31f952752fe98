import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { type Answer, json } from '../../support/http/send.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { cuts, startProxy } from '../../support/redis/proxy.ts';
import { openStore } from '../../support/redis/redis.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startTestServer, uncachedReplies } from '../../support/server/server.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const { fightInProgress, fightInProgressFighter1Statid: statid } = ids;
const votePath = `/api/v3/mobile/fights/${fightInProgress}/vote`;
const vote = (client_id: string) => ({ round_num: 2, fighter_statid: statid, client_id });

/** A server whose connections to Redis can be cut, and its client. */
async function openLane(redisPort: number) {
  // A connection sends the whole script the first time, and then only its digest.
  const { lua, sha } = scripts.castBallots;
  const proxy = await startProxy(redisPort, sha, lua.slice(0, 60));
  const { store, close } = await openStore(proxy.url);
  const server = await startTestServer(store, uncachedReplies);
  const client = openClientPool(server.url, 1);
  return {
    ...{ proxy, client },
    async close() {
      await client.close();
      await server.close();
      close();
      await proxy.close();
    },
  };
}

type Lane = Awaited<ReturnType<typeof openLane>>;

describe('votes when connections to Redis break', () => {
  const laneCount = 8;
  const times = scaled(48);
  let night: FightNight;
  let lanes: Lane[];
  before(async () => {
    night = await startFightNight(uncachedReplies);
    lanes = await Promise.all(Array.from({ length: laneCount }, () => openLane(night.redis.port)));
  });
  after(async () => {
    for (const { close } of lanes) await close();
    await night.close();
  });

  const counted = async () => {
    const [tally] = await readVotes(night.store, [fightInProgress]);
    return tally?.get(2)?.get(statid) ?? 0;
  };

  /** Casts votes one after the other, cuts the connection to Redis once for each, and repeats each until accepted. */
  async function castThroughCuts(
    cut: (typeof cuts)[number],
    { proxy, client }: Lane,
    lane: number,
  ): Promise<{ cutOff: number; answers: Answer[][] }> {
    const before = proxy.done;
    const answers: Answer[][] = [];
    for (let n = 0; n < times / laneCount; n++) {
      const ballot = vote(`${cut.replace(' ', '-')}-client-${lane}-${n}`);
      proxy.cutNext(cut);
      const tries: Answer[] = [];
      do {
        if (tries.length > 0) await sleep(40);
        tries.push(await client.sendOnce('POST', votePath, ballot));
      } while ((tries.at(-1)?.status ?? 0) >= 500 && tries.length < 1_000);
      answers.push(tries);
    }
    return { cutOff: proxy.done - before, answers };
  }

  for (const cut of cuts) {
    it(`F06: counts a vote reset ${cut} once, ${times} times`, async () => {
      const before = await counted();
      const settled = await Promise.allSettled(lanes.map((lane, n) => castThroughCuts(cut, lane, n)));
      const runs = settled.map((run) => {
        if (run.status === 'rejected') throw run.reason;
        return run.value;
      });
      const answers = runs.flatMap((run) => run.answers);
      const more = (await counted()) - before;
      const cutOff = runs.reduce((sum, run) => sum + run.cutOff, 0);
      expect(answers.every((tries) => (tries.at(-1)?.status ?? 0) < 300)).to.equal(true);
      expect({ cutOff, more }).to.deep.equal({ cutOff: times, more: times });
    });
  }
});

describe('votes at the bell', () => {
  // 20,000 voters within 2 s with TEST_SCALE=5.
  const voters = scaled(4_000);
  const withinMs = voters / 10;

  it(`H05: counts ${voters} voters within ${withinMs / 1000} s exactly`, async () => {
    const night = await startFightNight(uncachedReplies);
    const server = startServerProcess({
      REDIS_URL: night.redis.url,
      ...{ LOG_LEVEL: 'silent', LOG_FORMAT: 'text' },
      RATE_WRITES: '0',
      NEW_CLIENTS_PER_MINUTE: '0',
    });
    const pool = openClientPool(await server.ready, 200);
    const answers: Answer[] = [];

    /** Retries after 503 once `Retry-After` has passed, as a client does. */
    async function cast(n: number): Promise<void> {
      for (;;) {
        const answer = await pool.sendOnce('POST', votePath, vote(`bell-client-${String(n).padStart(8, '0')}`));
        if (answer.status !== 503) {
          answers.push(answer);
          return;
        }
        await sleep(Number(answer.headers['retry-after']) * 1000);
      }
    }

    // The moment of each vote is fixed beforehand, even if earlier ones are not answered.
    const startMs = performance.now();
    const casts: Promise<void>[] = [];
    while (casts.length < voters) {
      const due = Math.min(voters, Math.ceil(((performance.now() - startMs) / withinMs) * voters));
      while (casts.length < due) casts.push(cast(casts.length));
      await sleep(2);
    }
    await Promise.all(casts);
    const tally = json(await pool.send('GET', `/api/v3/mobile/fights/${fightInProgress}/votes`));
    await pool.close();
    await server.close();
    await night.close();
    expect(countStatuses(answers)).to.satisfy(
      (counts: Record<number, number>) => (counts[201] ?? 0) + (counts[200] ?? 0) === voters,
    );
    expect(tally.total_votes).to.equal(voters);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey, snapshotOf } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { bucketOf } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type ProcessPair, startProcessPair, suspendProcesses } from '../../support/server/process-pair.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const scorePath = '/api/v1/us/events/score_round';
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const kinds = ['vote', 'scorecard', 'update'] as const;

interface Answered {
  /** `gone`: the connection ended without an answer. */
  status: number | 'gone';
  /** The last part of the type of a problem. */
  problem: string | undefined;
  kind: (typeof kinds)[number];
  /** The client, or the event of an update. */
  who: string;
}

describe('a write that was refused', () => {
  let night: ProcessPair;
  before(async () => {
    night = await startProcessPair();
    for (const { url } of night.servers) callers.set(url, openClientPool(url, 100));
  });
  after(async () => {
    for (const pool of callers.values()) await pool.close();
    await night.close();
  });

  let number = 0;
  const callers = new Map<string, ClientPool>();
  const headers = { Authorization: `Bearer ${feedKey}` };

  async function send(url: string, kind: Answered['kind']): Promise<Answered> {
    const client_id = `counted-${String(++number).padStart(14, '0')}`;
    const scores = { fighter1_score: 10, fighter2_score: 9, client_id };
    const sent = {
      vote: { path: votePath, body: { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id } },
      scorecard: {
        path: scorePath,
        body: { event_id: ids.liveEvent, fight_id: ids.fightInProgress, round_num: 2, ...scores },
      },
      // A separate event for each, so that the test sees which was applied.
      update: { path: updatePath, body: snapshotOf(1_000_000 + number, 1) },
    }[kind];
    const who = kind === 'update' ? String(1_000_000 + number) : client_id;
    const answer = await callers
      .get(url)
      ?.sendOnce('POST', sent.path, sent.body, headers)
      .catch(() => undefined);
    const problem = /"urn:problem-type:([a-z-]+)"/.exec(answer?.body.toString() ?? '')?.[1];
    return { kind, who, status: answer?.status ?? 'gone', problem };
  }

  /** What was asked meanwhile is done, and only the servers do not know (control). */
  async function loseReplies(ms: number): Promise<void> {
    for (const { proxy } of night.servers) proxy.hold('replies');
    await sleep(ms);
    for (const { proxy } of night.servers) proxy.letGo();
  }

  /** Stalls or cuts something at random; resolves when it is over. */
  async function strike(random: () => number): Promise<void> {
    const half = night.servers[random() < 0.5 ? 0 : 1];
    const ms = 50 * 40 ** random();
    const what = random();
    if (what < 0.3) await suspendProcesses(half.workers, ms);
    else if (what < 0.45) await suspendProcesses(half.workers.slice(0, 1), ms);
    else if (what < 0.6) await suspendProcesses([night.redis.pid], ms);
    else if (what < 0.7) {
      half.proxy.hold();
      await sleep(ms);
      half.proxy.letGo();
    } else if (what < 0.85) half.proxy.cutNext({ request: Math.floor(random() * 1_500) });
    else half.proxy.cutNext({ reply: Math.floor(random() * 120) });
    await sleep(random() * 150);
  }

  async function isStored({ kind, who }: Answered): Promise<boolean> {
    const { store, connections } = night.opened;
    const fightId = ids.fightInProgress;
    if (kind === 'update') return (await store.live.event(who)) !== undefined;
    if (kind === 'vote') {
      const fighterStatid = ids.fightInProgressFighter1Statid;
      return (await store.votes.find({ fightId, roundNumber: 2, fighterStatid, clientId: who })) !== undefined;
    }
    return (await connections.reads.hget(keys.bucket(fightId, bucketOf(who, 8)).scores(2), who)) !== null;
  }

  it('F04, F07: is not counted after stalls and cuts (M23, M24)', async () => {
    const random = randomOf(2031);
    const answers: Answered[] = [];
    const wanted = scaled(100);
    const isRefused = ({ problem }: Answered) => problem === 'service-unavailable';
    let refused = 0;
    let isOver = false;
    const lanes = Array.from({ length: 60 }, async (_, lane) => {
      const { url } = night.servers[lane % 2 ? 1 : 0];
      while (!isOver) {
        const answered = await send(url, kinds[lane % 10 === 0 ? 2 : lane % 3 === 0 ? 1 : 0] ?? 'vote');
        answers.push(answered);
        if (isRefused(answered)) refused++;
        // Between strikes a steady load; during a stall each lane has a request on its way.
        await sleep(100);
      }
    });
    await eventually(() => answers.length > 60, 'every lane has written');
    await loseReplies(2_000);
    for (let strikes = 0; refused < wanted || strikes < 10; strikes++) await strike(random);
    isOver = true;
    await Promise.all(lanes);
    await sleep(500);

    const seen = new Map<string, { answers: number; counted: number }>();
    for (let at = 0; at < answers.length; at += 500) {
      const some = answers.slice(at, at + 500);
      const stand = await Promise.all(some.map(isStored));
      for (const [n, answer] of some.entries()) {
        const name = `${answer.kind} ${answer.problem ?? answer.status}`;
        const { answers: before, counted } = seen.get(name) ?? { answers: 0, counted: 0 };
        seen.set(name, { answers: before + 1, counted: counted + (stand[n] ? 1 : 0) });
      }
    }
    for (const kind of kinds) {
      expect(seen.get(`${kind} service-unavailable`)?.counted ?? 0, kind).to.equal(0);
      expect(seen.get(`${kind} 500`), kind).to.equal(undefined);
      const taken = [200, 201].map((status) => seen.get(`${kind} ${status}`) ?? { answers: 0, counted: 0 });
      for (const { answers: sent, counted } of taken) expect(counted, kind).to.equal(sent);
    }
    // For these, "not counted" would have been wrong (control).
    const unknown = kinds.map((kind) => seen.get(`${kind} outcome-unknown`)?.counted ?? 0);
    expect(Math.max(...unknown)).to.be.above(0);
  });
});

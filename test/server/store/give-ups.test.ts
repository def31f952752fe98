import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { openPoster } from '../../support/http/abortable-post.ts';
import { scaled } from '../../support/run/scale.ts';
import { type ProcessPair, startProcessPair, suspendProcesses } from '../../support/server/process-pair.ts';

const path = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const [one, other] = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid];

describe('a vote whose client gave up', () => {
  let night: ProcessPair;
  before(async () => {
    night = await startProcessPair();
  });
  after(() => night.close());

  let clients = 0;

  /**
   * Each client connects to one server, whose workers then stall, votes, gives up, and votes for the other fighter
   * through the other server, which acknowledges it; then the workers continue.
   */
  async function giveUpDuring(stallMs: number, count: number, which: number, workers: number) {
    const [slow, fast] = which === 0 ? night.servers : ([night.servers[1], night.servers[0]] as const);
    const [first, second] = [openPoster(count), openPoster(20)];
    const vote = (fighter_statid: number, client_id: string) => ({ round_num: 2, fighter_statid, client_id });
    const warm = Array.from(
      { length: count },
      (_, n) => first.post(slow.url, path, vote(one, `warm-${which}-${n}-0123456789ab`)).answer,
    );
    await Promise.all(warm);
    const voters = Array.from({ length: count }, () => `give-up-${String(++clients).padStart(12, '0')}`);
    const standing = suspendProcesses(slow.workers.slice(0, workers), stallMs);
    const given = voters.map((voter) => first.post(slow.url, path, vote(one, voter)));
    await sleep(10);
    for (const { giveUp } of given) giveUp();
    const replies = await Promise.all(voters.map((voter) => second.post(fast.url, path, vote(other, voter)).answer));
    await standing;
    await sleep(400);
    first.close();
    second.close();
    const acknowledged = voters.filter((_, n) => replies[n]?.status === 200 || replies[n]?.status === 201);
    const stands = await Promise.all(
      acknowledged.map((clientId) =>
        night.opened.store.votes.find({ fightId: ids.fightInProgress, roundNumber: 2, fighterStatid: other, clientId }),
      ),
    );
    return { acknowledged: acknowledged.length, overwritten: stands.filter((vote) => vote === undefined).length };
  }

  it('M25: does not replace a vote that was acknowledged since, through other workers and servers', async () => {
    let [acknowledged, overwritten] = [0, 0];
    const rounds = Math.max(6, Math.round(scaled(6) / 5));
    const each = Math.ceil(scaled(300) / rounds);
    const stalls = [50, 100, 150, 400, 1_000, 2_000];
    for (let round = 0; round < rounds; round++) {
      const seen = await giveUpDuring(
        stalls[round % stalls.length] ?? 50,
        Math.min(each, 200),
        round % 2,
        1 + (round % 3 > 0 ? 1 : 0),
      );
      acknowledged += seen.acknowledged;
      overwritten += seen.overwritten;
    }
    console.log(`M25: ${acknowledged} acknowledged after a vote was given up, ${overwritten} overwritten by it`);
    expect(acknowledged).to.be.above(100);
    expect(overwritten).to.equal(0);
  });
});

import { ids } from '../../../contracts/world/ids.ts';
import { pick } from '../../../contracts/world/night/random.ts';
import type { Lane } from './lane.ts';
import { timesOf } from './lane.ts';

const fightId = ids.fightInProgress;
const fighters = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid] as const;
/** Round 2 is open, round 1 is over. */
const [openRound, closedRound] = [2, 1];

export const votedFight = { fightId, fighters, rounds: [closedRound, openRound] } as const;
export const voteRegister = (round: number, client: string) => `vote ${fightId}:${round}:${client}`;
export const scoreRegister = (round: number, client: string) => `scorecard ${fightId}:${round}:${client}`;
export const voteCount = (round: number, fighter: number) => `votes ${fightId} ${round}:${fighter}`;
export const scoreCount = (round: number) => `scorecards ${fightId} ${round}`;

async function vote(lane: Lane, server: number, client: string, fighter: number, round = openRound): Promise<boolean> {
  const body = { round_num: round, fighter_statid: fighter, client_id: client };
  const asked = await lane.ask(server, 'POST', `/api/v3/mobile/fights/${fightId}/vote`, body);
  lane.stage.recorder.add({
    ...timesOf(asked),
    ...{ kind: 'vote', register: voteRegister(round, client), value: String(fighter), applied: null },
    ...{ countedIn: voteCount(round, fighter), isUnfit: round === closedRound },
  });
  return asked.status !== null && asked.status < 300;
}

async function readVote(lane: Lane, server: number, client: string, fighter: number): Promise<void> {
  const path = `/api/v3/mobile/fights/${fightId}/round/${openRound}/fighter/${fighter}/vote/${client}`;
  const asked = await lane.ask(server, 'GET', path);
  const isThere = asked.status === 200 ? true : asked.status === 404 ? false : null;
  lane.stage.recorder.add({
    ...timesOf(asked),
    ...{ kind: 'vote-read', register: voteRegister(openRound, client), value: String(fighter), isThere },
  });
}

/** Votes as people do: most once, some again after an error, some for the other fighter, some for a round that is over. */
export async function runVoter(lane: Lane): Promise<void> {
  const { random, stage } = lane;
  for (let number = 0; !stage.isOver(); number++) {
    const client = `chaos-${lane.name.replace(' ', '-')}-${String(number).padStart(8, '0')}`;
    let fighter = pick(random, fighters);
    const isLate = random() < 0.02;
    for (let tries = 0; tries < 5 && !stage.isOver(); tries++) {
      // Any server: people move between networks.
      const isTaken = await vote(lane, lane.anyServer(), client, fighter, isLate ? closedRound : openRound);
      await lane.pause(5, 40);
      const then = random();
      if (isLate || then < 0.1) break;
      if (then < 0.2) await readVote(lane, lane.anyServer(), client, pick(random, fighters));
      else if (then < 0.4) fighter = pick(random, fighters);
      else if (isTaken) break;
    }
  }
}

const scores = [7, 8, 9, 10] as const;

async function score(lane: Lane, server: number, client: string, own: readonly [number, number]): Promise<boolean> {
  const body = {
    ...{ event_id: ids.liveEvent, fight_id: fightId, round_num: openRound, client_id: client },
    ...{ fighter1_score: own[0], fighter2_score: own[1] },
  };
  const asked = await lane.ask(server, 'POST', '/api/v1/us/events/score_round', body);
  lane.stage.recorder.add({
    ...timesOf(asked),
    ...{ kind: 'scorecard', register: scoreRegister(openRound, client), value: own.join('|'), applied: null },
    ...{ countedIn: scoreCount(openRound), isUnfit: false },
  });
  return asked.status !== null && asked.status < 300;
}

/** Sends scorecards, some of them again with other scores. */
export async function runScorer(lane: Lane): Promise<void> {
  const { random, stage } = lane;
  for (let number = 0; !stage.isOver(); number++) {
    const client = `chaos-${lane.name.replace(' ', '-')}-${String(number).padStart(8, '0')}`;
    for (let tries = 0; tries < 4 && !stage.isOver(); tries++) {
      const isTaken = await score(lane, lane.anyServer(), client, [pick(random, scores), pick(random, scores)]);
      await lane.pause(10, 60);
      if (isTaken && random() < 0.7) break;
    }
  }
}

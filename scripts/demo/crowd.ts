import { type Corner, crowdForBlue, type NightRound, scoreRound } from '../../contracts/world/night/night.ts';
import { between, chance, type Random, randomOf } from '../../contracts/world/night/random.ts';
import type { TargetFight } from './target.ts';

/** A request of a client, and its repetitions; the next step waits for the reply. */
export interface Step {
  /** On the clock of the night, before the round is over. */
  atMs: number;
  /** Requests at the same time: an impatient thumb, or a network layer that repeats. */
  copies: 1 | 2;
  /** Whether it is sent again after the reply, as by an app that did not get it. */
  again: boolean;
  what: { vote: Corner } | { score: readonly [blue: number, red: number] };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Ids of the voters, which follow from the seed. */
export function clientIds(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(seed, 'client', index);
    return Array.from({ length: 22 }, () => alphabet[between(random, 0, 63)]).join('');
  });
}

/** The service's limit on changes per client, fight and period; a voter here makes no more in a whole fight. */
const changesOfFight = 10;

const rarely = (random: Random) => ({ copies: chance(random, 0.05) ? 2 : 1, again: chance(random, 0.05) }) as const;

/** One client in eight always sides with the same corner. */
function favourite(seed: number, client: number, fight: number): Corner | undefined {
  const random = randomOf(seed, 'favourite', client, fight);
  if (!chance(random, 0.125)) return undefined;
  return chance(random, 0.5) ? 'blue' : 'red';
}

/** Some vote early in the round, most at its end. */
function voteMs(random: Random, { startMs, endMs }: NightRound, closesMs: number): number {
  const early = chance(random, 0.3);
  const [least, most] = early ? [startMs + 15_000, endMs] : [endMs - 5_000, closesMs];
  return Math.min(closesMs, least + random() * (most - least));
}

/** Whether a client scores rounds besides voting. */
export const isScorer = (client: number) => client % 2 === 0;

export interface VotingRound {
  seed: number;
  fight: TargetFight;
  round: NightRound;
  /** When the feed reports the end of the round. */
  closesMs: number;
}

/**
 * Plans the requests of one client in one round: it votes for the fighter it sees ahead, may change its vote, may send a
 * request twice, and scores the round if it is a scorer. Follows from the seed, not from arrival times.
 *
 * @returns votes and scorecards, each in order.
 */
export function planSteps({ seed, fight, round, closesMs }: VotingRound, client: number): Step[][] {
  const random = randomOf(seed, 'voter', client, fight.statid, round.round);
  const scores = isScorer(client);
  const fixed = favourite(seed, client, fight.statid);
  const side = (atMs: number): Corner => fixed ?? (chance(random, crowdForBlue(round, atMs)) ? 'blue' : 'red');
  const everyRound = scores ? 2 : 1;
  const mayChange = fight.scheduledRounds * everyRound + round.round <= changesOfFight;

  const atMs = voteMs(random, round, closesMs);
  const votes: Step[] = [{ atMs, ...rarely(random), what: { vote: side(atMs) } }];
  if (atMs < round.endMs && mayChange && chance(random, 0.3)) {
    const laterMs = round.endMs + random() * (closesMs - round.endMs);
    votes.push({ atMs: laterMs, ...rarely(random), what: { vote: side(laterMs) } });
  }
  if (!scores) return [votes];

  const last = round.frames.at(-1);
  if (!last) return [votes];
  const card = () => scoreRound(last, (random() * 2 - 1) * 14);
  const scoreMs = round.endMs + random() * (closesMs - round.endMs);
  const cards: Step[] = [{ atMs: scoreMs, ...rarely(random), what: { score: card() } }];
  // Only if the vote did not change already.
  if (votes.length === 1 && mayChange && chance(random, 0.1)) {
    const laterMs = scoreMs + random() * (closesMs - scoreMs);
    cards.push({ atMs: laterMs, ...rarely(random), what: { score: card() } });
  }
  return [votes, cards];
}

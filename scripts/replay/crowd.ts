import {
  type Corner,
  crowdForBlue,
  type Night,
  type NightRound,
  scoreRound,
} from '../../contracts/world/night/night.ts';
import { between, chance, type Random, randomOf } from '../../contracts/world/night/random.ts';

/** One thing that a client does; the next waits for its answer. */
export interface Step {
  /** Of the night, before the round is over. */
  atMs: number;
  /** How often it is sent at once: an impatient thumb, or a network layer that repeats. */
  copies: 1 | 2;
  /** Sent once more after its answer, as by an app that did not get it. */
  again: boolean;
  what: { vote: Corner } | { score: readonly [blue: number, red: number] };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Ids of the voters; the same seed gives the same. */
export function clientIds(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(seed, 'client', index);
    return Array.from({ length: 22 }, () => alphabet[between(random, 0, 63)]).join('');
  });
}

/** Changes that the service takes of one client and fight in its period; a voter here never makes more in a whole fight. */
const changesOfFight = 10;

const rarely = (random: Random) => ({ copies: chance(random, 0.05) ? 2 : 1, again: chance(random, 0.05) }) as const;

/** One in eight sides with the same corner whatever happens. */
function favourite(seed: number, client: number, fight: string): Corner | undefined {
  const random = randomOf(seed, 'favourite', client, fight);
  if (!chance(random, 0.125)) return undefined;
  return chance(random, 0.5) ? 'blue' : 'red';
}

/** Some vote as soon as they have seen enough, most at the end of the round. */
function voteMs(random: Random, { startMs, endMs }: NightRound, closesMs: number): number {
  const early = chance(random, 0.3);
  const [least, most] = early ? [startMs + 15_000, endMs] : [endMs - 5_000, closesMs];
  return Math.min(closesMs, least + random() * (most - least));
}

/** Who scores rounds besides voting. */
export const isScorer = (client: number) => client % 2 === 0;

export interface Occasion {
  night: Night;
  fight: string;
  scheduledRounds: number;
  round: NightRound;
  /** When the feed tells that the round is over. */
  closesMs: number;
}

/**
 * What one client does about one round: it votes for whom it sees ahead, may change its mind by the end, may send what
 * it sends twice, and scores the round if it keeps score. Follows from the seed, not from when anything arrives.
 *
 * @returns votes and scorecards, each in their order.
 */
export function stepsOf({ night, fight, scheduledRounds, round, closesMs }: Occasion, client: number): Step[][] {
  const random = randomOf(night.seed, 'voter', client, fight, round.round);
  const scores = isScorer(client);
  const fixed = favourite(night.seed, client, fight);
  const side = (atMs: number): Corner => fixed ?? (chance(random, crowdForBlue(round, atMs)) ? 'blue' : 'red');
  const everyRound = scores ? 2 : 1;
  const mayChange = scheduledRounds * everyRound + round.round <= changesOfFight;

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
  // Only who did not already change the vote.
  if (votes.length === 1 && mayChange && chance(random, 0.1)) {
    const laterMs = scoreMs + random() * (closesMs - scoreMs);
    cards.push({ atMs: laterMs, ...rarely(random), what: { score: card() } });
  }
  return [votes, cards];
}

import type { BoutUpdate, EventUpdate } from '../../schemas/metrics.ts';
import { type Card, inOrder, scheduled, worldCard } from './card.ts';
import { fight, type NightAction, type NightFight, type NightRound } from './fight.ts';
import { planEndings } from './plan.ts';
import { frameSeconds } from './round.ts';
import { lead } from './tally.ts';
import { boutUpdate, eventUpdate, frameAt, type Numbered } from './updates.ts';

export { type Card, type Corner, worldCard } from './card.ts';
export type { FightResult, NightFight, NightRound } from './fight.ts';
export { scoreRound } from './judges.ts';

/** A round of a fight by FightID. */
export interface RoundRef {
  fight: string;
  round: number;
}

/** One post of the feed. Between two posts that open or close rounds, only the latest of each row matters. */
export interface Post {
  /** Milliseconds of the night, which starts at 0. */
  atMs: number;
  /** FightID for a post about a bout; undefined for the event. Sequence numbers grow within each of these rows. */
  bout: string | undefined;
  /** The first update that shows that this round has started. */
  opens?: RoundRef;
  /** The first update that shows that this round is over, by the next one or the end of the fight. */
  closes?: RoundRef;
  /** Built at each read, to save memory: a night has some thousand posts of up to 100 kB. */
  readonly update: EventUpdate | BoutUpdate;
}

export interface Night {
  seed: number;
  card: Card;
  /** In the order in which they are fought. */
  fights: readonly NightFight[];
  /** In the order in which they are sent. */
  posts: readonly Post[];
  /** Rounds that a post opens, in that order. */
  rounds: readonly RoundRef[];
  startMs: number;
  endMs: number;
}

/** The card or the seed has no such round; the message is a sentence for the user. */
export class NoSuchRound extends Error {
  override name = 'NoSuchRound';
}

/** Sequence 1 is the recorded feed, which a server that shows the world has received. */
const firstSequence = 2;
/** Milliseconds of the night from its start to the first fight and between two fights. */
const pauseMs = 60_000;

function fightAll(card: Card, seed: number): NightFight[] {
  const endings = planEndings(card, seed);
  let introMs = pauseMs / 2;
  return inOrder(card).map((scheduledFight) => {
    const fought = fight(seed, scheduledFight, endings.get(scheduledFight.FightID), introMs);
    introMs = fought.completeMs + pauseMs;
    return fought;
  });
}

function numbered(fights: readonly NightFight[]): Map<string, Numbered[]> {
  let id = 0;
  return new Map(
    fights.map(({ FightID, actions }) => [FightID, actions.map((action) => Object.assign({ id: ++id }, action))]),
  );
}

type Mark = Pick<Post, 'opens' | 'closes'>;

/** Which rounds the event's update of a moment is the first to show as started or over. */
function findMarks(fights: readonly NightFight[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { FightID, rounds, overMs } of fights) {
    for (const { round, startMs } of rounds) {
      const closes = round > 1 ? { closes: { fight: FightID, round: round - 1 } } : {};
      marks.set(startMs, { opens: { fight: FightID, round }, ...closes });
    }
    marks.set(overMs, { closes: { fight: FightID, round: rounds.length } });
  }
  return marks;
}

/** Moments of a bout's row: its opening, every frame of its rounds, its official end. */
function boutMoments({ actions, rounds, overMs, officialMs }: NightFight): number[] {
  const opens = actions.find(({ Type }) => Type === 'Fight_Open') as NightAction;
  const frames = rounds.flatMap(({ startMs, frames }) => frames.map(({ second }) => startMs + second * 1000));
  return [...new Set([opens.atMs, ...frames, overMs, officialMs])];
}

function eventMoments(fights: readonly NightFight[], endMs: number): number[] {
  const moments = new Set(fights.flatMap(({ actions }) => actions.map(({ atMs }) => atMs)));
  for (let atMs = 0; atMs <= endMs; atMs += frameSeconds * 1000) moments.add(atMs);
  return [...moments.add(endMs)].sort((a, b) => a - b);
}

/** Replaces the posts before a moment by the last post of every row. */
function foldBefore(posts: readonly Post[], fromMs: number): Post[] {
  const rows = new Map<string | undefined, Post>();
  for (const post of posts) if (post.atMs < fromMs) rows.set(post.bout, post);
  const atMs = fromMs - 1000;
  // In the order of the rows' first posts: the event's post must come before those of its bouts.
  const first = [...rows.values()].map(({ bout, update }) => ({ atMs, bout, update }));
  return [...first, ...posts.filter((post) => post.atMs >= fromMs)];
}

/**
 * Parses the round to start from: `R2` of the card's current fight, or `6415:R2` of the fight with this FightID.
 *
 * @throws {NoSuchRound}
 */
export function parseRound(text: string, card: Card): RoundRef {
  const [, id, round] = /^(?:([1-9][0-9]{0,9}):)?[Rr]([1-9])$/.exec(text) ?? [];
  if (!round) throw new NoSuchRound(`A round is written R2, or 6415:R2 with the FightID before it; not ${text}.`);
  const fightId = id ?? card.currentFight;
  const chosen = inOrder(card).find(({ FightID }) => FightID === fightId);
  const known = inOrder(card).map(({ FightID }) => FightID);
  if (!chosen) throw new NoSuchRound(`The card has no fight ${fightId}; it has ${known.join(', ')}.`);
  if (Number(round) > scheduled(chosen)) {
    throw new NoSuchRound(`Fight ${fightId} is scheduled for ${scheduled(chosen)} rounds.`);
  }
  return { fight: fightId, round: Number(round) };
}

export const roundOf = (fights: readonly NightFight[], { fight, round }: RoundRef): NightRound | undefined =>
  fights.find(({ FightID }) => FightID === fight)?.rounds.find((candidate) => candidate.round === round);

/**
 * Simulates a whole fight night as the metrics supplier reports it: walkouts, rounds, stoppages, decisions. The same
 * arguments give the same night, and the statistics are the sums of the actions.
 *
 * @param options.card default: the live event of the world.
 * @param options.from starts with the first bell of this round; the first posts sum up everything before it.
 * @throws {NoSuchRound} when the fight ends before that round.
 */
export function createNight(options: { seed: number; card?: Card; from?: RoundRef | undefined }): Night {
  const { seed, card = worldCard, from } = options;
  const fights = fightAll(card, seed);
  const endMs = (fights.at(-1)?.completeMs ?? 0) + pauseMs;
  const startsMs = Date.parse(String(card.event.GMT)) || 0;
  const about = { card, startsMs, fights, actions: numbered(fights) };
  const marks = findMarks(fights);

  const ofEvent = eventMoments(fights, endMs).map(
    (atMs, index): Post => ({
      atMs,
      bout: undefined,
      ...marks.get(atMs),
      get update() {
        return eventUpdate(about, firstSequence + index, atMs, atMs === endMs);
      },
    }),
  );
  const ofBouts = fights.flatMap((fought) =>
    boutMoments(fought).map(
      (atMs, index): Post => ({
        atMs,
        bout: fought.FightID,
        get update() {
          return boutUpdate(card, startsMs, fought, firstSequence + index, atMs);
        },
      }),
    ),
  );
  // A stable sort: at the same moment the event's post comes first, so that it opens and closes the rounds.
  const all = [...ofEvent, ...ofBouts].sort((a, b) => a.atMs - b.atMs);

  const first = from && roundOf(fights, from);
  if (from && !first) {
    const last = fights.find(({ FightID }) => FightID === from.fight)?.rounds.length;
    throw new NoSuchRound(`With seed ${seed} fight ${from.fight} ends in round ${last}, before round ${from.round}.`);
  }
  const posts = first ? foldBefore(all, first.startMs) : all;
  return {
    seed,
    card,
    fights,
    posts,
    endMs,
    rounds: posts.flatMap(({ opens }) => opens ?? []),
    startMs: posts[0]?.atMs ?? 0,
  };
}

/** With this lead, three quarters of the crowd vote for the leader. */
const clearLead = 7;

/**
 * The share of the crowd that votes for blue in a round, from 0.03 to 0.97, by the statistics so far.
 *
 * @param atMs of the night.
 */
export function crowdForBlue(round: NightRound, atMs: number): number {
  const share = 1 / (1 + 3 ** (-lead(frameAt(round, atMs)) / clearLead));
  return Math.min(0.97, Math.max(0.03, share));
}

import type { EventUpdate } from '../../schemas/metrics.ts';
import { eventUpdate } from '../feed.ts';
import { ids } from '../ids.ts';

type AnyFight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];
type FeedFighter = NonNullable<AnyFight['Fighters']>[number];
type Shown<T, Key extends keyof T> = T & Required<Pick<T, Key>>;

/** A fight of a card, with the members that a night needs. */
export interface FeedFight extends Shown<AnyFight, 'AccoladeName' | 'WeightClassName'> {
  /** Two, blue first. */
  Fighters: Shown<FeedFighter, 'FullName'>[];
}

export const corners = ['blue', 'red'] as const;
export type Corner = (typeof corners)[number];

/** How a fight ends before its last bell. */
export interface Stoppage {
  method: 'SUB' | 'KO/TKO';
  winner: Corner;
  round: number;
  /** Of the round. */
  second: number;
}

/** The input of a simulated night: an event before its first fight. */
export interface Card {
  /** The event as in its feed, each fight upcoming, with two fighters, blue first. */
  event: EventUpdate['FMLiveFeed'];
  /** FightID of the fight meant by a round without a FightID. */
  currentFight: string;
  /** Endings that content already has, by FightID. */
  known: Readonly<Record<string, Stoppage>>;
}

const notStarted = (fight: AnyFight): AnyFight => ({
  ...fight,
  Status: 'Upcoming',
  CurRd: '0',
  Fighters: (fight.Fighters ?? []).map((fighter) => ({ ...fighter, Outcome: '' })),
  Method: '',
  EndingRoundNum: null,
  FightActions: [],
});

const { FMLiveFeed: recorded } = eventUpdate;

/** The live event of the world, before its first fight. */
export const worldCard: Card = {
  event: { ...recorded, EventStart: '', CurFight: '', Fights: (recorded.Fights ?? []).map(notStarted) },
  currentFight: String(ids.fightInProgressStatid),
  // Content already has this result, so the night must have the same.
  known: { 6416: { method: 'SUB', winner: 'blue', round: 1, second: 3 * 60 + 41 } },
};

/** In the order of the night: the main event, which is the first of the card, comes last. */
export function inOrder(card: Card): FeedFight[] {
  return [...((card.event.Fights ?? []) as FeedFight[])].sort((a, b) => Number(b.Order) - Number(a.Order));
}

export const scheduled = (fight: FeedFight) => Math.min(5, Math.max(1, Number(fight.PossibleRds) || 3));

import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/methods.ts';
import type { EventDetailV1 } from '../../contracts/schemas/events.ts';
import type { EventUpdate } from '../../contracts/schemas/metrics.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { ids } from '../../contracts/world/ids.ts';
import { type Card, worldCard } from '../../contracts/world/night/night.ts';
import { ReplayRefused } from './errors.ts';
import type { Retry } from './retry.ts';

/** A fight of the event in content, joined with the feed. */
export interface TargetFight {
  id: number;
  statid: number;
  scheduledRounds: number;
  /** Statids: the blue and red corner of the feed, and the first fighter of the content. */
  blue: number;
  red: number;
  fighter1: number;
}

/** The event on the server for which the night is played. */
export interface TargetEvent {
  eventId: number;
  eventStatid: number;
  card: Card;
  /** By FightID. */
  fights: ReadonlyMap<string, TargetFight>;
  /** Every fight of the event in content. */
  fightIds: readonly number[];
}

type Fight = EventDetailV1['fights'][number];
type FeedFight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];

const text = (value: unknown) => (value === null || value === undefined || value === 0 ? '' : String(value));

function feedFighter(fight: Fight, n: 1 | 2) {
  const [FirstName, LastName] = [text(fight[`fighter${n}_first_name`]), text(fight[`fighter${n}_last_name`])];
  return {
    FighterID: text(fight[`fighter${n}_statid`]),
    Color: n === 1 ? 'Blue' : 'Red',
    FirstName,
    LastName,
    FullName: `${FirstName} ${LastName}`.trim(),
    ShortName: FirstName && LastName ? `${FirstName.slice(0, 1)}. ${LastName}` : LastName,
    Height: text(fight[`fighter${n}height`]),
    Weight: text(fight[`fighter${n}weight`]),
  };
}

/** The supplier's name of a division, from the key in content. */
const division = (key: string | null) =>
  text(key)
    .replace(/^Women_/, "Women's ")
    .replaceAll('_', ' ');

function feedFight(fight: Fight, scheduledRounds: number): FeedFight {
  const WeightClassName = division(fight.fighter1_weight_class);
  return {
    FightID: String(fight.statid),
    Order: String(fight.fightcard_order),
    AccoladeName: fight.is_title_fight ? `${WeightClassName} Title`.trim() : '',
    WeightClassName,
    Status: 'Upcoming',
    PossibleRds: String(scheduledRounds),
    CurRd: '0',
    Fighters: [feedFighter(fight, 1), feedFighter(fight, 2)],
    Method: '',
    EndingRoundNum: null,
    FightActions: [],
  };
}

/** A card from the content of an event, for events other than the one that the night was written for. */
function cardOf(event: EventDetailV1, eventStatid: number, fights: readonly FeedFight[]): Card {
  const GMT = `${event.event_dategmt.slice(0, 16)}Z`;
  const about = { Date: event.event_date.slice(0, 10), GMT, Venue: event.arena, City: event.location };
  return {
    event: { EventID: String(eventStatid), ...about, Fights: [...fights] },
    currentFight: fights.at(-1)?.FightID ?? '',
    known: {},
  };
}

/** @returns undefined when content has no such event. */
async function ifFound<T>(request: Promise<{ body: T }>): Promise<T | undefined> {
  try {
    return (await request).body;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

/** The event with this id, or else with this statid. */
async function eventNamed(v1: Client<'v1'>, retry: Retry, id: number): Promise<EventDetailV1 | undefined> {
  const byId = await retry(() => ifFound(v1.event({ id })));
  if (byId) return byId;
  const { body } = await retry(() => v1.fight_metrics_listing({ limit: 500 }));
  const entry = body.find(({ statid }) => statid === id);
  return entry && retry(() => ifFound(v1.event({ id: entry.event_id })));
}

/**
 * Finds the event on the server, with those of its fights that the feed can describe.
 *
 * @param id event id or statid; default: the live event of the world.
 * @throws {ReplayRefused}
 */
export async function findTargetEvent(
  v1: Client<'v1'>,
  retry: Retry,
  url: string,
  id: number | undefined,
): Promise<TargetEvent> {
  const name = id ?? ids.liveEvent;
  const event = await eventNamed(v1, retry, name);
  if (!event) throw new ReplayRefused(`There is no event ${name} at ${url}: choose one with --event.`);
  const { statid: eventStatid } = event;
  if (eventStatid === null) {
    throw new ReplayRefused(`Event ${event.id} at ${url} has no statid, so no feed can describe it.`);
  }
  const { body } = await retry(() => v1.round_scoring({ id: event.id }));
  const rounds = new Map(body.fights.map((fight) => [fight.fight_id, fight.rounds.length]));
  const usable = event.fights.filter((one) => one.statid && one.fighter1_statid && one.fighter2_statid);
  const own = cardOf(
    event,
    eventStatid,
    usable.map((one) => feedFight(one, rounds.get(one.id) ?? 3)),
  );
  const card = eventStatid === ids.liveEventStatid && holds(usable, worldCard) ? worldCard : own;
  const inFeed = new Map((card.event.Fights ?? []).map((one) => [one.FightID, one]));
  if (inFeed.size === 0) {
    throw new ReplayRefused(`Event ${event.id} at ${url} has no fight with the statids of both fighters.`);
  }
  const fights = new Map(usable.map((one) => [String(one.statid), toTargetFight(one, inFeed.get(String(one.statid)))]));
  return { eventId: event.id, eventStatid, card, fights, fightIds: event.fights.map((one) => one.id) };
}

/** Whether content has every fight of a card, with the same fighters. */
const holds = (fights: readonly Fight[], { event }: Card) =>
  (event.Fights ?? []).every(({ FightID, Fighters = [] }) => {
    const one = fights.find(({ statid }) => String(statid) === FightID);
    const own = [one?.fighter1_statid, one?.fighter2_statid].map(String);
    return Fighters.every(({ FighterID }) => own.includes(FighterID));
  });

function toTargetFight(one: Fight, inFeed: FeedFight | undefined): TargetFight {
  const [blue = one.fighter1_statid, red = one.fighter2_statid] = (inFeed?.Fighters ?? []).map((fighter) =>
    Number(fighter.FighterID),
  );
  return {
    id: one.id,
    statid: Number(one.statid),
    scheduledRounds: Number(inFeed?.PossibleRds ?? 3),
    blue: Number(blue),
    red: Number(red),
    fighter1: Number(one.fighter1_statid),
  };
}

/**
 * Whether a round that the night will open was open before on this server, or has scorecards: neither can be undone over
 * HTTP.
 *
 * @param rounds of the night.
 */
export function wasPlayed(
  target: TargetEvent,
  rounds: readonly { fight: string; round: number }[],
  { fights }: RoundScoring,
): boolean {
  return rounds.some(({ fight, round }) => {
    const known = fights.find(({ fight_id }) => fight_id === target.fights.get(fight)?.id);
    const shown = known?.rounds.find(({ round_num }) => round_num === round);
    if (!known || !shown) return false;
    return shown.scores_count > 0 || (known.current_round >= round && !shown.open);
  });
}

import type { Family } from '../../families.ts';
import { careerAverageKeys } from '../../schemas/fighters.ts';
import { Fight, type FightResult } from '../../schemas/fights.ts';
import { words } from '../../schemas/type.ts';
import type { EventRecord } from '../collections/events.ts';
import type { FighterRecord } from '../collections/fighters.ts';
import type { FightRecord } from '../collections/fights.ts';
import type { Settings } from '../settings.ts';
import { cut } from './cut.ts';
import { fightFeedUrl } from './feed-urls.ts';
import { profileImage } from './fighters.ts';

const noResultYet: FightResult = {
  Method: null,
  EndingRound: null,
  EndingTime: '',
  Submission: null,
  EndStrike: null,
  EndTarget: null,
  EndPosition: null,
  EndNotes: null,
  FightOfTheNight: null,
  Scores: [{ WinnerScore: null, LoserScore: null, JudgeID: null, JudgeFirstName: null, JudgeLastName: null }],
};

/** Averages that may be null in a reply with averages. */
const optionalAverages: readonly string[] = words('StrikingDefense TakedownAccuracy TakedownDefense');

type Values = Record<string, unknown>;

const copied = words('nickname weight_class rank wins losses draws statid first_name last_name');

/** One corner: values of the fight take precedence over those of its fighter. */
function corner(n: 1 | 2, fight: FightRecord, fighter: FighterRecord | undefined, settings: Settings): Values {
  const own: Values = fight;
  const name = (rest: string) => `fighter${n}${rest}`;
  const value = (rest: string, fromFighter: unknown) => (name(rest) in own ? own[name(rest)] : fromFighter);

  const sides: Values = {
    weight: value('weight', fighter?.weight) ?? 0,
    height: value('height', fighter?.height) ?? 0,
    reach: value('reach', fighter?.reach) ?? null,
    ...Object.fromEntries(copied.map((key) => [`_${key}`, value(`_${key}`, fighter?.[key]) ?? null])),
    _full_body_image:
      value('_full_body_image', n === 1 ? fighter?.left_full_body_image : fighter?.right_full_body_image) ?? undefined,
    _profile_image: value('_profile_image', fighter && profileImage(fighter, settings)) ?? undefined,
  };
  const { _wins, _losses, _draws } = sides;
  const record = value('record', `${_wins ?? 0}-${_losses ?? 0}-${_draws ?? 0}`) ?? '0-0-0';
  return Object.fromEntries(
    Object.entries({ ...sides, record, ...block(value, name, own, fighter) }).map(([rest, it]) => [name(rest), it]),
  );
}

/** The averages: all from the fight, or all from the fighter. If a required average is unknown, all are left out. */
function block(
  value: (rest: string, fromFighter: unknown) => unknown,
  name: (rest: string) => string,
  own: Values,
  fighter: FighterRecord | undefined,
): Values {
  const isOwn = careerAverageKeys.some((key) => name(`_${key.toLowerCase()}`) in own);
  const values = careerAverageKeys.map((key) => ({
    key,
    is: value(`_${key.toLowerCase()}`, isOwn ? null : fighter?.[key]) ?? null,
  }));
  const sent = values.every(({ key, is }) => is !== null || optionalAverages.includes(key));
  return Object.fromEntries(values.map(({ key, is }) => [`_${key.toLowerCase()}`, sent ? is : undefined]));
}

/**
 * A fight of an event. An unknown opponent has the id 0 and no names.
 *
 * @param fighters by id; a missing fighter is unknown.
 */
export function fight(
  record: FightRecord,
  event: Pick<EventRecord, 'id' | 'statid' | 'event_status'>,
  fighters: ReadonlyMap<number, FighterRecord>,
  family: Family,
  settings: Settings,
): Fight {
  const feedUrl = fightFeedUrl(event.statid, record.statid, settings);
  // A fight can have a winner although its event was never marked as over.
  const isWon = record.fighter1_is_winner === true || record.fighter2_is_winner === true;
  const notOver = event.event_status !== 'POST_EVENT' && !isWon && !('result' in record);
  const undecided = notOver ? false : undefined;
  const values: Values = {
    ...corner(1, record, fighters.get(record.fighter1_id), settings),
    ...corner(2, record, fighters.get(record.fighter2_id), settings),
    event_id: event.id,
    fm_stats_feed_url: feedUrl,
    fm_fight_rhythm_feed_url: feedUrl,
    fighter1_is_winner: 'fighter1_is_winner' in record ? (record.fighter1_is_winner ?? undefined) : undecided,
    fighter2_is_winner: 'fighter2_is_winner' in record ? (record.fighter2_is_winner ?? undefined) : undecided,
    result: record.result ?? (notOver ? noResultYet : undefined),
  };
  return cut(Fight, record, family, values as { [K in keyof Fight]: unknown });
}

export function fights(
  event: EventRecord,
  fighters: ReadonlyMap<number, FighterRecord>,
  family: Family,
  settings: Settings,
): Fight[] {
  return event.fights.map((record) => fight(record, event, fighters, family, settings));
}

export const fighterIdsOf = (event: EventRecord): number[] => [
  ...new Set(event.fights.flatMap(({ fighter1_id, fighter2_id }) => [fighter1_id, fighter2_id]).filter((id) => id > 0)),
];

import { Fight, FightResult } from '../../schemas/fights.ts';
import { type TObject, type TSchema, Type, words } from '../../schemas/type.ts';
import { pick, type Shape, shape } from '../shape.ts';
import type { Localized } from '../text.ts';

/** Keys that come from the fight. Other keys may come from its fighters. */
const own = {
  ...pick(
    Fight.properties,
    words(
      'id fightcard_order fighter1_id fighter2_id statid is_title_fight is_main_event is_prelim fight_description',
      'fighter1odds fighter2odds ending_time ending_round_number',
    ),
  ),
  scheduled_rounds: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
};

type OwnKey = Exclude<keyof typeof own, 'scheduled_rounds'>;
type FeedKey = 'event_id' | 'fm_stats_feed_url' | 'fm_fight_rhythm_feed_url';
type FromFighter = Omit<Fight, OwnKey | FeedKey | 'result'>;

/**
 * A key of `FromFighter` that is left out comes from the fighter; a key that is null has no value and is sent as its
 * empty value.
 */
export type FightRecord = Pick<Fight, Exclude<OwnKey, 'fight_description'>> & {
  fight_description: Fight['fight_description'] | Localized;
  scheduled_rounds?: number;
  /** Left out: until the event is over, replies have a result with empty values. Null: replies have no result. */
  result?: FightResult | null;
} & { [K in keyof FromFighter]?: FromFighter[K] | Localized | null };

const feedKeys: readonly string[] = ['event_id', 'fm_stats_feed_url', 'fm_fight_rhythm_feed_url'] satisfies FeedKey[];
const images = /_(full_body|profile)_image$/;
/** These texts may be empty; for all other keys `""` means that there is no value. */
const texts = /_(first_name|last_name|nickname|rank)$/;

const fromFighter = Object.entries<TSchema>(Fight.properties).filter(
  ([key]) => !(key in own) && !feedKeys.includes(key) && key !== 'result',
);

const fight = shape<FightRecord>(own, {
  localized: ['fight_description'],
  empty: { is_title_fight: false, is_main_event: false, is_prelim: false, ending_time: '' },
});
const result = shape<FightResult>(FightResult.properties, { empty: { EndingTime: '', Scores: [] } });
const rawFilled = shape<object>(Object.fromEntries(fromFighter.map(([key, schema]) => [key, Type.Optional(schema)])), {
  localized: fromFighter.map(([key]) => key).filter((key) => images.test(key)),
}).schema;

export const fights: Shape<FightRecord, TObject> = {
  schema: Type.Object({
    ...fight.schema.properties,
    ...rawFilled.properties,
    result: Type.Optional(Type.Union([result.schema, Type.Literal(''), Type.Null()])),
  }),
  normalise(raw) {
    const given = raw as Record<string, unknown>;
    const filled = fromFighter
      .filter(([key]) => given[key] !== undefined)
      .map(([key]) => [key, given[key] === '' && !texts.test(key) ? null : given[key]]);
    return {
      ...Object.fromEntries(filled),
      ...('result' in given && { result: given.result ? result.normalise(given.result) : null }),
      ...fight.normalise(raw),
    };
  },
};

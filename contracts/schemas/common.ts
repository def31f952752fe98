/**
 * The building blocks of the schemas. Patterns mean the same in JavaScript and Rust (Pact matches there): `[0-9]`
 * is ASCII in both, and no look-around.
 */
import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from './type.ts';

/** The largest id on the wire, a signed 32-bit integer. */
export const maxId = 2147483647;

/** The digits of an id, 1 to `maxId`, without leading zeros: JSON Schema has no range for strings. */
export const idDigitsPattern =
  '^([1-9][0-9]{0,8}|1[0-9]{9}|20[0-9]{8}|21[0-3][0-9]{7}|214[0-6][0-9]{6}|2147[0-3][0-9]{5}|21474[0-7][0-9]{4}' +
  '|214748[0-2][0-9]{3}|2147483[0-5][0-9]{2}|21474836[0-3][0-9]|214748364[0-7])$';

export const Id = Type.Integer({ minimum: 1, maximum: maxId });

/** An int of the wire specification that counts or measures something. */
export const Count = Type.Integer({ minimum: 0 });

/** Text for people in the language of the family; `""` without a value. */
export const Text = Type.String();

/** A string that is never empty: `empty` is `never` in the wire specification. */
export const Filled = Type.String({ minLength: 1 });

/** An absolute URL, not checked further; may be `""`. */
export const Url = Type.String();

/** A URL whose key may be left out: never `""`. */
export const FilledUrl = Type.String({ minLength: 1 });

const dayPattern = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';

export const dateTimePattern = `^${dayPattern}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`;

/** UTC, without milliseconds. */
export const DateTime = Type.String({ pattern: dateTimePattern });

/** A calendar day, written as its midnight. */
export const Day = Type.String({ pattern: `^${dayPattern}T00:00:00Z$` });

/** The supplier's calendar day, without a time. */
export const PlainDay = Type.String({ pattern: `^${dayPattern}$` });

/** A number written as a string. */
export const Decimal = Type.String({ pattern: '^-?[0-9]+([.][0-9]+)?$' });

/** A length of time, `m:ss`. */
export const MinutesSeconds = Type.String({ pattern: '^[0-9]{1,3}:[0-5][0-9]$' });

/** The number of a round; the fight limits it further, to its scheduled rounds. */
export const RoundNumber = Type.Integer({ minimum: 1, maximum: 5 });

export const clientIdPattern = '^[A-Za-z0-9_-]{16,64}$';

/** An id that an installation of an app generates once; with it, its votes can be moved. */
export const ClientId = Type.String({ pattern: clientIdPattern });

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The schema with a description. Not for a schema with an `$id`: describe that at its definition. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return Type.With(schema, { description }) as unknown as T; // an annotation does not change the static type
}

/** Members that mean the same in every schema that has them. */
export const common = {
  id: described(Id, 'Id of the record, unique among its kind.'),
  eventId: described(Id, 'Id of the event.'),
  fightId: described(Id, 'Id of the fight.'),
  eventStatid: described(
    nullable(Id),
    "The metrics supplier's id of the event, EventID in the feed; not necessarily unique.",
  ),
  fightStatid: described(nullable(Id), "The metrics supplier's id of the fight, FightID in the feed."),
  fighterStatid: described(nullable(Id), "The metrics supplier's id of the fighter, FighterID in the feed."),
  roundNumber: described(RoundNumber, 'Number of the round; the fight limits it further, to its scheduled rounds.'),
  firstName: described(Filled, 'First name.'),
  lastName: described(Filled, 'Last name.'),
  urlName: described(Filled, 'Slug; not necessarily unique.'),
  keywordIds: described(Type.Array(Type.Integer()), 'Ids of the tags.'),
  lastModified: described(DateTime, 'When the record was last changed.'),
  twitterHashtag: described(Type.String(), 'Hashtag on Twitter; empty when there is none.'),
} as const;

/** An object without members beyond these: every reply but the live feed. */
export function closed<P extends TProperties>(properties: P, options: TObjectOptions = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** A closed object that is a component of the OpenAPI document. `rules`: further keywords. */
export function record<P extends TProperties>(
  $id: string,
  description: string,
  properties: P,
  rules: TObjectOptions = {},
): TObject<P> {
  return closed(properties, { $id, description, ...rules });
}

/**
 * `dependentRequired` for keys that are sent together or not at all. Each key requires the next and the last requires
 * the first, so one entry per key is enough.
 */
export function together(...keys: string[]): Record<string, string[]> {
  return Object.fromEntries(keys.map((key, index) => [key, [keys[(index + 1) % keys.length] ?? key]]));
}

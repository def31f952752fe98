import { described, idDigitsPattern } from './common.ts';
import {
  type Static,
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from './type.ts';

/**
 * A part of the live feed: the schema of replies, which have every member, the schema of updates, which may leave
 * members out, and the conversion of the second to the first. Wire specification 7.
 */
export interface Part<Reply extends TSchema, Update extends TSchema, Needed extends boolean = boolean> {
  reply: Reply;
  update: Update;
  /** Whether an update with the enclosing object must have this too. */
  needed: Needed;
  /**
   * Fills in the empty value of every member left out, at any depth; unknown members follow unchanged.
   *
   * @param value fits `update`, or is undefined if the whole part was left out.
   */
  complete: (value: Static<Update> | undefined) => Static<Reply>;
}

type AnyPart = Part<TSchema, TSchema>;
type Parts = Record<string, AnyPart>;

type ReplyProperties<P extends Parts> = { [K in keyof P]: P[K]['reply'] };
type UpdateProperties<P extends Parts> = {
  [K in keyof P]: P[K]['needed'] extends true ? P[K]['update'] : TOptional<P[K]['update']>;
};

function scalar<S extends TSchema, N extends boolean>(schema: S, needed: N, empty: Static<S>): Part<S, S, N> {
  return { reply: schema, update: schema, needed, complete: (value) => value ?? empty };
}

/** Any string; `""` when left out. */
export const text = scalar(Type.String(), false, '');

/** Any string or null, unchanged; `""` when left out. */
export const textOrNull: Part<ReturnType<typeof stringOrNull>, ReturnType<typeof stringOrNull>, false> = {
  reply: stringOrNull(),
  update: stringOrNull(),
  needed: false,
  complete: (value) => (value === undefined ? '' : value),
};

function stringOrNull() {
  return Type.Union([Type.String(), Type.Null()]);
}

/** The part with a description. Not for a group, which already has one. */
export function meaning<P extends AnyPart>(part: P, description: string): P {
  return { ...part, reply: described(part.reply, description), update: described(part.update, description) };
}

/** A constant word that an update must have. */
export function word<W extends string>(value: W) {
  return scalar(Type.Literal(value), true, value as Static<ReturnType<typeof Type.Literal<W>>>);
}

/** The supplier's id of a person or an action: every update must have it. */
export const key = scalar(Type.String({ minLength: 1 }), true, '');

const digits = Type.String({ pattern: '^[1-9][0-9]{0,9}$' });
const idDigits = Type.String({ pattern: idDigitsPattern });

/**
 * The supplier's id of an event or a bout, which is also looked up by path or query: digits, without leading zeros. An
 * update must have an id that fits a path too; replies may have greater ids, which were once accepted.
 */
export const pathKey: Part<typeof digits, typeof idDigits, true> = {
  reply: digits,
  update: idDigits,
  needed: true,
  complete: (value) => value ?? '',
};

/**
 * Elements stay in the order received; `[]` when left out.
 *
 * @param max elements of an update; replies may have more, which were accepted before the limit.
 */
export function list<R extends TSchema, U extends TSchema>(
  item: Part<R, U>,
  max?: number,
): Part<TArray<R>, TArray<U>, false> {
  const complete = (value: unknown[] = []) => value.map((element) => item.complete(element as Static<U>));
  return {
    reply: Type.Array(item.reply),
    update: Type.Array(item.update, max === undefined ? {} : { maxItems: max }),
    needed: false,
    complete: complete as Part<TArray<R>, TArray<U>>['complete'],
  };
}

/** An object open to unknown members. Its schemas are the components `name` and `nameUpdate`. */
export const group = <P extends Parts>(name: string, description: string, parts: P) =>
  open(name, description, parts, false);

/** A group that an update must have. */
export const neededGroup = <P extends Parts>(name: string, description: string, parts: P) =>
  open(name, description, parts, true);

function open<P extends Parts, N extends boolean>(
  name: string,
  description: string,
  parts: P,
  needed: N,
): Part<TObject<ReplyProperties<P>>, TObject<UpdateProperties<P>>, N> {
  const properties = (of: (part: AnyPart) => TSchema): TProperties =>
    Object.fromEntries(Object.entries(parts).map(([member, part]) => [member, of(part)]));
  const reply = Type.Object(properties((part) => part.reply) as ReplyProperties<P>, {
    $id: name,
    description,
    additionalProperties: true,
  });
  const update = Type.Object(
    properties((part) => (part.needed ? part.update : Type.Optional(part.update))) as UpdateProperties<P>,
    {
      $id: `${name}Update`,
      description: `${description} Members left out take their empty values.`,
      additionalProperties: true,
    },
  );
  function complete(value: Record<string, unknown> = {}) {
    const known = Object.entries(parts).map(([member, part]) => [
      member,
      part.complete(Object.hasOwn(value, member) ? value[member] : undefined),
    ]);
    const unknown = Object.entries(value).filter(([member]) => !Object.hasOwn(parts, member));
    return Object.fromEntries([...known, ...unknown]);
  }
  return { reply, update, needed, complete: complete as Part<typeof reply, typeof update>['complete'] };
}

import type { Family } from '../../families.ts';
import { type Static, type TObject, Type } from '../../schemas/type.ts';
import { localise } from '../text.ts';

type RequiredKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** A record with all the required keys of a reply, except those in `overrides`. */
type Source<Reply, Overrides> = Readonly<Record<Exclude<RequiredKey<Reply>, keyof Overrides>, unknown>>;

const keysBySchema = new WeakMap<TObject, readonly { key: string; isOptional: boolean }[]>();

function keysOf(schema: TObject) {
  const known = keysBySchema.get(schema);
  if (known) return known;
  const keys = Object.entries(schema.properties).map(([key, property]) => ({
    key,
    isOptional: Type.IsOptional(property),
  }));
  keysBySchema.set(schema, keys);
  return keys;
}

/**
 * Cuts a reply from a stored record: the keys of the reply's schema, in the family's language.
 *
 * @param overrides replace members of the record or add to them; members that are undefined are left out.
 */
export function cut<S extends TObject, Overrides extends { readonly [K in keyof Static<S>]?: unknown }>(
  schema: S,
  record: Source<Static<S>, Overrides>,
  family: Family,
  overrides?: Overrides,
): Static<S> {
  const source: Readonly<Record<string, unknown>> = record;
  const own: Readonly<Record<string, unknown>> = overrides ?? {};
  const reply: Record<string, unknown> = {};
  for (const { key, isOptional } of keysOf(schema)) {
    const value = localise(key in own ? own[key] : source[key], family);
    // A text may be empty in only one language. An optional key is left out rather than "".
    if (value === undefined || (value === '' && isOptional)) continue;
    reply[key] = value;
  }
  // The stored form is derived from the same schema; tests validate every reply against it.
  return reply as Static<S>;
}

import { type Static, type TObject, Type } from 'typebox';
import type { Family } from '../../families.ts';
import { localise } from '../text.ts';

type RequiredKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** A record that has all the keys of a reply that are always sent, but for those that are made. */
type Source<Reply, Made> = Readonly<Record<Exclude<RequiredKey<Reply>, keyof Made>, unknown>>;

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
 * @param made values that the record does not hold, or holds in another form; undefined ones are left out.
 */
export function cut<S extends TObject, Made extends { readonly [K in keyof Static<S>]?: unknown }>(
  schema: S,
  record: Source<Static<S>, Made>,
  family: Family,
  made?: Made,
): Static<S> {
  const source: Readonly<Record<string, unknown>> = record;
  const own: Readonly<Record<string, unknown>> = made ?? {};
  const reply: Record<string, unknown> = {};
  for (const { key, isOptional } of keysOf(schema)) {
    const value = localise(key in own ? own[key] : source[key], family);
    // A text may be empty in one language only, and a key that is empty when absent is never "".
    if (value === undefined || (value === '' && isOptional)) continue;
    reply[key] = value;
  }
  // The stored form is derived from the same schema; the tests hold every reply against it.
  return reply as Static<S>;
}

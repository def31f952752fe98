import { type Family, families } from '../families.ts';
import { type TSchema, Type } from '../schemas/type.ts';

/** Text or a URL per locale; at least one of the two is a string. */
export interface Localized {
  es_US?: string | null;
  en_US?: string | null;
}

/** A plain string serves both locales. */
export type Text = string | Localized;

/** The schema of such text, whose wordings fit `wording`. */
export function localizedOf(wording: TSchema) {
  const other = Type.Optional(Type.Union([wording, Type.Null()]));
  return Type.Union([Type.Object({ es_US: wording, en_US: other }), Type.Object({ es_US: other, en_US: wording })]);
}

const isLocalized = (value: unknown): value is Localized =>
  typeof value === 'object' && value !== null && ('es_US' in value || 'en_US' in value);

/** The text in the family's language, or in the other language if it is missing. */
export function inLanguage(text: Text, family: Family): string {
  if (typeof text === 'string') return text;
  const other = families[family].locale === 'es_US' ? 'en_US' : 'es_US';
  return text[families[family].locale] ?? text[other] ?? '';
}

/**
 * A stored value with every text in it, at any depth, in the family's language. A value without such text is returned
 * uncopied: copying would cost more than the rest of the reply.
 */
export function localise(value: unknown, family: Family): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isLocalized(value)) return inLanguage(value, family);
  if (Array.isArray(value)) {
    const elements = value.map((element) => localise(element, family));
    return elements.every((element, index) => element === value[index]) ? value : elements;
  }
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const key in members) {
    const inner = localise(members[key], family);
    if (inner === members[key]) continue;
    copy ??= { ...members };
    copy[key] = inner;
  }
  return copy ?? value;
}

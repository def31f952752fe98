import { type TSchema, Type } from 'typebox';
import { type Family, families } from '../families.ts';

/** Text or a URL with a wording per locale; at least one of the two is a string. */
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

export const isLocalized = (value: unknown): value is Localized =>
  typeof value === 'object' && value !== null && ('es_US' in value || 'en_US' in value);

/** The family's wording; with one locale missing, the other's. */
export function inLanguage(text: Text, family: Family): string {
  if (typeof text === 'string') return text;
  const other = families[family].locale === 'es_US' ? 'en_US' : 'es_US';
  return text[families[family].locale] ?? text[other] ?? '';
}

/** A stored value as one family sees it: every text inside, however deep, in the family's language. */
export function localise(value: unknown, family: Family): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isLocalized(value)) return inLanguage(value, family);
  if (Array.isArray(value)) return value.map((element) => localise(element, family));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, localise(inner, family)]));
}

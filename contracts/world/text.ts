import type { Localized } from '../content/text.ts';

/** A raw record, as in a content file. */
export type Raw = Readonly<Record<string, unknown>>;

/** The same text in Spanish and in English. */
export const both = (es_US: string, en_US: string): Localized => ({ es_US, en_US });

export const image = (path: string) => `https://img.example.com/${path}`;

import type { Localized } from '../content/text.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** The same text in Spanish and in English. */
export const both = (es_US: string, en_US: string): Localized => ({ es_US, en_US });

export const image = (path: string) => `https://img.example.com/${path}`;

/** The cells of a table: one row per line, cells separated by bars. */
export const cells = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

export const filled = (record: Raw): Raw =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '' && value !== undefined));

/** The moments of an item published on a day; the name of the member with the day is that of the collection. */
export const publishedOn = (dayName: string, day: string, time: string): Raw => ({
  [dayName]: `${day}T00:00:00Z`,
  created: `${day}T${time}Z`,
  published_start_date: `${day}T${time}Z`,
  last_modified: `${day}T${time}Z`,
});

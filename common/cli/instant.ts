import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';

/** What `parseInstant` accepts, in words. */
export const instantForms = 'now, or an instant in UTC such as 2027-03-06T20:00:00Z';

/** Years are limited so that the dates of the sample keep four digits when they move. */
const instantForm = /^(19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Parses the moment that the dates of the sample move to. @returns undefined for another text. */
export function parseInstant(text: string): Date | undefined {
  if (text === 'now') return new Date();
  const ms = instantForm.test(text) ? Date.parse(text) : Number.NaN;
  // JavaScript reads February 30 as a day in March.
  return !Number.isNaN(ms) && isoSeconds(ms) === text ? new Date(ms) : undefined;
}

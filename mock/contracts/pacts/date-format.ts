const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const wholeMonths = 'January|February|March|April|May|June|July|August|September|October|November|December';
const days = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const wholeDays = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';

/** An offset such as +01, +0100 or +01:00, by the count of its letter. */
const offset = (count: number) => ['[+-]\\d\\d', '[+-]\\d{4}', '[+-]\\d\\d:\\d\\d'][Math.min(count, 3) - 1] ?? '';

/** What each letter of Java's `DateTimeFormatter` stands for, by its count. */
const letters: Record<string, (count: number) => string> = {
  y: (count) => `(?<year>\\d{1,${count}})`,
  M: (count) => (count < 3 ? '(?<month>0?[1-9]|1[0-2])' : count === 3 ? `(?:${months})` : `(?:${wholeMonths})`),
  d: () => '(?<day>0?[1-9]|[12]\\d|3[01])',
  E: (count) => (count < 4 ? `(?:${days})` : `(?:${wholeDays})`),
  a: () => '(?:AM|PM|am|pm)',
  H: () => '(?:2[0-3]|[01]?\\d)',
  k: () => '(?:2[0-4]|1\\d|0?[1-9])',
  K: () => '(?:1[01]|0?\\d)',
  h: () => '(?:1[0-2]|0?[1-9])',
  m: () => '[0-5]?\\d',
  s: () => '(?:60|[0-5]?\\d)',
  S: (count) => `\\d{1,${count}}`,
  X: (count) => `(?:Z|${offset(count)})`,
  x: offset,
  Z: (count) => offset(count < 5 ? 2 : 3),
};

/** The expression of a format; undefined if the table lacks a letter. */
function readFormat(format: string): RegExp | undefined {
  let source = '';
  for (const [part, letter = '', quoted] of format.matchAll(/([A-Za-z])\1*|'((?:[^']|'')*)'|./gs)) {
    const text = quoted === '' ? "'" : (quoted ?? part).replaceAll("''", "'");
    if (letter === '') source += text.replace(/\W/g, '\\$&');
    else if (Object.hasOwn(letters, letter)) source += letters[letter]?.(part.length);
    else return undefined;
  }
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // The same part twice.
    return undefined;
  }
}

/** Whether a value has the form of a date or time. True for an unknown format: the verifier checks it. */
export function fitsFormat(format: string, actual: unknown): boolean {
  const pattern = readFormat(format);
  if (!pattern) return true;
  const found = pattern.exec(String(actual));
  if (!found) return false;
  const { year, month, day } = found.groups ?? {};
  if (month === undefined || day === undefined) return true;
  const date = new Date(0);
  date.setUTCFullYear(Number(year ?? 2000), Number(month), 0);
  return Number(day) <= date.getUTCDate();
}

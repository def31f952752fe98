import type { TSchema } from 'typebox';
import { DateTime, Day, PlainDay } from '../schemas/common.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { fits } from '../schemas/validation/fits.ts';

/** How far dates move, in milliseconds. Days move by whole days, so that they stay midnights. */
export interface Move {
  ms: number;
  daysMs: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const floorTo = (unitMs: number, ms: number) => Math.floor(ms / unitMs) * unitMs;

/** Moves one moment to another, in whole minutes: the feed has times without seconds, and they stay those of the event. */
export const moveBetween = (fromMs: number, toMs: number): Move => ({
  ms: floorTo(minuteMs, toMs - fromMs),
  daysMs: floorTo(dayMs, toMs) - floorTo(dayMs, fromMs),
});

const day = 'YYYY-MM-DD';
const time = 'hh:mm:ss';

const patternOf = (schema: TSchema) => (schema as JsonSchema).pattern ?? '';

/** The forms of dates by the pattern of their schema. */
const formsByPattern: Readonly<Record<string, readonly string[]>> = {
  [patternOf(DateTime)]: [`${day}T${time}Z`],
  [patternOf(Day)]: [`${day}T00:00:00Z`],
  [patternOf(PlainDay)]: [day],
};

/** The forms of the supplier's dates and times by their member: their schema is any text, since they may be empty. */
const formsOfFeed: Readonly<Record<string, readonly string[]>> = {
  Timestamp: [`YYYY/MM/DD ${time}`, `${time} MM/DD/YYYY`],
  GMT: [`${day}Thh:mmZ`],
  Date: [day],
  DOB: [day],
  Time: [time],
  TruckTime: [time],
  EventStart: [time],
  EventEnd: [time],
};

const parts = ['YYYY', 'MM', 'DD', 'hh', 'mm', 'ss'] as const;

function write(form: string, ms: number): string {
  const numbers = new Date(ms).toISOString().split(/[-T:.]/);
  return parts.reduce((text, part, index) => text.replace(part, numbers[index] ?? ''), form);
}

/** @returns milliseconds since 1970, on whose first day a time is; undefined for a text in another form. */
function read(form: string, text: string): number | undefined {
  const [year, month, date, hour, minute, second] = parts.map((part) => {
    const at = form.indexOf(part);
    return at < 0 ? undefined : text.slice(at, at + part.length);
  });
  const days = `${year ?? '1970'}-${month ?? '01'}-${date ?? '01'}`;
  const ms = Date.parse(`${days}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`);
  return !Number.isNaN(ms) && write(form, ms) === text ? ms : undefined;
}

function moveText(text: string, forms: readonly string[], { ms, daysMs }: Move): string {
  for (const form of forms) {
    const found = read(form, text);
    if (found !== undefined) return write(form, found + (form.includes('hh') ? ms : daysMs));
  }
  return text;
}

/**
 * Moves every date of a value: those whose schema has the pattern of a date, and those of the live feed. Texts about dates
 * stay, such as `event_time_text`.
 *
 * @param value fits the schema; what does not stays as it is.
 * @param member the name of the value in its object.
 */
export function moveDates(schema: TSchema, value: unknown, move: Move, member = ''): unknown {
  const { anyOf, items, properties = {}, pattern } = schema as JsonSchema;
  if (anyOf) {
    const branch = anyOf.find((one) => fits(one, value));
    return branch ? moveDates(branch, value, move, member) : value;
  }
  if (typeof value === 'string') {
    const forms = pattern === undefined ? formsOfFeed[member] : formsByPattern[pattern];
    return forms ? moveText(value, forms, move) : value;
  }
  if (Array.isArray(value)) return items ? value.map((one) => moveDates(items, one, move)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? moveDates(property, one, move, name) : one];
    }),
  );
}

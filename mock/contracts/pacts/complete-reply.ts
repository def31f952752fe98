import type { TSchema } from 'typebox';
import { fragmentOf, namesOf } from '../../../contracts/schemas/validation/json-pointer.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import type { Contract } from '../contract.ts';
import { isObject } from './matching-rules.ts';
import { findViolation, type PactInteraction } from './pact-file.ts';

type Row = Record<string, unknown>;

/** Whether a member identifies the record, such as `id`, `fight_id`, `statid`, `round_num` and `FightID`. */
const isIdentifying = (member: string) => /^id$|_id$|statid$|_num$|[a-z]ID$/.test(member);

const identityOf = (row: Row) => Object.entries(row).filter(([name, value]) => isIdentifying(name) && value !== null);

/** Whether two objects are the same record: equal `id`, or if one lacks it, every other identifying member is equal. */
const isSameRecord = (given: Row, known: unknown): known is Row => {
  if (!isObject(known)) return false;
  if ('id' in given && 'id' in known) return String(given.id) === String(known.id);
  const naming = identityOf(given).filter(([name]) => name in known);
  return naming.length > 0 && naming.every(([name, value]) => String(known[name]) === String(value));
};

const shapeOf = (row: Row) => Object.keys(row).sort().join();

/** The objects with ids in bodies of contracts, by their member names: the records that a pact may be about. */
export type Records = ReadonlyMap<string, readonly Row[]>;

function identified(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(identified);
  if (!isObject(value)) return [];
  return [...(identityOf(value).length > 0 ? [value] : []), ...Object.values(value).flatMap(identified)];
}

export function recordsIn(contracts: readonly Contract[]): Records {
  const byShape = new Map<string, Row[]>();
  const successes = contracts.filter(({ kind }) => kind === 'success');
  for (const row of successes.flatMap(({ reply }) => identified(reply.body))) {
    const rows = byShape.get(shapeOf(row)) ?? [];
    byShape.set(shapeOf(row), rows);
    rows.push(row);
  }
  return byShape;
}

/**
 * Fills in the members that a pact leaves out of a reply: from the record with the same id in any contract; for an
 * unknown id, from the row at the same place.
 *
 * @param keepsExamples false: takes every value from the contract that it has.
 */
function fill(given: unknown, known: unknown, records: Records, keepsExamples: boolean): unknown {
  const fillPart = (one: unknown, open: unknown) => fill(one, open, records, keepsExamples);
  if (Array.isArray(given)) {
    const rows = Array.isArray(known) ? known : [];
    return given.map((one, index) => {
      const same = isObject(one) ? rows.find((row) => isSameRecord(one, row)) : undefined;
      return fillPart(one, same ?? rows[index] ?? rows[0]);
    });
  }
  if (!isObject(given)) return given === undefined || (!keepsExamples && known !== undefined) ? known : given;
  const near = isObject(known) ? known : {};
  const similar = isSameRecord(given, near) ? [near] : records.get(shapeOf(near));
  const open = similar?.find((row) => isSameRecord(given, row)) ?? near;
  return {
    ...open,
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fillPart(value, open[name])])),
  };
}

/** Replaces the value at a pointer with that of another document. */
function replaceAt(whole: unknown, from: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return from;
  const inner = (value: unknown) => (value as Row | null | undefined)?.[step];
  if (Array.isArray(whole)) {
    return whole.map((one, index) => (String(index) === step ? replaceAt(one, inner(from), rest) : one));
  }
  return { ...(whole as Row), [step]: replaceAt(inner(whole), inner(from), rest) };
}

/**
 * Completes the reply of an interaction. An invalid example (an id 0, a text "string" instead of a date) is replaced with
 * the value of the contracts if a matcher allows it.
 *
 * @param known the reply of the closest contract.
 */
export function completeReply(
  { response, rules }: PactInteraction,
  known: unknown,
  schema: TSchema,
  records: Records,
): { body: unknown; error?: undefined } | { body?: undefined; error: string } {
  const body = fill(response.body, known, records, true);
  const mismatches = findViolations(schema, body, 'en');
  const [first] = mismatches;
  if (!first) return { body };
  const own = fill(response.body, known, records, false);
  const mended = mismatches.reduce((whole, { pointer }) => replaceAt(whole, own, namesOf(pointer)), body);
  const isMended = findViolations(schema, mended, 'en').length === 0;
  if (isMended && findViolation(response.body, mended, rules) === undefined) return { body: mended };
  return { error: `the response violates its schema: ${fragmentOf(first.pointer)}: ${first.detail}` };
}

import type { TSchema } from 'typebox';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import type { Contract } from '../contract.ts';
import { isObject } from './matching-rules.ts';
import { misfit, type PactInteraction } from './pact-file.ts';

type Row = Record<string, unknown>;

/** Members that say which record an object is, such as `id`, `fight_id`, `statid`, `round_num` and `FightID`. */
const namesRecord = (member: string) => /^id$|_id$|statid$|_num$|[a-z]ID$/.test(member);

const identityOf = (row: Row) => Object.entries(row).filter(([name, value]) => namesRecord(name) && value !== null);

/** Whether an object speaks of the same record as another: it has the same `id`, or where it has none, all other such members. */
const isSameRecord = (said: Row, known: unknown): known is Row => {
  if (!isObject(known)) return false;
  if ('id' in said && 'id' in known) return String(said.id) === String(known.id);
  const naming = identityOf(said).filter(([name]) => name in known);
  return naming.length > 0 && naming.every(([name, value]) => String(known[name]) === String(value));
};

const shapeOf = (row: Row) => Object.keys(row).sort().join();

/** Objects of the contracts of a family by the members they have, to find the record that a pact speaks of. */
export class Records {
  readonly #byShape = new Map<string, Row[]>();

  constructor(contracts: Iterable<Contract>) {
    for (const { kind, reply } of contracts) if (kind === 'success') this.#add(reply.body);
  }

  /** The record that an object names, of the kind of another. */
  find(said: Row, like: Row): Row | undefined {
    return this.#byShape.get(shapeOf(like))?.find((row) => isSameRecord(said, row));
  }

  #add(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.#add(one);
    if (!isObject(value)) return;
    if (identityOf(value).length > 0) {
      const shape = shapeOf(value);
      const rows = this.#byShape.get(shape) ?? [];
      this.#byShape.set(shape, rows);
      rows.push(value);
    }
    for (const one of Object.values(value)) this.#add(one);
  }
}

/**
 * A reply as a pact says it, with all that the pact leaves open as the contracts have it: of the record with the same id,
 * wherever it stands; where no contract has that id, of the row at the same place.
 *
 * @param keepsExamples false: every value is the contract's own where it has one.
 */
function filled(said: unknown, known: unknown, records: Records, keepsExamples: boolean): unknown {
  const fill = (one: unknown, open: unknown) => filled(one, open, records, keepsExamples);
  if (Array.isArray(said)) {
    const rows = Array.isArray(known) ? known : [];
    return said.map((one, index) => {
      const same = isObject(one) ? rows.find((row) => isSameRecord(one, row)) : undefined;
      return fill(one, same ?? rows[index] ?? rows[0]);
    });
  }
  if (!isObject(said)) return said === undefined || (!keepsExamples && known !== undefined) ? known : said;
  const near = isObject(known) ? known : {};
  const open = isSameRecord(said, near) ? near : (records.find(said, near) ?? near);
  return {
    ...open,
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, fill(value, open[name])])),
  };
}

/** Puts the value that another document has at a pointer in its place. */
function taken(whole: unknown, from: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return from;
  const inner = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Row)[step] : undefined);
  if (Array.isArray(whole))
    return whole.map((one, index) => (String(index) === step ? taken(one, inner(from), rest) : one));
  return isObject(whole) ? { ...whole, [step]: taken(whole[step], inner(from), rest) } : whole;
}

const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * The whole reply of an interaction. An example that a matcher makes free, and that no provider would send (an id 0, a
 * text "string" where a date is), gives way to the value of the contracts.
 *
 * @param known the reply of the nearest contract.
 */
export function completeReply(
  { response, rules }: PactInteraction,
  known: unknown,
  schema: TSchema,
  records: Records,
): { body: unknown; fault?: undefined } | { body?: undefined; fault: string } {
  const body = filled(response.body, known, records, true);
  const wrong = findMismatches(schema, body, 'en');
  const [first] = wrong;
  if (!first) return { body };
  const own = filled(response.body, known, records, false);
  const mended = wrong.reduce((whole, { pointer }) => taken(whole, own, stepsOf(pointer)), body);
  const isMended = findMismatches(schema, mended, 'en').length === 0;
  if (isMended && misfit(response.body, mended, rules) === undefined) return { body: mended };
  return { fault: `the reply does not fit: #${first.pointer}: ${first.detail}` };
}

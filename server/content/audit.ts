import { isDeepStrictEqual } from 'node:util';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import type { Inspection } from '../store/content/inspection.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { danglingFault, schemaFlaws } from './check.ts';
import { lineOf } from './content-error.ts';
import { datesOutOfOrder, recordsNamedBy, suppliersIds } from './references.ts';

/** One thing in the store that does not fit the rest. */
export interface Finding {
  kind: 'record' | 'index' | 'figures' | 'generation' | 'tally' | 'vote' | 'reference' | 'statid' | 'dates' | 'busy';
  /** Warnings are what a publish warns of too, and what could not be looked at: nothing in the store is broken. */
  level: 'error' | 'warning';
  where: string;
  says: string;
  repaired: boolean;
}

export interface Audited {
  findings: Finding[];
  /** What was looked at, by its name. */
  looked: Record<string, number>;
}

const chunk = 500;

type Report = (kind: Finding['kind'], where: string, says: string, repaired?: boolean) => void;

/** A record as stored, or what is wrong with it. */
function readRecord(name: CollectionName, key: string, json: string): { record: AnyRecord } | { fault: string } {
  const { schema, normalise, key: keyOf } = anyCollection(name);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { fault: `is not JSON: ${json.slice(0, 40)}` };
  }
  const [flaw] = schemaFlaws(schema, value);
  if (flaw) return { fault: lineOf({ ...flaw, file: key, pointer: flaw.pointer || '/' }).replace(`${key}: `, '') };
  const record = value as AnyRecord;
  if (keyOf(record) !== key) return { fault: `has the key ${keyOf(record)}, must have ${key}` };
  if (!isDeepStrictEqual(normalise(value), value)) return { fault: 'is not in the form in which records are stored' };
  return { record };
}

/** Who else has each id of the supplier. */
type Holders = Map<string, string>;

async function auditReferences(
  store: Store,
  name: CollectionName,
  records: readonly { key: string; record: AnyRecord }[],
  report: Report,
): Promise<void> {
  const asked = new Map<CollectionName, Map<number, { key: string; pointer: string }[]>>();
  for (const { key, record } of records) {
    for (const { collection, id, pointer } of recordsNamedBy(name, record)) {
      const ids = asked.get(collection) ?? new Map<number, { key: string; pointer: string }[]>();
      asked.set(collection, ids);
      ids.set(id, [...(ids.get(id) ?? []), { key, pointer }]);
    }
  }
  for (const [collection, ids] of asked) {
    const wanted = [...ids.keys()];
    const there = await store.content.raw().exist(collection, wanted);
    for (const [index, id] of wanted.entries()) {
      if (there[index]) continue;
      for (const { key, pointer } of ids.get(id) ?? []) {
        report('reference', `${name} ${key} ${pointer}`, danglingFault('', undefined, pointer, collection, id).found);
      }
    }
  }
}

async function auditCollection(
  store: Store,
  inspect: Inspection,
  name: CollectionName,
  repair: boolean,
  report: Report,
  holders: Holders,
  progress: (looked: number) => void,
): Promise<number> {
  let count = 0;
  let bytes = 0;
  let placed = 0;
  let damaged = 0;
  for await (const portion of inspect.records(name, chunk)) {
    const sound: { key: string; record: AnyRecord }[] = [];
    for (const [key, json] of portion) {
      count++;
      bytes += Buffer.byteLength(json);
      const read = readRecord(name, key, json);
      if ('record' in read) sound.push({ key, record: read.record });
      else {
        damaged++;
        report('record', `${name} ${key}`, read.fault);
      }
    }
    for (const { key, record } of sound) {
      for (const { pointer, says } of datesOutOfOrder(record)) report('dates', `${name} ${key} ${pointer}`, says);
      for (const { what, statid } of suppliersIds(name, record)) {
        const holder = holders.get(`${what} ${statid}`);
        if (holder !== undefined)
          report('statid', `${name} ${key}`, `has the statid ${statid}, which ${holder} has too`);
        else holders.set(`${what} ${statid}`, `${name} ${key}`);
      }
    }
    await auditReferences(store, name, sound, report);
    const missing = await inspect.missingMembers(name, sound, repair);
    for (const { key, list } of missing)
      report('index', `${name} ${key}`, `does not stand in the list ${list}`, repair);
    placed += inspect.membersOf(name, sound) - (repair ? 0 : missing.length);
    progress(count);
  }
  // Members are counted first: only when they are not those that records account for is each one looked at.
  if (damaged > 0 || (await inspect.memberCount(name)) !== placed) {
    for await (const { group, key, why } of inspect.strayMembers(name, repair)) {
      report('index', `${name} ${key}`, `${why} the lists of ${group}`, repair);
    }
  }
  const figures = await inspect.figures(name);
  // A scan may show a record twice; then bytes cannot be compared.
  const sameBytes = count !== figures.stored || figures.bytes === bytes;
  if (figures.records !== figures.stored || !sameBytes) {
    if (repair) await inspect.setFigures(name, figures.stored, bytes);
    report(
      'figures',
      name,
      `counted as ${figures.records} records of ${figures.bytes} bytes, has ${figures.stored} of ${bytes}`,
      repair,
    );
  }
  return count;
}

/**
 * Looks at everything stored: every record against its schema and the form in which records are stored, every list
 * against its records and back, every reference, what generations say of themselves, and every tally against its votes.
 *
 * With `repair`, lists, figures and tallies are made right from records and votes. Records are not: put the right ones.
 *
 * @throws {PublishInProgress} with `repair`, while somebody publishes.
 * @throws {StoreUnavailable}
 */
export async function audit(
  store: Store,
  options: { repair?: boolean; progress?: (what: string, looked: number) => void } = {},
): Promise<Audited> {
  const { repair = false, progress = () => undefined } = options;
  const findings: Finding[] = [];
  const looked: Record<string, number> = {};
  const warnings: readonly Finding['kind'][] = ['reference', 'statid', 'dates', 'busy'];
  const report: Report = (kind, where, says, repaired = false) => {
    findings.push({ kind, level: warnings.includes(kind) ? 'warning' : 'error', where, says, repaired });
  };
  await store.content.inspect.exclusively(repair, async (inspect) => {
    for (const { where, says, repaired } of await inspect.generations(repair)) {
      report('generation', where, says, repaired);
    }
    const holders: Holders = new Map();
    for (const name of collectionNames) {
      const tell = (count: number) => progress(name, count);
      const count = await auditCollection(store, inspect, name, repair, report, holders, tell);
      if (count > 0) looked[name] = count;
    }
  });
  let [votes, scorecards] = [0, 0];
  for await (const { bucket, what, counted, differs, isBusy } of store.content.inspect.tallies(repair)) {
    if (what === 'votes') votes += counted;
    else scorecards += counted;
    if (isBusy)
      report('busy', `${bucket} ${what}`, 'are being cast, so not compared: audit again when the round has closed');
    for (const { field, stored, right } of differs) {
      const isVote = field.startsWith('vote ');
      const says = isVote
        ? `is ${JSON.stringify(stored)}, which is no ${what === 'votes' ? 'vote' : 'scorecard'}`
        : `is ${stored === '' ? 'missing' : stored}, must be ${right}`;
      report(isVote ? 'vote' : 'tally', `${bucket} ${what} ${field}`, says, repair && !isVote);
    }
    progress('votes', votes + scorecards);
  }
  return { findings, looked: { ...looked, votes, scorecards } };
}

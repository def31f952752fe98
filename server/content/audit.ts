import { isDeepStrictEqual } from 'node:util';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import type { Inspection, InspectionFinding, KeyedRecord } from '../store/content/inspection.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { StoreFault } from '../store/redis/errors.ts';
import { formatContentError } from './errors.ts';
import { describeMissing, findLongCursors } from './record-checks.ts';
import { findDatesOutOfOrder, findReferences, findSupplierIds } from './references.ts';
import { findSchemaErrors } from './schema-errors.ts';

/** One inconsistency in the store. */
export interface Finding {
  kind: 'record' | 'index' | 'figures' | 'generation' | 'tally' | 'vote' | 'reference' | 'statid' | 'dates' | 'busy';
  /** Warnings are those of a publish, and data that could not be checked; they do not mean damage. */
  level: 'error' | 'warning';
  where: string;
  says: string;
  repaired: boolean;
}

export interface AuditResult {
  findings: Finding[];
  /** How many records, votes and scorecards were checked. */
  looked: Record<string, number>;
}

const warningKinds: readonly Finding['kind'][] = ['reference', 'statid', 'dates', 'busy'];

type Report = (kind: Finding['kind'], where: string, says: string, repaired?: boolean) => void;

interface CollectionAudit {
  store: Store;
  inspection: Inspection;
  report: Report;
  /** The first record that uses each id of the supplier. */
  holders: Map<string, string>;
}

/** A stored record, or its error. */
function readRecord(name: CollectionName, key: string, json: string): { record: AnyRecord } | { error: string } {
  const { schema, normalise, key: keyOf } = anyCollection(name);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { error: `is not JSON: ${json.slice(0, 40)}` };
  }
  const [first] = findSchemaErrors(schema, value);
  if (first) {
    const line = formatContentError({ ...first, file: key, pointer: first.pointer || '/' });
    return { error: line.replace(`${key}: `, '') };
  }
  const record = value as AnyRecord;
  for (const { pointer, found } of findLongCursors(name, record)) return { error: `${pointer}: ${found}` };
  if (keyOf(record) !== key) return { error: `has the key ${keyOf(record)}, must have ${key}` };
  if (!isDeepStrictEqual(normalise(value), value)) return { error: 'is not in its stored form' };
  return { record };
}

async function auditReferences({ store, report }: CollectionAudit, name: CollectionName, records: KeyedRecord[]) {
  const referrers = new Map<CollectionName, Map<number, string[]>>();
  for (const { key, record } of records) {
    for (const { collection, id, pointer } of findReferences(name, record)) {
      const ids = referrers.get(collection) ?? new Map<number, string[]>();
      referrers.set(collection, ids);
      ids.set(id, [...(ids.get(id) ?? []), `${name} ${key} ${pointer}`]);
    }
  }
  for (const [collection, ids] of referrers) {
    const exist = await store.content.raw().exist(collection, [...ids.keys()]);
    for (const [index, [id, places]] of [...ids].entries()) {
      if (exist[index]) continue;
      for (const where of places) report('reference', where, describeMissing(collection, id));
    }
  }
}

/** Gives the same warnings as a publish. */
function auditRecord({ report, holders }: CollectionAudit, name: CollectionName, { key, record }: KeyedRecord) {
  for (const { pointer, found } of findDatesOutOfOrder(record)) report('dates', `${name} ${key} ${pointer}`, found);
  for (const { holder: kind, statid } of findSupplierIds(name, record)) {
    const holder = holders.get(`${kind} ${statid}`);
    if (holder === undefined) holders.set(`${kind} ${statid}`, `${name} ${key}`);
    else report('statid', `${name} ${key}`, `has the statid ${statid}, already used by ${holder}`);
  }
}

/** @returns how many records the collection has. */
async function auditCollection(
  audit: CollectionAudit,
  name: CollectionName,
  progress: (checked: number) => void,
): Promise<number> {
  const { inspection, report } = audit;
  // Differences that a change during the audit may explain.
  const passing: [Finding['kind'], InspectionFinding][] = [];
  let [count, bytes] = [0, 0];
  for await (const portion of inspection.records(name)) {
    const sound: KeyedRecord[] = [];
    for (const [key, json] of portion) {
      count++;
      bytes += Buffer.byteLength(json);
      const read = readRecord(name, key, json);
      if ('record' in read) sound.push({ key, record: read.record });
      else report('record', `${name} ${key}`, read.error);
    }
    for (const one of sound) auditRecord(audit, name, one);
    await auditReferences(audit, name, sound);
    for (const missing of await inspection.missingMembers(name, sound)) passing.push(['index', missing]);
    progress(count);
  }
  for await (const stray of inspection.strayMembers(name)) passing.push(['index', stray]);
  for (const wrong of await inspection.wrongFigures(name, count, bytes)) passing.push(['figures', wrong]);
  if (passing.length > 0 && !(await inspection.isCurrent(name))) {
    report('busy', name, 'changed meanwhile, so its lists and figures were not compared: audit again');
  } else {
    for (const [kind, { where, says, repaired }] of passing) report(kind, where, says, repaired);
  }
  return count;
}

async function auditTallies(store: Store, repair: boolean, report: Report, progress: (checked: number) => void) {
  const checked = { votes: 0, scorecards: 0 };
  const onError = (where: string, { message }: Error) => report('tally', where, `cannot be read: ${message}`);
  for await (const { bucket, what, counted, differs, isBusy } of store.recount(repair, onError)) {
    checked[what === 'votes' ? 'votes' : 'scorecards'] += counted;
    if (isBusy) {
      report(
        'busy',
        `${bucket} ${what}`,
        'are still being cast, so were not compared; audit again after the round closes',
      );
    }
    for (const { field, stored, right } of differs) {
      const isVote = field.startsWith('vote ');
      const says = isVote
        ? `is not a ${what === 'votes' ? 'vote' : 'scorecard'}: ${JSON.stringify(stored)}`
        : `is ${stored === '' ? 'missing' : stored}, must be ${right}`;
      report(isVote ? 'vote' : 'tally', `${bucket} ${what} ${field}`, says, repair && !isVote);
    }
    progress(checked.votes + checked.scorecards);
  }
  return checked;
}

/**
 * Checks everything stored: every record against its schema and its stored form, every list against its records and
 * back, every reference, the table of generations with its figures, and every tally against its votes.
 *
 * With `repair`, corrects lists, figures and tallies from records and votes, and the table from the stored generations. Does
 * not change damaged records: put correct ones.
 *
 * @throws {PublishInProgress} with `repair`, during a publish.
 * @throws {StoreUnavailable}
 */
export async function audit(
  store: Store,
  options: { repair?: boolean; progress?: (what: string, checked: number) => void } = {},
): Promise<AuditResult> {
  const { repair = false, progress = () => undefined } = options;
  const findings: Finding[] = [];
  const looked: Record<string, number> = {};
  const report: Report = (kind, where, says, repaired = false) => {
    findings.push({ kind, level: warningKinds.includes(kind) ? 'warning' : 'error', where, says, repaired });
  };
  /** A key of another type, for example, does not prevent the other checks. */
  const reportFault = (where: string) => (error: unknown) => {
    if (!(error instanceof StoreFault)) throw error;
    report('index', where, `cannot be read: ${error.message}`);
    return 0;
  };
  const auditContent = async (inspection: Inspection) => {
    for (const { where, says, repaired } of await inspection.wrongGenerations()) {
      report('generation', where, says, repaired);
    }
    // Do not remove the figures of a lost generation: they show its content.
    if (!inspection.exists) return;
    for (const name of collectionNames) {
      const parts = { store, inspection, report, holders: new Map<string, string>() };
      const checking = auditCollection(parts, name, (checked) => progress(name, checked));
      const count = await checking.catch(reportFault(name));
      if (count > 0) looked[name] = count;
    }
  };
  await store.content.inspect(repair, auditContent).catch(reportFault('content'));
  const ballots = await auditTallies(store, repair, report, (checked) => progress('votes', checked));
  return { findings, looked: { ...looked, ...ballots } };
}

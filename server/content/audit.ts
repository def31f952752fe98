import { isDeepStrictEqual } from 'node:util';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import type { Inspection } from '../store/content/inspection.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { formatContentError } from './errors.ts';
import { describeMissing, findLongCursors } from './record-checks.ts';
import { findDatesOutOfOrder, findReferences, findSupplierIds } from './references.ts';
import { findSchemaErrors } from './schema-errors.ts';

/** One inconsistency in the store. */
export interface Finding {
  kind: 'record' | 'index' | 'figures' | 'generation' | 'tally' | 'vote' | 'reference' | 'statid' | 'dates' | 'busy';
  /** Warnings are those of a publish, and what could not be checked: the data are not damaged. */
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

const portionSize = 500;
/** How often a collection that changes during the audit is read. */
const maxAttempts = 3;
const warningKinds: readonly Finding['kind'][] = ['reference', 'statid', 'dates', 'busy'];

type Report = (kind: Finding['kind'], where: string, says: string, repaired?: boolean) => void;

interface CollectionAudit {
  store: Store;
  inspect: Inspection;
  repair: boolean;
  report: Report;
  /** The first record that uses each id of the supplier. */
  holders: Map<string, string>;
}

interface KeyedRecord {
  key: string;
  record: AnyRecord;
}

/** A stored record, or what is wrong with it. */
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
  const { inspect, repair, report } = audit;
  let [count, bytes, members, damaged] = [0, 0, 0, 0];
  for await (const portion of inspect.records(name, portionSize)) {
    const sound: KeyedRecord[] = [];
    for (const [key, json] of portion) {
      count++;
      bytes += Buffer.byteLength(json);
      const read = readRecord(name, key, json);
      if ('record' in read) sound.push({ key, record: read.record });
      else {
        damaged++;
        report('record', `${name} ${key}`, read.error);
      }
    }
    for (const one of sound) auditRecord(audit, name, one);
    await auditReferences(audit, name, sound);
    for (const list of await inspect.unnamedLists(name, sound, repair)) {
      report('index', name, `does not name its lists of ${list}`, repair);
    }
    const missing = await inspect.missingMembers(name, sound, repair);
    for (const { key, list } of missing) report('index', `${name} ${key}`, `is missing from the list ${list}`, repair);
    members += inspect.membersOf(name, sound) - (repair ? 0 : missing.length);
    progress(count);
  }
  // Members are looked up only when their number is wrong: that takes long.
  if (damaged > 0 || (await inspect.memberCount(name)) !== members) {
    for await (const { group, key, why } of inspect.strayMembers(name, repair)) {
      report('index', `${name} ${key}`, `${why} the lists of ${group}`, repair);
    }
  }
  const figures = await inspect.figures(name);
  // A scan may return a record twice; then bytes cannot be compared.
  const sameBytes = count !== figures.stored || figures.bytes === bytes;
  if (figures.records !== figures.stored || !sameBytes) {
    if (repair) await inspect.setFigures(name, figures.stored, bytes);
    const says = `is counted as ${figures.records} records of ${figures.bytes} bytes, has ${figures.stored} of ${bytes}`;
    report('figures', name, says, repair);
  }
  return count;
}

/** Findings that a change during the audit may explain. */
const passingKinds: readonly Finding['kind'][] = ['index', 'figures'];

/**
 * Audits a collection, and again if it changed meanwhile and a finding may come from the change.
 *
 * @param open opens the live generation.
 * @returns how many records the collection has.
 */
async function auditSettled(
  audit: Omit<CollectionAudit, 'inspect' | 'holders'>,
  name: CollectionName,
  open: () => Promise<Inspection>,
  progress: (checked: number) => void,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const inspect = await open();
    const found: Parameters<Report>[] = [];
    const report: Report = (...finding) => found.push(finding);
    const count = await auditCollection({ ...audit, inspect, report, holders: new Map() }, name, progress);
    const isPassing = ([kind]: Parameters<Report>) => passingKinds.includes(kind);
    const isSettled = !found.some(isPassing) || (await inspect.isCurrent(name));
    if (!isSettled && attempt < maxAttempts) continue;
    for (const finding of found) if (isSettled || !isPassing(finding)) audit.report(...finding);
    if (!isSettled) {
      const says = `changed during each of ${maxAttempts} attempts: its lists and figures were not compared; audit again`;
      audit.report('busy', name, says);
    }
    return count;
  }
}

async function auditTallies(store: Store, repair: boolean, report: Report, progress: (checked: number) => void) {
  const checked = { votes: 0, scorecards: 0 };
  const onError = (where: string, { message }: Error) => report('tally', where, `cannot be read: ${message}`);
  for await (const { bucket, what, counted, differs, isBusy } of store.content.inspect.tallies(repair, onError)) {
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
 * With `repair`, corrects lists, figures and tallies from records and votes, and the table from what is there. Damaged records
 * stay: put correct ones.
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
  await store.content.inspect.exclusively(repair, async (otherTypes, open) => {
    for (const { key, says, collection, repaired } of otherTypes) {
      const unread = collection ?? 'content';
      report('index', key, repaired ? says : `${says}: remove it; ${unread} was not checked`, repaired);
    }
    const unread = otherTypes.filter(({ repaired }) => !repaired).map(({ collection }) => collection);
    if (unread.includes(undefined)) return;
    const inspect = await open();
    for (const { where, says, repaired } of await inspect.generations(repair)) {
      report('generation', where, says, repaired);
    }
    // The figures of a lost generation say what it had: they stay.
    if (!(await inspect.exists())) return;
    for (const name of collectionNames) {
      if (unread.includes(name)) continue;
      const count = await auditSettled({ store, repair, report }, name, open, (checked) => progress(name, checked));
      if (count > 0) looked[name] = count;
    }
  });
  const ballots = await auditTallies(store, repair, report, (checked) => progress('votes', checked));
  return { findings, looked: { ...looked, ...ballots } };
}

import type { Operation, Values } from '../../contracts/operations.ts';
import type { ClosestMatch } from '../contracts/closest-match.ts';

/** The source of a reply: an exact contract, a page of a list, the session, the night, the schema, or a fallback. */
export type Match = 'exact' | 'page' | 'remembered' | 'live' | 'dynamic' | 'fallback';

/** A request without a contract, split into the parts of an interaction. */
export interface Unmatched {
  operation: Operation;
  params: Values;
  query: Values;
  body?: unknown;
  closestMatch: ClosestMatch | undefined;
}

/** One request and its reply. */
export interface RequestEntry {
  /** Grows by one. */
  number: number;
  at: string;
  session: string;
  method: string;
  /** With its query. */
  path: string;
  prefer?: string;
  /** Undefined before the reply, and where a fault cut the connection. */
  status?: number;
  /** `v3.fighter`; absent where no route was found. */
  operation?: string;
  contract?: string;
  match?: Match;
  /** The injected faults. */
  weather?: string;
  nearest?: ClosestMatch;
  /** The reply is a stream of events. */
  isStream?: true;
}

const most = 1_000;
/** Approximate, for all sessions together: clients may send long paths and bodies. */
const mostBytes = 16_000_000;

/** What was asked of the mock, however often and in whichever order. */
const keyOf = ({ operation, contract, match, method, status, isStream }: RequestEntry) =>
  [operation, contract, match === 'fallback', method, status, isStream].join(' ');

const bytesOf = ({ path, prefer = '' }: RequestEntry) => 400 + path.length + prefer.length;

/** @returns how many bytes more the kinds take. */
function keepFirst(kinds: Map<string, RequestEntry>, entry: RequestEntry): number {
  const key = keyOf(entry);
  const before = kinds.get(key);
  if (before && entry.path >= before.path) return 0;
  kinds.set(key, entry);
  return bytesOf(entry) - (before ? bytesOf(before) : 0);
}

const sumOf = (entries: Iterable<RequestEntry>) => [...entries].reduce((sum, entry) => sum + bytesOf(entry), 0);

/** The requests of one session. */
class SessionLog {
  entries: RequestEntry[] = [];
  /** One of each kind, also of those that were dropped. */
  readonly dropped = new Map<string, RequestEntry>();
  readonly unmatched = new Map<string, Unmatched & { count: number }>();
  bytes = 0;

  dropEntries(count: number): number {
    const dropped = this.entries.slice(0, count);
    this.entries = this.entries.slice(count);
    let kept = 0;
    for (const entry of dropped) kept += keepFirst(this.dropped, entry);
    return this.#subtract(sumOf(dropped) - kept);
  }

  /** Drops the oldest of the dropped kinds. */
  dropKind(): number {
    const [first] = this.dropped;
    if (first === undefined) return 0;
    this.dropped.delete(first[0]);
    return this.#subtract(bytesOf(first[1]));
  }

  /** One request of each kind: of several paths the first in the order of the alphabet, whichever came first. */
  kinds(): RequestEntry[] {
    const kinds = new Map(this.dropped);
    for (const entry of this.entries) keepFirst(kinds, entry);
    return [...kinds.values()];
  }

  forget(): number {
    const bytes = sumOf(this.entries) + sumOf(this.dropped.values());
    this.entries = [];
    this.dropped.clear();
    return this.#subtract(bytes);
  }

  /** Drops the oldest request. */
  dropUnmatched(): number {
    const [key] = this.unmatched.keys();
    if (key === undefined) return 0;
    this.unmatched.delete(key);
    return this.#subtract(2 * key.length);
  }

  #subtract(bytes: number): number {
    this.bytes -= bytes;
    return bytes;
  }
}

/**
 * The last thousand requests of each session, and those without a contract. Drops the least recently active session
 * first.
 */
export class RequestLog {
  /** Sorted by the time of their last request. */
  readonly #sessions = new Map<string, SessionLog>();
  #last: { name: string; log: SessionLog } | undefined;
  #number = 0;
  #bytes = 0;

  add(entry: Omit<RequestEntry, 'number' | 'at'>): RequestEntry {
    const added = { number: ++this.#number, at: new Date().toISOString(), ...entry };
    const log = this.#open(entry.session);
    log.entries.push(added);
    this.#grow(log, bytesOf(added));
    if (log.entries.length >= 2 * most) this.#bytes -= log.dropEntries(most);
    return added;
  }

  /** Counts a repeated request instead of adding it again. */
  addUnmatched(session: string, unmatched: Unmatched): void {
    const { operation, params, query, body } = unmatched;
    const key = JSON.stringify([operation.id, params, query, body]);
    const log = this.#open(session);
    const before = log.unmatched.get(key);
    log.unmatched.delete(key);
    log.unmatched.set(key, { ...unmatched, count: (before?.count ?? 0) + 1 });
    // The key is as long as the request that is stored with it.
    if (!before) this.#grow(log, 2 * key.length);
    if (log.unmatched.size > most) this.#bytes -= log.dropUnmatched();
  }

  /**
   * Oldest first, the last thousand at most.
   *
   * @param session default: all sessions.
   */
  entries(session?: string): readonly RequestEntry[] {
    if (session !== undefined) return (this.#sessions.get(session)?.entries ?? []).slice(-most);
    const all = [...this.#sessions.values()].flatMap(({ entries }) => entries);
    return all.sort((a, b) => a.number - b.number).slice(-most);
  }

  /**
   * One request for each contract that answered, and for each operation and status without one; older requests count too.
   *
   * @param session default: all sessions.
   */
  kinds(session?: string): RequestEntry[] {
    return this.#select(session).flatMap((log) => log.kinds());
  }

  /**
   * In the order of their last request, session by session.
   *
   * @param session default: all sessions.
   */
  unmatched(session?: string): readonly (Unmatched & { count: number })[] {
    const logs = session === undefined ? [...this.#sessions.values()] : [this.#sessions.get(session)];
    return logs.flatMap((log) => [...(log?.unmatched.values() ?? [])]);
  }

  /** @param session default: all sessions. */
  clearEntries(session?: string): void {
    for (const log of this.#select(session)) this.#bytes -= log.forget();
  }

  /** @param session default: all sessions. */
  clearUnmatched(session?: string): void {
    for (const log of this.#select(session)) {
      while (log.unmatched.size > 0) this.#bytes -= log.dropUnmatched();
    }
  }

  #select(session: string | undefined): SessionLog[] {
    if (session === undefined) return [...this.#sessions.values()];
    const log = this.#sessions.get(session);
    return log ? [log] : [];
  }

  #open(name: string): SessionLog {
    if (this.#last?.name === name) return this.#last.log;
    const log = this.#sessions.get(name) ?? new SessionLog();
    this.#sessions.delete(name);
    this.#sessions.set(name, log);
    this.#last = { name, log };
    return log;
  }

  #grow(log: SessionLog, bytes: number): void {
    log.bytes += bytes;
    this.#bytes += bytes;
    while (this.#sessions.size > 1 && (this.#bytes > mostBytes || this.#sessions.size > most)) {
      const [name, oldest] = this.#sessions.entries().next().value as [string, SessionLog];
      this.#sessions.delete(name);
      this.#bytes -= oldest.bytes;
    }
    while (this.#bytes > mostBytes && log.unmatched.size > 0) this.#bytes -= log.dropUnmatched();
    if (this.#bytes > mostBytes) this.#bytes -= log.dropEntries(Math.ceil(log.entries.length / 2));
    while (this.#bytes > mostBytes && log.dropped.size > 0) this.#bytes -= log.dropKind();
  }
}

import type { Operation, Values } from '../../contracts/operations.ts';
import type { ClosestMatch } from '../contracts/closest-match.ts';

/** How an answer came about: written for the request, a page cut from a list, remembered, of the night, or a stand-in. */
export type Match = 'exact' | 'page' | 'remembered' | 'live' | 'dynamic' | 'fallback';

/** What a request without a contract would be written as. */
export interface Unmatched {
  operation: Operation;
  params: Values;
  query: Values;
  body?: unknown;
  closestMatch: ClosestMatch | undefined;
}

/** One request and what it was answered. */
export interface RequestEntry {
  /** Grows by one. */
  number: number;
  at: string;
  session: string;
  method: string;
  /** With its query. */
  path: string;
  prefer?: string;
  /** Undefined while it is not answered, and when the connection was cut on purpose. */
  status?: number;
  /** `v3.fighter`; absent where no route was found. */
  operation?: string;
  contract?: string;
  match?: Match;
  /** The injected faults. */
  weather?: string;
  nearest?: ClosestMatch;
}

const most = 1_000;
/** Of all sessions together, near enough: the path and the body of a request are as long as a client likes. */
const mostBytes = 16_000_000;

const bytesOf = ({ path, prefer = '' }: RequestEntry) => 400 + path.length + prefer.length;

/** What one session was asked. */
class SessionLog {
  entries: RequestEntry[] = [];
  readonly unmatched = new Map<string, Unmatched & { count: number }>();
  bytes = 0;

  dropEntries(count: number): number {
    const dropped = this.entries.slice(0, count);
    this.entries = this.entries.slice(count);
    return this.#freed(dropped.reduce((sum, entry) => sum + bytesOf(entry), 0));
  }

  /** The one that was asked longest ago. */
  dropUnmatched(): number {
    const [key] = this.unmatched.keys();
    if (key === undefined) return 0;
    this.unmatched.delete(key);
    return this.#freed(2 * key.length);
  }

  #freed(bytes: number): number {
    this.bytes -= bytes;
    return bytes;
  }
}

/**
 * The last thousand requests of each session, and those that no contract was written for. A session that has asked
 * nothing for longest makes room.
 */
export class RequestLog {
  /** In the order in which they last asked. */
  readonly #sessions = new Map<string, SessionLog>();
  #last: { name: string; requestLog: SessionLog } | undefined;
  #number = 0;
  #bytes = 0;

  add(entry: Omit<RequestEntry, 'number' | 'at'>): RequestEntry {
    const added = { number: ++this.#number, at: new Date().toISOString(), ...entry };
    const requestLog = this.#open(entry.session);
    requestLog.entries.push(added);
    this.#grow(requestLog, bytesOf(added));
    if (requestLog.entries.length >= 2 * most) this.#bytes -= requestLog.dropEntries(most);
    return added;
  }

  /** The same request again counts as one. */
  addUnmatched(session: string, unmatched: Unmatched): void {
    const { operation, params, query, body } = unmatched;
    const key = JSON.stringify([operation.id, params, query, body]);
    const requestLog = this.#open(session);
    const before = requestLog.unmatched.get(key);
    requestLog.unmatched.delete(key);
    requestLog.unmatched.set(key, { ...unmatched, count: (before?.count ?? 0) + 1 });
    // The key is nearly all that is kept of it, and the request itself as much again.
    if (!before) this.#grow(requestLog, 2 * key.length);
    if (requestLog.unmatched.size > most) this.#bytes -= requestLog.dropUnmatched();
  }

  /**
   * Oldest first, the last thousand at most.
   *
   * @param session left out: of everybody.
   */
  entries(session?: string): readonly RequestEntry[] {
    if (session !== undefined) return (this.#sessions.get(session)?.entries ?? []).slice(-most);
    const all = [...this.#sessions.values()].flatMap(({ entries }) => entries);
    return all.sort((a, b) => a.number - b.number).slice(-most);
  }

  /**
   * In the order in which they were last asked, session by session.
   *
   * @param session left out: of everybody.
   */
  unmatched(session?: string): readonly (Unmatched & { count: number })[] {
    const logs = session === undefined ? [...this.#sessions.values()] : [this.#sessions.get(session)];
    return logs.flatMap((requestLog) => [...(requestLog?.unmatched.values() ?? [])]);
  }

  /** @param session left out: of everybody. */
  clearEntries(session?: string): void {
    for (const requestLog of this.#those(session)) this.#bytes -= requestLog.dropEntries(requestLog.entries.length);
  }

  /** @param session left out: of everybody. */
  clearUnmatched(session?: string): void {
    for (const requestLog of this.#those(session)) {
      while (requestLog.unmatched.size > 0) this.#bytes -= requestLog.dropUnmatched();
    }
  }

  #those(session: string | undefined): SessionLog[] {
    if (session === undefined) return [...this.#sessions.values()];
    const requestLog = this.#sessions.get(session);
    return requestLog ? [requestLog] : [];
  }

  #open(name: string): SessionLog {
    if (this.#last?.name === name) return this.#last.requestLog;
    const requestLog = this.#sessions.get(name) ?? new SessionLog();
    this.#sessions.delete(name);
    this.#sessions.set(name, requestLog);
    this.#last = { name, requestLog };
    return requestLog;
  }

  #grow(requestLog: SessionLog, bytes: number): void {
    requestLog.bytes += bytes;
    this.#bytes += bytes;
    while (this.#sessions.size > 1 && (this.#bytes > mostBytes || this.#sessions.size > most)) {
      const [name, oldest] = this.#sessions.entries().next().value as [string, SessionLog];
      this.#sessions.delete(name);
      this.#bytes -= oldest.bytes;
    }
    while (this.#bytes > mostBytes && requestLog.unmatched.size > 0) this.#bytes -= requestLog.dropUnmatched();
    if (this.#bytes > mostBytes) this.#bytes -= requestLog.dropEntries(Math.ceil(requestLog.entries.length / 2));
  }
}

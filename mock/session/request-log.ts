import { LRUCache } from 'lru-cache';
import type { Entry, Exchange, RequestEntry } from '../../common/pages/control-wire.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { ClosestMatch } from '../contracts/matcher.ts';
import { bytesOfExchange } from './exchange.ts';

/** Writes a line; programs also get its members, such as those of the request that it is about. */
export type Log = (line: string, members?: object) => void;

/** A request without a contract, split into the parts of an interaction. */
export interface Unmatched {
  operation: Operation;
  params: Values;
  query: Values;
  body?: unknown;
  closestMatch: ClosestMatch | undefined;
}

/** Logs a request as `GET /api/v1/us/news 200 <contract> exact`. */
export function logEntry(log: Log, { id: _, at: __, ms: ___, ...entry }: RequestEntry): void {
  const { method, path, status, contract, match, faults } = entry;
  const words = [method, path, status ?? '-', contract, match, faults];
  log(words.filter((word) => word !== undefined).join(' '), entry);
}

/** An app that sends requests in a session. */
interface Client {
  address: string;
  userAgent: string;
}

/** For each session; of others only the requests are known. */
const maxClients = 20;
const maxUserAgent = 200;

const maxSessions = 1_000;
/** Requests, and unmatched requests, of a session. */
const maxRequests = 1_000;
/** Approximate: clients may send long paths and bodies. */
const maxBytes = { session: 8_000_000, all: 16_000_000 };
/** Of headers and bodies, which are dropped before their entry. */
const maxExchangeBytes = { session: 4_000_000, all: 16_000_000 };
/** Of a session without requests, and of each client. */
const emptyBytes = 3_000;
const clientBytes = 500;

/** Equal for requests that a pact would describe in the same way. */
const kindOf = ({ operation, contract, match, method, status, isStream }: RequestEntry) =>
  [operation, contract, match === 'fallback', method, status, isStream].join(' ');

/** Of several paths keeps the first in alphabetical order, so that the order of requests does not matter. */
function keepFirst(kinds: Map<string, RequestEntry>, entry: RequestEntry): void {
  const known = kinds.get(kindOf(entry));
  if (!known || entry.path < known.path) kinds.set(kindOf(entry), entry);
}

const bytesOf = ({ path, prefer = '' }: RequestEntry) => 400 + path.length + prefer.length;

/** The requests of one session. */
class SessionLog {
  entries: RequestEntry[] = [];
  /** One of each kind among the entries that were dropped. */
  readonly dropped = new Map<string, RequestEntry>();
  readonly unmatched = new Map<string, Unmatched & { count: number }>();
  readonly clients = new LRUCache<string, Client & { lastAt: string }>({ max: maxClients });
  /** The number of the change that deleted the entries. */
  cleared = 0;
  /** An upper bound, which `measure` corrects. */
  bytes = emptyBytes;

  add(entry: RequestEntry): void {
    this.entries.push(entry);
    this.#grow(bytesOf(entry));
    if (this.entries.length >= 2 * maxRequests) this.#drop(maxRequests);
  }

  /** Counts a repeated request instead of adding it again. */
  addUnmatched(unmatched: Unmatched): void {
    const { operation, params, query, body } = unmatched;
    const key = JSON.stringify([operation.id, params, query, body]);
    const known = this.unmatched.get(key);
    this.unmatched.delete(key);
    this.unmatched.set(key, { ...unmatched, count: (known?.count ?? 0) + 1 });
    const [oldest] = this.unmatched.keys();
    if (this.unmatched.size > maxRequests && oldest !== undefined) this.unmatched.delete(oldest);
    // The key is as long as the request that is stored with it.
    if (!known) this.#grow(2 * key.length);
  }

  see({ address, userAgent }: Client, lastAt: string): void {
    const start = userAgent.slice(0, maxUserAgent);
    const key = `${address} ${start}`;
    const isNew = !this.clients.has(key);
    this.clients.set(key, { address, userAgent: start, lastAt });
    if (isNew) this.#grow(clientBytes);
  }

  kinds(): RequestEntry[] {
    const kinds = new Map(this.dropped);
    for (const entry of this.entries) keepFirst(kinds, entry);
    return [...kinds.values()];
  }

  measure(): void {
    const entries = [...this.entries, ...this.dropped.values()];
    const ownBytes = emptyBytes + clientBytes * this.clients.size;
    this.bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), ownBytes);
    for (const key of this.unmatched.keys()) this.bytes += 2 * key.length;
  }

  #grow(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > maxBytes.session) this.#drop(Math.ceil(this.entries.length / 2));
    if (this.bytes <= maxBytes.session) return;
    this.dropped.clear();
    this.unmatched.clear();
    this.measure();
  }

  #drop(count: number): void {
    for (const entry of this.entries.splice(0, count)) keepFirst(this.dropped, entry);
    this.measure();
  }
}

/**
 * The last thousand requests of each session, and those without a contract. Drops the least recently active session
 * first. A method without a session is about all sessions.
 */
export class RequestLog {
  // The caches measure a value again only if it is another object. To delete it first would take 4 µs: lru-cache clears its
  // arrays when it becomes empty.
  readonly #sessions = new LRUCache<string, { log: SessionLog }>({
    max: maxSessions,
    maxSize: maxBytes.all,
    sizeCalculation: ({ log }) => log.bytes,
  });
  /** Those of each session by the id of the request. */
  readonly #exchanges = new LRUCache<string, { exchanges: LRUCache<number, Exchange> }>({
    maxSize: maxExchangeBytes.all,
    sizeCalculation: ({ exchanges }) => 2_000 + exchanges.calculatedSize,
  });
  #lastId = 0;
  /** The number of each entry's last change. */
  readonly #changes = new WeakMap<RequestEntry, number>();
  /** Starts with the time: a reader that reconnects to a restarted mock must not miss its first changes. */
  #lastChange = Date.now();

  add(entry: Omit<RequestEntry, 'id' | 'at'>, client?: Client): RequestEntry {
    const added = { id: ++this.#lastId, at: new Date().toISOString(), ...entry };
    this.#change(entry.session, (log) => {
      log.add(added);
      if (client) log.see(client, added.at);
    });
    this.touch(added);
    return added;
  }

  /** Takes note of the end of a reply. */
  complete(entry: RequestEntry, ms: number, exchange: Exchange): void {
    entry.ms = Math.round(ms * 10) / 10;
    const exchanges =
      this.#exchanges.peek(entry.session)?.exchanges ??
      new LRUCache<number, Exchange>({ maxSize: maxExchangeBytes.session, sizeCalculation: bytesOfExchange });
    exchanges.set(entry.id, exchange);
    this.#exchanges.set(entry.session, { exchanges });
    this.touch(entry);
  }

  /** Takes note of a change, for `changedSince`. */
  touch(entry: RequestEntry): void {
    this.#changes.set(entry, ++this.#lastChange);
  }

  /** The number of the last change in any session. */
  get lastChange(): number {
    return this.#lastChange;
  }

  /** The entries that changed after the change of this number, each with its own; the oldest change first. */
  changedSince(change: number, session?: string): { entry: RequestEntry; change: number }[] {
    return this.entries(session)
      .map((entry) => ({ entry, change: this.#changes.get(entry) ?? 0 }))
      .filter((one) => one.change > change)
      .sort((a, b) => a.change - b.change);
  }

  /** The number of the change that last deleted entries. */
  lastClear = (session?: string): number => Math.max(0, ...this.#select(session).map(({ cleared }) => cleared));

  withExchange = (entry: RequestEntry): Entry => ({
    ...entry,
    ...this.#exchanges.peek(entry.session)?.exchanges.peek(entry.id),
  });

  addUnmatched(session: string, unmatched: Unmatched): void {
    this.#change(session, (log) => log.addUnmatched(unmatched));
  }

  /** The last thousand, oldest first. */
  entries(session?: string): readonly RequestEntry[] {
    const all = this.#select(session).flatMap(({ entries }) => entries);
    return all.sort((a, b) => a.id - b.id).slice(-maxRequests);
  }

  /** One request for each contract that answered, and for each operation and status without one; also of older requests. */
  kinds(session?: string): RequestEntry[] {
    return this.#select(session).flatMap((log) => log.kinds());
  }

  /** The sessions with requests, the most recently active first. */
  get sessions(): string[] {
    return [...this.#sessions.keys()];
  }

  /** The clients of a session, and how many requests and unmatched requests the log has of it. */
  summary(session: string) {
    const log = this.#sessions.peek(session)?.log;
    return {
      clients: [...(log?.clients.values() ?? [])],
      requests: Math.min(maxRequests, log?.entries.length ?? 0),
      unmatched: log?.unmatched.size ?? 0,
    };
  }

  /** In the order of their last request, session by session. */
  unmatched(session?: string): readonly (Unmatched & { count: number })[] {
    return this.#select(session).flatMap(({ unmatched }) => [...unmatched.values()]);
  }

  clearEntries(session?: string): void {
    this.#lastChange++;
    if (session === undefined) this.#exchanges.clear();
    else this.#exchanges.delete(session);
    for (const log of this.#select(session)) {
      log.entries = [];
      log.cleared = this.#lastChange;
      log.dropped.clear();
      log.measure();
    }
  }

  clearUnmatched(session?: string): void {
    for (const log of this.#select(session)) {
      log.unmatched.clear();
      log.measure();
    }
  }

  /** Least recently active first. */
  #select(session: string | undefined): SessionLog[] {
    if (session === undefined) return [...this.#sessions.rvalues()].flatMap((one) => one?.log ?? []);
    const log = this.#sessions.peek(session)?.log;
    return log ? [log] : [];
  }

  #change(session: string, change: (log: SessionLog) => void): void {
    const log = this.#sessions.peek(session)?.log ?? new SessionLog();
    change(log);
    this.#sessions.set(session, { log });
  }
}

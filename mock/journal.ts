import type { Values } from '../contracts/checks.ts';
import type { Operation } from '../contracts/operations.ts';

/** How an answer came about: written for the request, a page cut from a list, remembered, of the night, or a stand-in. */
export type Match = 'exact' | 'page' | 'remembered' | 'live' | 'dynamic' | 'fallback';

/** Which contract is nearest to a request that none was written for, and what keeps them apart. */
export interface Nearest {
  contract: string;
  receiving: string;
  /** One sentence for each part that differs. */
  differs: string[];
}

/** What a request without a contract would be written as. */
export interface Unmatched {
  operation: Operation;
  params: Values;
  query: Values;
  body?: unknown;
  nearest: Nearest | undefined;
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
  /** What the weather did to it. */
  weather?: string;
  nearest?: Nearest;
}

const most = 1_000;

/** The last requests, and those that no contract was written for. */
export class Journal {
  #entries: RequestEntry[] = [];
  #number = 0;
  readonly #unmatched = new Map<string, Unmatched & { count: number }>();

  add(entry: Omit<RequestEntry, 'number' | 'at'>): RequestEntry {
    const added = { number: ++this.#number, at: new Date().toISOString(), ...entry };
    this.#entries.push(added);
    if (this.#entries.length >= 2 * most) this.#entries = this.#entries.slice(-most);
    return added;
  }

  /** The same request again counts as one. */
  addUnmatched(unmatched: Unmatched): void {
    const { operation, params, query, body } = unmatched;
    const key = JSON.stringify([operation.id, params, query, body]);
    const count = (this.#unmatched.get(key)?.count ?? 0) + 1;
    this.#unmatched.delete(key);
    this.#unmatched.set(key, { ...unmatched, count });
    const [oldest] = this.#unmatched.keys();
    if (this.#unmatched.size > most && oldest !== undefined) this.#unmatched.delete(oldest);
  }

  /** Oldest first, the last thousand at most. */
  get entries(): readonly RequestEntry[] {
    return this.#entries.slice(-most);
  }

  /** In the order in which they were last asked. */
  get unmatched(): readonly (Unmatched & { count: number })[] {
    return [...this.#unmatched.values()];
  }

  clear(): void {
    this.#entries = [];
    this.#unmatched.clear();
  }
}

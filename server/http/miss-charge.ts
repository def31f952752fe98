import type { Request } from 'express';
import type { Representation } from '../cache/representation.ts';
import { type Limiter, tooManyRequests } from '../limits/limiter.ts';
import { addressOf } from './client-address.ts';

/** Clients can ask for any number of list pages, so a page costs 1 per started unit of this size. */
const bytesPerUnit = 4_096;

/** Charges the address of a request for a cache miss: 1 per reply, more for a page of a list. */
export class MissCharge {
  readonly #misses: Limiter;
  readonly #req: Request;
  #isLoaded = false;

  constructor(misses: Limiter, req: Request) {
    this.#misses = misses;
    this.#req = req;
  }

  /** Takes 1 from the allowance. @throws {Problem} `too-many-requests`. */
  take(): void {
    if (this.#misses.policy.limit === 0) return;
    const waitSeconds = this.#misses.take(addressOf(this.#req), performance.now());
    if (waitSeconds > 0) throw tooManyRequests(this.#misses.policy, waitSeconds);
  }

  /** Takes 1 for a reply that is loaded for this request. @throws {Problem} `too-many-requests`. */
  takeLoad(): void {
    this.take();
    this.#isLoaded = true;
  }

  /** Charges the rest of a loaded page, once its size is known. */
  settle({ identity }: Representation, isPage: boolean): void {
    if (!this.#isLoaded || !isPage) return;
    const units = Math.ceil(identity.bytes.length / bytesPerUnit);
    this.#misses.charge(addressOf(this.#req), performance.now(), units - 1);
  }
}

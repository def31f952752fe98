import type { Request } from 'express';
import type { Representation } from '../cache/representation.ts';
import type { Limiter } from '../limits/limiter.ts';
import { tooManyRequests } from '../limits/rate-limit-headers.ts';
import { addressOf } from './client-address.ts';

/** A page of a list, of which any number can be asked for, costs 1 for each of these bytes that it begins. */
const bytesPerUnit = 4_096;

/** Charges the address of one request for what a cache miss costs: 1 per reply, more per page of a list. */
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
    const waitSeconds = this.#misses.take(addressOf(this.#req), Date.now());
    if (waitSeconds > 0) throw tooManyRequests(this.#misses.policy, waitSeconds);
  }

  /** The same for a reply that is loaded for this request. @throws {Problem} `too-many-requests`. */
  takeLoad(): void {
    this.take();
    this.#isLoaded = true;
  }

  /** Charges the rest of a loaded page, once its size is known. */
  settle({ identity }: Representation, isPage: boolean): void {
    if (!this.#isLoaded || !isPage) return;
    const units = Math.ceil(identity.bytes.length / bytesPerUnit);
    this.#misses.charge(addressOf(this.#req), Date.now(), units - 1);
  }
}

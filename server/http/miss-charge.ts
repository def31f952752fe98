import type { IncomingMessage } from 'node:http';
import { type Limiter, tooManyRequests } from '../limits/limiter.ts';
import { addressOf } from './client-address.ts';

/** Clients can request any number of list pages, so a page costs 1 per started unit of this size. */
const bytesPerUnit = 4_096;

/** Takes 1 from the misses of the client's address. @throws {Problem} `too-many-requests`. */
export function takeMiss(misses: Limiter, req: IncomingMessage): void {
  // Finding the address behind proxies costs more than the limiter.
  if (misses.policy.limit === 0) return;
  const waitSeconds = misses.take(addressOf(req), performance.now());
  if (waitSeconds > 0) throw tooManyRequests(misses.policy, waitSeconds);
}

/** Charges the rest of a loaded page, once its size is known. */
export function chargePage(misses: Limiter, req: IncomingMessage, bytes: number): void {
  misses.charge(addressOf(req), performance.now(), Math.ceil(bytes / bytesPerUnit) - 1);
}

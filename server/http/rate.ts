import type { IncomingMessage } from 'node:http';
import { isRead } from '../../common/wire/request-context.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Limiter, tooManyRequests } from '../limits/limiter.ts';
import { addressOf } from './client-address.ts';

export interface Limiters {
  reads: Limiter;
  writes: Limiter;
}

/** Length of the window that the limits in the settings refer to. */
export const rateWindowMs = 10_000;

/** Clients can request any number of list pages, so a page costs 1 per started unit of this size. */
const bytesPerUnit = 4_096;

/** @returns the problem `too-many-requests` with `Retry-After` and `RateLimit`; undefined admits the request. */
function take(limiter: Limiter, req: IncomingMessage) {
  // Finding the address behind proxies costs more than the limiter.
  if (limiter.policy.limit === 0) return undefined;
  const waitSeconds = limiter.take(addressOf(req), performance.now());
  return waitSeconds > 0 ? tooManyRequests(limiter.policy, waitSeconds) : undefined;
}

/**
 * Limits requests per address, in this process only: a read needs no round trip for it. A private read counts as a
 * write: no cache answers it, and it could be used to guess client ids.
 *
 * @returns the problem `too-many-requests`; undefined admits the request.
 */
export const limitRate = ({ reads, writes }: Limiters, req: IncomingMessage, { name }: Operation) =>
  take(isRead(req.method) && routeOf(name).cache !== 'private' ? reads : writes, req);

/** Takes 1 from the misses of the client's address. @throws {Problem} `too-many-requests`. */
export function takeMiss(misses: Limiter, req: IncomingMessage): void {
  const tooMany = take(misses, req);
  if (tooMany) throw tooMany;
}

/** Charges the rest of a loaded page, once its size is known. */
export function chargePage(misses: Limiter, req: IncomingMessage, bytes: number): void {
  misses.charge(addressOf(req), performance.now(), Math.ceil(bytes / bytesPerUnit) - 1);
}

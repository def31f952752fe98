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

/**
 * Limits requests per address, in this process only: a read needs no round trip for it. A private read counts as a
 * write: no cache answers it, and it could be used to guess client ids.
 *
 * @returns the problem `too-many-requests` with `Retry-After` and `RateLimit`; undefined admits the request.
 */
export function limitRate({ reads, writes }: Limiters, req: IncomingMessage, { name }: Operation) {
  const limiter = isRead(req.method) && routeOf(name).cache !== 'private' ? reads : writes;
  // Finding the address behind proxies costs more than the limiter.
  if (limiter.policy.limit === 0) return undefined;
  const waitSeconds = limiter.take(addressOf(req), performance.now());
  return waitSeconds > 0 ? tooManyRequests(limiter.policy, waitSeconds) : undefined;
}

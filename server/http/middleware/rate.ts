import type { Request } from 'express';
import { isRead } from '../../../common/wire/request-context.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { type Limiter, tooManyRequests } from '../../limits/limiter.ts';
import { addressOf } from '../client-address.ts';

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
 * @throws {Problem} `too-many-requests` with `Retry-After` and `RateLimit`.
 */
export function limitRate({ reads, writes }: Limiters, req: Request, { name }: Operation): void {
  const limiter = isRead(req.method) && routeOf(name).cache !== 'private' ? reads : writes;
  // Finding the address behind proxies costs more than the limiter.
  if (limiter.policy.limit === 0) return;
  const waitSeconds = limiter.take(addressOf(req), performance.now());
  if (waitSeconds > 0) throw tooManyRequests(limiter.policy, waitSeconds);
}

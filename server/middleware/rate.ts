import type { RequestHandler } from 'express';
import { isRead } from '../../contracts/exchange.ts';
import type { Limiter } from '../limiter.ts';
import { Problem, retryAfter } from '../problem.ts';

export interface Limiters {
  reads: Limiter;
  writes: Limiter;
}

/** Length of the window that the settings name. */
export const rateWindowMs = 10_000;

/**
 * Limits requests per address, in this process only: no round trip stands before a read.
 *
 * @throws {Problem} `too-many-requests` with `Retry-After`.
 */
export const limitRate =
  ({ reads, writes }: Limiters): RequestHandler =>
  (req, _res, next) => {
    const waitSeconds = (isRead(req.method) ? reads : writes).take(req.ip ?? '', Date.now());
    if (waitSeconds > 0) throw new Problem('too-many-requests', { headers: retryAfter(waitSeconds) });
    next();
  };

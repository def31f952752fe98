import type { RequestHandler } from 'express';
import { isRead } from '../../contracts/exchange.ts';
import { routeOf } from '../../contracts/routes.ts';
import { addressOf, exchangeOf } from '../exchange.ts';
import type { Limiter } from '../limiter.ts';
import { tooMany } from '../quota.ts';

export interface Limiters {
  reads: Limiter;
  writes: Limiter;
}

/** Length of the window that the settings name. */
export const rateWindowMs = 10_000;

/**
 * Limits requests per address, in this process only: no round trip stands before a read. A private read counts as a
 * write: no cache answers it, and it could be used to try client ids.
 *
 * @throws {Problem} `too-many-requests` with `Retry-After` and `RateLimit`.
 */
export const limitRate =
  ({ reads, writes }: Limiters): RequestHandler =>
  (req, res, next) => {
    const { operation } = exchangeOf(res);
    const isPrivate = operation !== undefined && routeOf(operation.name).cache === 'private';
    const limiter = isRead(req.method) && !isPrivate ? reads : writes;
    // Only where there is a limit: to find the address behind proxies costs more than the limiter.
    const waitSeconds = limiter.quota.limit > 0 ? limiter.take(addressOf(req, res), Date.now()) : 0;
    if (waitSeconds > 0) throw tooMany(limiter.quota, waitSeconds);
    next();
  };

import { createHmac, randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { exchangeOf } from '../exchange.ts';

/** Whoever knows a client id can read and move its votes, so the log tells clients apart without naming them. */
const secret = randomBytes(32);
const hashed = (clientId: string) => createHmac('sha256', secret).update(clientId).digest('base64url').slice(0, 12);

/**
 * One line per request: reads and expected refusals at `debug`, writes at `info`. The line names the operation and its
 * parameters, never the raw path: what a client sends cannot reach the log unescaped, nor a client id unhashed.
 */
export const logRequests =
  (log: Logger): RequestHandler =>
  (req, res, next) => {
    const level = req.method === 'POST' ? 'info' : 'debug';
    if (!log.isLevelEnabled(level)) {
      next();
      return;
    }
    const start = process.hrtime.bigint();
    res.once('close', () => {
      const { operation, params } = exchangeOf(res);
      const { client_id, ...others } = params;
      log[level]({
        method: req.method,
        route: operation?.id,
        params: client_id === undefined ? others : { ...others, client: hashed(client_id) },
        status: res.statusCode,
        ms: Number(process.hrtime.bigint() - start) / 1e6,
        ...(res.locals.feedKey !== undefined && { feedKey: res.locals.feedKey }),
        ...(!res.writableFinished && { aborted: true }),
      });
    });
    next();
  };

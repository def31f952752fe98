import type { RequestHandler } from 'express';
import { commonHeaders, entryOf, exchangeFor, operationOf, optionsHeaders } from '../../contracts/exchange.ts';
import { exchangeOf, startExchange } from '../exchange.ts';

/**
 * Finds the operation a request is for, with the tree that the mock asks too. Express's own router is not asked: its
 * patterns have no "a literal is never given back", optional groups were a denial of service in path-to-regexp
 * (CVE-2026-4926), and trying 62 patterns in a row costs more than the rest of the request.
 */
export function findOperation({ regionSegments }: { regionSegments: boolean }): RequestHandler {
  return (req, res, next) => {
    startExchange(res, exchangeFor(req.method, req.url, regionSegments));
    next();
  };
}

/**
 * Answers what needs no handler: 404 for an unknown path, 204 for OPTIONS, 405 for a method that the path does not have,
 * 406 for a client that takes no JSON.
 *
 * @throws {Problem} `route-not-found`, `method-not-allowed`, `not-acceptable`.
 */
export const checkOperation: RequestHandler = (req, res, next) => {
  const exchange = exchangeOf(res);
  if (req.method === 'OPTIONS') {
    const own = optionsHeaders(entryOf(exchange), ['If-None-Match', 'Last-Event-ID']);
    res.writeHead(204, { ...commonHeaders(req.method, exchange), ...own }).end();
    return;
  }
  operationOf(exchange, req.headers.accept);
  next();
};

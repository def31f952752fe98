import type { Request, Response } from 'express';
import type { Operation } from '../../../contracts/operations.ts';
import {
  commonHeaders,
  type Exchange,
  entryOf,
  operationOf,
  optionsHeaders,
} from '../../../contracts/requests/request-context.ts';

/**
 * Finds the operation a request is for, and answers OPTIONS.
 *
 * @returns undefined when it is answered.
 * @throws {Problem} `route-not-found`, `method-not-allowed`, or `not-acceptable` for a client that takes no JSON.
 */
export function findOperation(req: Request, res: Response, exchange: Exchange): Operation | undefined {
  if (req.method !== 'OPTIONS') return operationOf(exchange, req.headers.accept);
  const own = optionsHeaders(entryOf(exchange), ['If-None-Match', 'Last-Event-ID']);
  res.writeHead(204, { ...commonHeaders(req.method, exchange), ...own }).end();
  return undefined;
}

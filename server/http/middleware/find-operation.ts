import type { Request, Response } from 'express';
import {
  commonHeaders,
  optionsHeaders,
  type RequestContext,
  requireEntry,
  requireOperation,
} from '../../../common/wire/request-context.ts';
import type { CrossOrigin } from '../../../contracts/http/headers.ts';
import type { Operation } from '../../../contracts/operations.ts';

/**
 * Finds the operation that a request is for, and answers OPTIONS.
 *
 * @returns undefined if the request has been answered.
 * @throws {Problem} `route-not-found`, `method-not-allowed`, or `not-acceptable` for a client that takes no JSON.
 */
export function findOperation(
  req: Request,
  res: Response,
  requestContext: RequestContext,
  crossOrigin: CrossOrigin,
): Operation | undefined {
  if (req.method !== 'OPTIONS') return requireOperation(requestContext, req.headers.accept);
  const own = optionsHeaders(requireEntry(requestContext), crossOrigin);
  res.writeHead(204, { ...commonHeaders(req.method, requestContext), ...own }).end();
  return undefined;
}

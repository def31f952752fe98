import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { checkFeedKey, type FeedKeys } from '../feed-keys.ts';
import { setFeedKey } from '../request-context.ts';

/** After a refusal a body up to this size is read and discarded, to keep the connection; a larger body ends it. */
const maxDiscardedBytes = 65_536;

/** @returns the refusal, which ends the connection if the unread body is long. */
function refusalOf(error: unknown, headers: IncomingHttpHeaders): unknown {
  if (!(error instanceof Problem)) return error;
  const isLong =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDiscardedBytes;
  return isLong ? new Problem(error.key, { headers: { ...error.more.headers, Connection: 'close' } }) : error;
}

/**
 * Checks the feed key if the route needs one, before a byte of the body is read. The handler checks later whether the
 * key may post for the event in the body.
 *
 * @throws {Problem} `feed-key-required`, `feed-key-rejected`.
 */
export function checkCredential({ keys }: FeedKeys, req: Request, res: Response, { name }: Operation): void {
  if (routeOf(name).credential !== 'feed') return;
  try {
    setFeedKey(res, checkFeedKey(req.headers.authorization, keys));
  } catch (error) {
    throw refusalOf(error, req.headers);
  }
}

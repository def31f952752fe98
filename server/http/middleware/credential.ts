import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { checkFeedKey, type FeedKeys } from '../feed-keys.ts';
import { setFeedKey } from '../request-context.ts';

/** A body up to here is read and dropped after a refusal, so that the connection stays; beyond, it ends. */
const droppedBytes = 65_536;

/** @returns the refusal, ending the connection when a long unread body follows. */
function refusalOf(error: unknown, headers: IncomingHttpHeaders): unknown {
  if (!(error instanceof Problem)) return error;
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > droppedBytes;
  return isLong ? new Problem(error.key, { headers: { ...error.more.headers, Connection: 'close' } }) : error;
}

/**
 * Checks the feed key where the route needs one, before a byte of the body is read. For which events the key is good is
 * asked when the body is known.
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

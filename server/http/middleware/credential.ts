import type { Request, Response } from 'express';
import type { Operation } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { checkFeedKey, type FeedKeys } from '../feed-keys.ts';
import { setFeedKey } from '../request-context.ts';

/**
 * Checks the feed key if the route needs one, before a byte of the body is read. The handler checks later whether the
 * key may post for the event in the body.
 *
 * @throws {Problem} `feed-key-required`, `feed-key-rejected`.
 */
export function checkCredential({ keys }: FeedKeys, req: Request, res: Response, { name }: Operation): void {
  if (routeOf(name).credential !== 'feed') return;
  setFeedKey(res, checkFeedKey(req.headers.authorization, keys));
}

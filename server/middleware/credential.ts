import type { RequestHandler } from 'express';
import { routeOf } from '../../contracts/routes.ts';
import type { FeedKey } from '../config.ts';
import { exchangeOf } from '../exchange.ts';
import { checkFeedKey } from '../feed-keys.ts';

/** Checks the feed key where the route needs one, before a byte of the body is read. */
export const checkCredential =
  (keys: readonly FeedKey[]): RequestHandler =>
  (req, res, next) => {
    const { operation } = exchangeOf(res);
    if (operation && routeOf(operation.name).credential === 'feed') {
      res.locals.feedKey = checkFeedKey(req.headers.authorization, keys);
    }
    next();
  };

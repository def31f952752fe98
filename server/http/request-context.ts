import type { Request, Response } from 'express';
import { type Exchange, exchangeFor } from '../../contracts/requests/request-context.ts';
import type { FeedKey } from '../config.ts';
import type { Caller } from '../handlers/types.ts';
import { addressOf } from './client-address.ts';

/** The exchange of a response; there is one from the first middleware on. */
export const exchangeOf = (res: Response): Exchange => res.locals.exchange as Exchange;

export const startExchange = (res: Response, exchange: Exchange) => {
  res.locals.exchange = exchange;
};

/** More URLs than these are not remembered, nor longer ones than any client has: memory stays bounded, in bytes too. */
const mostUrls = 1_000;
const longestUrl = 200;

/**
 * Like `exchangeFor`, but finds what a POST is for once for each URL: on a fight night votes come by the million to a few
 * of them. Only one spelling of what is a route is remembered. Who gets an exchange must not change it.
 */
export function exchangeFinder(regionSegments: boolean): (method: string, target: string) => Exchange {
  const posts = new Map<string, Exchange>();
  return (method, target) => {
    if (method !== 'POST') return exchangeFor(method, target, regionSegments);
    const known = posts.get(target);
    if (known) return known;
    const found = exchangeFor(method, target, regionSegments);
    if (!found.operation || found.path !== target || target.length > longestUrl) return found;
    if (posts.size >= mostUrls) posts.clear();
    posts.set(target, found);
    return found;
  };
}

/** Keeps the key that a live update came with; the log shows its name only. */
export const setFeedKey = (res: Response, key: FeedKey) => {
  res.locals.feedKey = key.name;
  res.locals.feedKeyEvents = key.events;
};

export const callerOf = (req: Request, res: Response): Caller => ({
  address: () => addressOf(req),
  socket: req.socket,
  feedEvents: res.locals.feedKeyEvents as ReadonlySet<string> | undefined,
});

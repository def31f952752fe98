import type { Request, Response } from 'express';
import type { Exchange } from '../contracts/exchange.ts';
import type { FeedKey } from './config.ts';

/** The exchange of a response; there is one from the first middleware on. */
export const exchangeOf = (res: Response): Exchange => res.locals.exchange as Exchange;

export const startExchange = (res: Response, exchange: Exchange) => {
  res.locals.exchange = exchange;
};

/** Keeps the key that a live update came with; the log shows its name only. */
export const setFeedKey = (res: Response, key: FeedKey) => {
  res.locals.feedKey = key.name;
  res.locals.feedKeyEvents = key.events;
};

/** The address a request is from, behind the proxies that are trusted; found once for all who ask. */
export function addressOf(req: Request, res: Response): string {
  res.locals.address ??= req.ip ?? '';
  return res.locals.address as string;
}

/** Whom a request is from, as far as handlers need to know. */
export interface Caller {
  address: string;
  /** EventIDs that its feed key may post; undefined: all, or no key was needed. */
  feedEvents: ReadonlySet<string> | undefined;
}

export const callerOf = (req: Request, res: Response): Caller => ({
  address: addressOf(req, res),
  feedEvents: res.locals.feedKeyEvents as ReadonlySet<string> | undefined,
});

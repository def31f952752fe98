import type { Response } from 'express';
import type { Exchange } from '../contracts/exchange.ts';

/** The exchange of a response; there is one from the first middleware on. */
export const exchangeOf = (res: Response): Exchange => res.locals.exchange as Exchange;

export const startExchange = (res: Response, exchange: Exchange) => {
  res.locals.exchange = exchange;
};

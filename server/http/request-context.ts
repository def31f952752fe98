import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { type RequestContext, readRequest } from '../../contracts/requests/request-context.ts';
import type { FeedKey } from '../config.ts';
import type { Caller } from '../handlers/types.ts';
import { addressOf } from './client-address.ts';

/** The request context of a response; set by the first middleware. */
export const getRequestContext = (res: Response): RequestContext => res.locals.requestContext as RequestContext;

/** The same of any response; undefined before it is set. */
export const contextOf = (res: ServerResponse): RequestContext | undefined =>
  (res as Partial<Response>).locals?.requestContext as RequestContext | undefined;

export const setRequestContext = (res: Response, requestContext: RequestContext) => {
  res.locals.requestContext = requestContext;
};

/** Bounds on cached URLs: how many, and how long (longer than any client's). */
const mostUrls = 1_000;
const longestUrl = 200;

/**
 * Like `readRequest`, but reads each URL of a POST only once: on a fight night millions of votes go to a few URLs.
 * Caches only URLs in the declared form of their route. Callers must not change the context they get.
 */
export function createRequestReader(regionSegments: boolean): (method: string, target: string) => RequestContext {
  const posts = new Map<string, RequestContext>();
  return (method, target) => {
    if (method !== 'POST') return readRequest(method, target, regionSegments);
    const known = posts.get(target);
    if (known) return known;
    const requestContext = readRequest(method, target, regionSegments);
    const { operation, path } = requestContext;
    if (!operation || path !== target || target.length > longestUrl) return requestContext;
    if (posts.size >= mostUrls) posts.clear();
    posts.set(target, requestContext);
    return requestContext;
  };
}

/** Stores when a request that the cache did not answer was read, by `performance.now`. */
export const setStart = (res: ServerResponse, startMs: number) => {
  (res as { startMs?: number }).startMs = startMs;
};

export const startOf = (res: ServerResponse): number | undefined => (res as { startMs?: number }).startMs;

/** Stores the feed key of a live update; the log shows only its name. */
export const setFeedKey = (res: Response, key: FeedKey) => {
  res.locals.feedKey = key.name;
  res.locals.feedKeyEvents = key.events;
};

/** The name of the feed key of a live update. */
export const feedKeyOf = (res: ServerResponse): unknown => (res as Partial<Response>).locals?.feedKey;

export const getCaller = (req: Request, res: Response): Caller => ({
  address: () => addressOf(req),
  socket: req.socket,
  feedEvents: res.locals.feedKeyEvents as ReadonlySet<string> | undefined,
});

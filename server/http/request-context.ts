import type { Request, Response } from 'express';
import { type RequestContext, readRequest } from '../../contracts/requests/request-context.ts';
import type { FeedKey } from '../config.ts';
import type { Caller } from '../handlers/types.ts';
import { addressOf } from './client-address.ts';

/** The request context of a response; set by the first middleware. */
export const getRequestContext = (res: Response): RequestContext => res.locals.requestContext as RequestContext;

export const setRequestContext = (res: Response, requestContext: RequestContext) => {
  res.locals.requestContext = requestContext;
};

/** Bounds on cached URLs: how many, and how long (longer than any client's). */
const mostUrls = 1_000;
const longestUrl = 200;

/**
 * Like `readRequest`, but finds what a POST is for once for each URL: on a fight night votes come by the million to a few
 * of them. Caches only the canonical spelling of a route. Callers must not change the context they get.
 */
export function createRequestReader(regionSegments: boolean): (method: string, target: string) => RequestContext {
  const posts = new Map<string, RequestContext>();
  return (method, target) => {
    if (method !== 'POST') return readRequest(method, target, regionSegments);
    const known = posts.get(target);
    if (known) return known;
    const found = readRequest(method, target, regionSegments);
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

export const getCaller = (req: Request, res: Response): Caller => ({
  address: () => addressOf(req),
  socket: req.socket,
  feedEvents: res.locals.feedKeyEvents as ReadonlySet<string> | undefined,
});

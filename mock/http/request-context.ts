import type { RequestHandler, Response } from 'express';
import {
  commonHeaders,
  optionsHeaders,
  type RequestContext,
  readRequest,
  requireEntry,
  requireOperation,
} from '../../common/wire/request-context.ts';
import { type CrossOrigin, crossOriginPosts } from '../../contracts/http/headers.ts';

const exposed = 'Access-Control-Expose-Headers';

/** A web build under development also selects states, and reads which contract answered. */
const mockCrossOrigin: CrossOrigin = {
  allowsPosts: true,
  requestHeaders: [
    'Authorization',
    ...crossOriginPosts.requestHeaders,
    'Mock-Session',
    'Prefer',
    'traceparent',
    'X-Request-Id',
  ],
  replyHeaders: {
    ...crossOriginPosts.replyHeaders,
    [exposed]: [
      crossOriginPosts.replyHeaders[exposed],
      'Contract-Id',
      'Contract-Match',
      'Contract-Nearest',
      'Contract-State',
      'Mock-Session-Dropped',
      'Preference-Applied',
    ].join(', '),
  },
};

export const getRequestContext = (res: Response): RequestContext => res.locals.requestContext as RequestContext;

/**
 * Finds the operation as the server does, and sets the headers that every reply of the path carries.
 *
 * @param regionSegments also serve v3 under other region segments than `mobile`.
 */
export const findOperation =
  (regionSegments: boolean): RequestHandler =>
  (req, res, next) => {
    const requestContext = readRequest(req.method, req.url, regionSegments);
    res.locals.requestContext = requestContext;
    res.set(commonHeaders(req.method, requestContext, mockCrossOrigin));
    next();
  };

/**
 * Answers OPTIONS and refuses requests that no contract can answer, in the server's order.
 *
 * @throws {Problem} `route-not-found`, `method-not-allowed` with `Allow`, `not-acceptable`.
 */
export const checkOperation: RequestHandler = (req, res, next) => {
  const requestContext = getRequestContext(res);
  if (req.method === 'OPTIONS') {
    res
      .set(optionsHeaders(requireEntry(requestContext), mockCrossOrigin))
      .status(204)
      .end();
    return;
  }
  requireOperation(requestContext, req.headers.accept);
  next();
};

import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { asksForHtml } from '../../contracts/http/negotiation.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { type ControlOptions, type ControlRoute, type ControlRoutes, methodsOf } from './control-route.ts';
import { logRoutes } from './log-routes.ts';
import { nightRoutes } from './night-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { setStateByLink, stateRoutes } from './state-routes.ts';

/** Prefixes of the control routes and of links that set a state. No path of the service begins with them. */
export const controlPath = '/__mock';
export const stateLinkPath = '/__state';

function send(res: Response, body: unknown): void {
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    res.statusCode = 204;
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // People read what curl prints; pages do not.
  res.end(JSON.stringify(body, null, res.req.headers['sec-fetch-mode'] ? 0 : 2));
}

/** Unlike replies of the service, these must not be readable by every page. */
function closeToOtherOrigins(res: Response): void {
  for (const name of Object.keys(corsHeaders)) res.removeHeader(name);
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

/** @throws {Problem} `route-not-found` with the known paths. */
function findRoute(routes: ControlRoutes, path: string): ControlRoute {
  const route = routes[path];
  if (route) return route;
  const known = Object.keys(routes).map((one) => controlPath + one);
  throw new Problem('route-not-found', {
    extensions: { errors: [{ parameter: 'path', detail: mustBeOneOf(known, 'en') }] },
  });
}

const indexOf = (routes: ControlRoutes, session: string) => ({
  session,
  paths: Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [
      controlPath + path,
      { methods: methodsOf(route), summary: route.summary },
    ]),
  ),
});

/**
 * Answers the paths below `/__mock`; `/__mock` itself is a page for clients that accept HTML, which `next` serves.
 *
 * @throws {MockProblem} `foreign-caller` before anything else is checked.
 * @throws {Problem} `route-not-found`, `method-not-allowed` with `Allow`, and the problems of bodies.
 */
export function control(options: ControlOptions): RequestHandler {
  const routes: ControlRoutes = {
    '': {
      summary: 'this index; in a browser the control room',
      GET: (req, res) => {
        res.vary('Accept');
        return indexOf(routes, options.sessions.nameOf(req));
      },
    },
    ...stateRoutes(options),
    ...sessionRoutes(options),
    ...nightRoutes(options),
    ...logRoutes(options),
  };
  return async (req, res, next) => {
    closeToOtherOrigins(res);
    options.access.check(req);
    if (req.path === '/' && asksForHtml(req.headers.accept)) {
      next();
      return;
    }
    const { origin } = req.headers;
    if (origin !== undefined) {
      // Such as a web app under development on this machine.
      res.setHeader('Access-Control-Allow-Origin', origin);
      res.setHeader('Vary', 'Origin');
    }
    const route = findRoute(routes, req.path.replace(/\/$/, ''));
    const methods = methodsOf(route);
    const allowed = methods.join(', ');
    if (req.method === 'OPTIONS') {
      res.setHeader('Allow', allowed);
      res.setHeader('Access-Control-Allow-Methods', allowed);
      res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Mock-Session');
      send(res, undefined);
      return;
    }
    const method = methods.find((one) => one === (req.method === 'HEAD' ? 'GET' : req.method));
    if (!method) throw new Problem('method-not-allowed', { headers: { Allow: allowed } });
    const body = await route[method]?.(req, res);
    if (!res.headersSent) send(res, body);
  };
}

/**
 * Answers the paths below `/__state`, for tests that can only open an address.
 *
 * @throws {MockProblem} `foreign-caller`, `unknown-state`; {Problem} `method-not-allowed`, `invalid-request`.
 */
export function stateLinks(options: ControlOptions): RequestHandler {
  return (req: Request, res) => {
    closeToOtherOrigins(res);
    options.access.checkLink(req);
    if (req.method !== 'GET') throw new Problem('method-not-allowed', { headers: { Allow: 'GET' } });
    send(res, setStateByLink(options, req, res));
  };
}

import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { type ControlOptions, ControlReply, type ControlRoutes } from './control-route.ts';
import { logRoutes } from './log-routes.ts';
import { nightRoutes } from './night-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Prefix of the control routes; no path of the service begins with it. */
export const controlPath = '/__mock';

function send(res: Response, result: unknown): void {
  const { status, body } = result instanceof ControlReply ? result : new ControlReply(200, result);
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body, null, 2));
}

/** Lets a page of an allowed origin read the reply, such as an app under development. */
function setOrigin(req: Request, res: Response): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Vary', 'Origin');
}

/** @throws {Problem} `route-not-found` with the known paths. */
function findMethods(routes: ControlRoutes, path: string): ControlRoutes[string] {
  const methods = routes[path];
  if (methods) return methods;
  const known = Object.keys(routes).map((one) => controlPath + one);
  const errors = [{ parameter: 'path', detail: mustBeOneOf(known, 'en') }];
  throw new Problem('route-not-found', { extensions: { errors } });
}

/**
 * Answers the paths below `/__mock`.
 *
 * @throws {MockProblem} `foreign-caller` before anything else is checked.
 * @throws {Problem} `route-not-found`, `method-not-allowed` with `Allow`, and the problems of bodies.
 */
export function control(options: ControlOptions): RequestHandler {
  const routes = { ...sessionRoutes(options), ...nightRoutes(options), ...logRoutes(options) };
  return async (req, res) => {
    res.locals.entry = {};
    // Every page may read replies of the service, but not these.
    for (const name of Object.keys(corsHeaders)) res.removeHeader(name);
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    options.access.check(req);
    setOrigin(req, res);
    const methods = findMethods(routes, req.path.replace(/\/$/, ''));
    const allowed = Object.keys(methods).sort().join(', ');
    if (req.method === 'OPTIONS') {
      res.setHeader('Allow', allowed);
      res.setHeader('Access-Control-Allow-Methods', allowed);
      res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Mock-Session');
      send(res, new ControlReply(204));
      return;
    }
    const handle = methods[req.method === 'HEAD' ? 'GET' : req.method];
    if (!handle) throw new Problem('method-not-allowed', { headers: { Allow: allowed } });
    send(res, await handle(req, res));
  };
}

import type { Request, RequestHandler } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { states } from '../../contracts/states.ts';
import { prefixOf, sessionPath } from '../session/session-path.ts';
import { malformedName, type SessionState } from '../session/sessions.ts';
import { type ControlOptions, queryOf } from './control-route.ts';
import { changeSession, checkState } from './session-routes.ts';

/** Prefix of links that set a state, below a session or not: `/__state/there-is-no-content?then=/api/v3/mobile/news`. */
export const stateLinkPath = '/__state';

/** Resets the state. */
const none = 'none';

/** A state as paths have it: `the-store-does-not-answer`. */
const toPath = (name: string) => name.replaceAll(' ', '-');

/** Decodes a part of a path; one that cannot be decoded names no state. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws {MockProblem} `unknown-state`. */
function readState(req: Request, parameters: URLSearchParams, contractSet: ControlOptions['contractSet']) {
  const asked = decode(req.path.slice(1));
  if (asked === none) return undefined;
  const name = Object.keys(states).find((one) => toPath(one) === toPath(asked)) ?? asked;
  const params = Object.fromEntries(parameters);
  const state: SessionState = { state: name, ...(Object.keys(params).length > 0 && { params }) };
  return checkState(contractSet(), state);
}

/**
 * Where the link leads: a path of this mock, in the same session.
 *
 * @throws {Problem} `invalid-request` for any other address: the link must not lead to another site. Browsers take `//` and
 * `/\\` for the start of a host, and leave out tabs and line ends.
 */
function readTarget(req: Request, then: string): string {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(then)) {
    const errors = [{ parameter: 'then', detail: 'Must be a path of this mock, such as /api/v3/mobile/events.' }];
    throw new Problem('invalid-request', { errors });
  }
  return then.startsWith(`${sessionPath}/`) ? then : prefixOf(req) + then;
}

/**
 * Sets the state of the session and leads on to `then`, for tests that can only open an address. Other parameters are those
 * of the state.
 *
 * @throws {MockProblem} `foreign-caller`, `unknown-state`; {Problem} `method-not-allowed`, `invalid-request`.
 */
export function stateLinks({ contractSet, sessions, access }: ControlOptions): RequestHandler {
  return (req, res) => {
    res.locals.entry = {};
    for (const name of Object.keys(corsHeaders)) res.removeHeader(name);
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    access.checkLink(req);
    if (req.method !== 'GET') throw new Problem('method-not-allowed', { headers: { Allow: 'GET' } });
    const parameters = queryOf(req);
    const then = parameters.get('then');
    const target = then === null ? undefined : readTarget(req, then);
    parameters.delete('then');
    const state = readState(req, parameters, contractSet);
    const dropped = changeSession(sessions, req, (session) => Object.assign(session, { state }));
    res.setHeader('Cache-Control', 'no-store');
    if (target !== undefined) res.setHeader('Location', target);
    res.statusCode = target === undefined ? 200 : 303;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ session: sessions.nameOf(req), ...(state ?? { state: null }), ...dropped }, null, 2));
  };
}

/** A path with a malformed session name. @throws {MockProblem} `malformed-session`. */
export const refuseSessionPath: RequestHandler = (_req, res) => {
  res.locals.entry = {};
  throw malformedName();
};

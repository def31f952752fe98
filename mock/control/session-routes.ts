import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { states } from '../../contracts/states.ts';
import { isInState } from '../contracts/matcher.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import { prefixOf, sessionPath } from '../session/session-path.ts';
import { restore, SavedSessionBody, type Session, SessionState, type Sessions, save } from '../session/sessions.ts';
import { type ControlOptions, type ControlRoutes, invalidParameter, queryOf, readBody } from './control-route.ts';

/** @throws {MockProblem} `unknown-state` with the known states, or with the parameters that contracts have in it. */
export function checkState({ contracts }: ContractSet, state: SessionState): void {
  const all = [...contracts.values()].flat();
  if (all.some((contract) => isInState(contract, state))) return;
  const named = all.flatMap(({ states }) => states.filter(({ name }) => name === state.state));
  if (named.length === 0) {
    const known = [...new Set(all.flatMap(({ states }) => states.map(({ name }) => name)))].sort();
    throw new MockProblem('unknown-state', [{ pointer: '#/state', detail: mustBeOneOf(known, 'en') }]);
  }
  const known = [...new Set(named.map(({ params }) => JSON.stringify(params)))].map((text) => JSON.parse(text));
  throw new MockProblem('unknown-state', [{ pointer: '#/params', detail: mustBeOneOf(known, 'en') }]);
}

/** @throws {MockProblem} `unknown-session` for a name that no session has. */
function findKnownSession(sessions: Sessions, req: Request): Session {
  const name = sessions.nameOf(req);
  if (!sessions.isNamed(req) || sessions.has(name)) return sessions.find(name);
  const detail = sessions.wasDropped(name)
    ? 'This session was dropped because the mock needed its memory: it was the least recently used.'
    : sessions.names.length > 0
      ? mustBeOneOf(sessions.names, 'en')
      : 'There are no sessions.';
  throw new MockProblem('unknown-session', [{ parameter: 'Mock-Session', detail }]);
}

/** Changes the session of a request. @returns the names of the sessions that were dropped for it, if any. */
export function changeSession(sessions: Sessions, req: Request, change: (session: Session) => void) {
  const dropped = sessions.change(sessions.nameOf(req), change);
  return dropped.length > 0 ? { dropped } : {};
}

/** Sets the state of a request's session; `undefined` clears it. @returns the body of the response. */
function setState({ contractSet, sessions }: ControlOptions, req: Request, state: SessionState | undefined) {
  if (state) checkState(contractSet(), state);
  const dropped = changeSession(sessions, req, (session) => Object.assign(session, { state }));
  return { session: sessions.nameOf(req), ...(state ?? { state: null }), ...dropped };
}

/** A part of a path, decoded; one that cannot be decoded names no state. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Sets the state that a link names with hyphens, such as `/__state/there-is-no-content?then=/api/v3/mobile/news`, and
 * redirects to `then`. Other parameters are those of the state; the state `none` clears it.
 *
 * @throws {MockProblem} `unknown-state`.
 * @throws {Problem} `invalid-request` if `then` is not a path of this mock: the link must not lead to another site. Browsers
 *   read `//` and `/\` as the start of a host, and ignore tabs and line ends.
 */
export function setStateByLink(options: ControlOptions, req: Request, res: Response) {
  const { then, ...params } = Object.fromEntries(queryOf(req));
  if (then !== undefined && !/^\/(?![/\\])[\x21-\x7e]*$/.test(then)) {
    throw invalidParameter('then', 'Must be a path of this mock, such as /api/v3/mobile/events.');
  }
  const name = decode(req.path.slice(1));
  const hyphenated = (text: string) => text.replaceAll(' ', '-');
  const state = Object.keys(states).find((one) => hyphenated(one) === hyphenated(name)) ?? name;
  const more = Object.keys(params).length > 0 && { params };
  const body = setState(options, req, name === 'none' ? undefined : { state, ...more });
  if (then !== undefined) {
    res.setHeader('Location', then.startsWith(`${sessionPath}/`) ? then : prefixOf(req) + then);
    res.statusCode = 303;
  }
  return body;
}

/** A whole session takes some 20 MB while it is read or sent, so only a few are at once. */
const maxTransfers = 2;
/** A slower client must not block the others. */
const maxTransferMs = 10_000;

/** Returns a function that resolves when a response may start; its turn ends with the response, or with the time limit. */
function createTransferQueue(): (res: ServerResponse) => Promise<void> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (res) => {
    if (running >= maxTransfers) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    const timer = setTimeout(() => res.destroy(), maxTransferMs).unref();
    const end = () => {
      clearTimeout(timer);
      const next = waiting.shift();
      if (next) next();
      else running--;
    };
    if (res.closed || res.destroyed) end();
    else res.once('close', end);
  };
}

/** Routes that read and change the session of a request. */
export function sessionRoutes(options: ControlOptions): ControlRoutes {
  const { contractSet, sessions } = options;
  const enterQueue = createTransferQueue();
  return {
    '/state': {
      GET: (req) => {
        const session = sessions.nameOf(req);
        return { session, ...(sessions.find(session).state ?? { state: null }) };
      },
      PUT: async (req) => setState(options, req, await readBody(req, SessionState, 'unknown-state')),
      DELETE: (req) => void setState(options, req, undefined),
    },
    '/session': {
      GET: async (req, res) => {
        await enterQueue(res);
        const session = findKnownSession(sessions, req);
        return { session: session.name, ...save(session) };
      },
      PUT: async (req, res) => {
        await enterQueue(res);
        const saved = await readBody(req, SavedSessionBody, 'malformed-session');
        if (saved.state) checkState(contractSet(), saved.state);
        const dropped = changeSession(sessions, req, (session) => restore(session, saved));
        const { votes, scorecards } = sessions.find(sessions.nameOf(req)).ballots;
        // Returns counts, since the whole session is as long as the request.
        return { session: sessions.nameOf(req), votes: votes.size, scorecards: scorecards.size, ...dropped };
      },
      DELETE: (req) => void sessions.delete(findKnownSession(sessions, req).name),
    },
    '/sessions': { GET: () => sessions.names },
  };
}

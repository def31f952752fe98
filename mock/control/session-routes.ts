import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { MockProblem } from '../contracts/problems.ts';
import { checkOwnReplies } from '../reply/own-reply.ts';
import { restore, SavedSessionBody, type Session, type Sessions, save } from '../session/sessions.ts';
import { type ControlOptions, type ControlRoutes, changeSession, readBody } from './control-route.ts';
import { checkState } from './state-routes.ts';

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

/** A whole session or log takes some 20 MB while it is read or sent, so only a few are at once. */
const maxTransfers = 2;
/** A slower client must not block the others. */
const maxTransferMs = 10_000;

/** Returns a function that resolves when a response may start; its turn ends with the response, or with the time limit. */
export function createTransferQueue(): (res: ServerResponse) => Promise<void> {
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
export function sessionRoutes({ contractSet, sessions, requestLog }: ControlOptions): ControlRoutes {
  const enterQueue = createTransferQueue();
  return {
    '/session': {
      summary: 'the whole session as JSON: save it, load it into another session, reset it',
      GET: async (req, res) => {
        await enterQueue(res);
        const session = findKnownSession(sessions, req);
        return { session: session.name, ...save(session) };
      },
      PUT: async (req, res) => {
        await enterQueue(res);
        const saved = await readBody(req, SavedSessionBody, 'malformed-session');
        if (saved.state) checkState(contractSet(), saved.state, (member) => ({ pointer: `#/state/${member}` }));
        await checkOwnReplies(contractSet(), saved.replies ?? [], '#/replies');
        const dropped = changeSession(sessions, req, (session) => restore(session, saved));
        const { votes, scorecards } = sessions.find(sessions.nameOf(req)).ballots;
        // Returns counts, since the whole session is as long as the request.
        return { session: sessions.nameOf(req), votes: votes.size, scorecards: scorecards.size, ...dropped };
      },
      DELETE: (req) => void sessions.delete(findKnownSession(sessions, req).name),
    },
    '/sessions': {
      summary: 'every session with its clients',
      GET: () =>
        [...new Set([...requestLog.sessions, ...sessions.names])].map((name) => ({
          name,
          ...requestLog.summary(name),
        })),
    },
  };
}

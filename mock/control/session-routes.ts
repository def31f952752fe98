import type { Request } from 'express';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { isInState } from '../contracts/matcher.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import {
  restore,
  type SavedSession,
  SavedSessionBody,
  type Session,
  type SessionState,
  SessionStateBody,
  type Sessions,
  save,
} from '../session/sessions.ts';
import { type ControlOptions, ControlReply, type ControlRoutes, readBody } from './control-route.ts';
import { TransferQueue } from './transfer-queue.ts';

/** @throws {MockProblem} `unknown-state` with the known states, or with the parameters that contracts have in it. */
export function checkState({ contracts }: ContractSet, state: SessionState): SessionState {
  const all = [...contracts.values()].flat();
  if (all.some((contract) => isInState(contract, state))) return state;
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
    ? 'It was dropped to make room: it was the least recently used.'
    : sessions.names.length > 0
      ? mustBeOneOf(sessions.names, 'en')
      : 'There are no sessions.';
  throw new MockProblem('unknown-session', [{ parameter: 'Mock-Session', detail }]);
}

/** Changes the session of a request. @returns the names of the sessions that were dropped for it, if any. */
export function changeSession(sessions: Sessions, req: Request, changes: (session: Session) => void) {
  const dropped = sessions.change(sessions.nameOf(req), changes);
  return dropped.length > 0 ? { dropped } : {};
}

function stateRoutes({ contractSet, sessions }: ControlOptions): ControlRoutes {
  const setState = (req: Request, state: SessionState | undefined) =>
    changeSession(sessions, req, (session) => Object.assign(session, { state }));
  return {
    '/state': {
      GET: async (req) => {
        const session = sessions.nameOf(req);
        return { session, ...(sessions.find(session).state ?? { state: null }) };
      },
      PUT: async (req) => {
        const state = checkState(
          contractSet(),
          (await readBody(req, SessionStateBody, 'unknown-state')) as SessionState,
        );
        const dropped = setState(req, state);
        return { session: sessions.nameOf(req), ...state, ...dropped };
      },
      DELETE: async (req) => {
        setState(req, undefined);
        return new ControlReply(204);
      },
    },
  };
}

/** Routes that read and change the session of a request. */
export function sessionRoutes(options: ControlOptions): ControlRoutes {
  const { contractSet, sessions } = options;
  const transferQueue = new TransferQueue();
  return {
    ...stateRoutes(options),
    '/session': {
      GET: async (req, res) => {
        await transferQueue.enter(res);
        const session = findKnownSession(sessions, req);
        return { session: session.name, ...save(session) };
      },
      PUT: async (req, res) => {
        await transferQueue.enter(res);
        const saved = (await readBody(req, SavedSessionBody, 'malformed-session')) as SavedSession;
        if (saved.state) checkState(contractSet(), saved.state);
        const dropped = changeSession(sessions, req, (session) => restore(session, saved));
        const { votes, scorecards } = sessions.find(sessions.nameOf(req)).ballots;
        // Returns counts, since the whole session is as long as the request.
        return { session: sessions.nameOf(req), votes: votes.size, scorecards: scorecards.size, ...dropped };
      },
      DELETE: async (req) => {
        sessions.delete(findKnownSession(sessions, req).name);
        return new ControlReply(204);
      },
    },
    '/sessions': { GET: async () => sessions.names },
  };
}

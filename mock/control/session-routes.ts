import { networkInterfaces } from 'node:os';
import type { Request } from 'express';
import { qrCode } from '../../common/pages/qr.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { MockProblem } from '../contracts/problems.ts';
import { settingsIn } from '../http/faults.ts';
import { checkOwnReplies } from '../reply/own-reply.ts';
import { maxOwnReplies, OwnRepliesBody, type OwnReply, OwnReplyBody } from '../session/own-replies.ts';
import { prefixOf, schemeOf } from '../session/session-path.ts';
import { restore, SavedSessionBody, type Session, SessionFaults, save } from '../session/sessions.ts';
import { type ControlOptions, type ControlRoutes, changeSession, readBody } from './control-route.ts';
import { checkState } from './state-routes.ts';

/** The addresses of this machine for devices of the same network. */
const hosts = () =>
  Object.values(networkInterfaces()).flatMap((of = []) =>
    of.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );

/** Routes that read and change the session of a request. */
export function sessionRoutes({ contractSet, sessions, requestLog, faults: defaults }: ControlOptions): ControlRoutes {
  const sessionOf = (req: Request) => sessions.find(sessions.nameOf(req));

  /** @throws {MockProblem} `unknown-session` for a name that no session has. */
  function requireSession(req: Request): Session {
    const session = sessionOf(req);
    if (!sessions.isNamed(req) || sessions.has(session.name)) return session;
    const detail = sessions.wasDropped(session.name)
      ? 'This session was dropped because the mock needed its memory: it was the least recently used.'
      : sessions.names.length > 0
        ? mustBeOneOf(sessions.names, 'en')
        : 'There are no sessions.';
    throw new MockProblem('unknown-session', [{ parameter: 'Mock-Session', detail }]);
  }

  /** The faults in force. */
  function showFaults(req: Request) {
    const { delay, jitter, faultRate, kind } = settingsIn(sessionOf(req).faults, defaults);
    return { delayMs: delay, jitterMs: jitter, share: faultRate, fault: kind === undefined ? null : String(kind) };
  }

  /** @returns their number: the replies may be long. */
  function setReplies(req: Request, replies: readonly OwnReply[]) {
    const dropped = changeSession(sessions, req, { replies });
    return { session: sessions.nameOf(req), replies: replies.length, ...dropped };
  }

  return {
    '/session': {
      summary: 'the whole session as JSON: save it, load it into another session, reset it',
      GET: (req) => {
        const session = requireSession(req);
        return { session: session.name, ...save(session) };
      },
      PUT: async (req) => {
        const saved = await readBody(req, SavedSessionBody, 'malformed-session');
        if (saved.state) checkState(contractSet(), saved.state, (member) => ({ pointer: `#/state/${member}` }));
        await checkOwnReplies(contractSet(), saved.replies ?? [], '#/replies');
        const dropped = changeSession(sessions, req, restore(saved));
        const { name, ballots } = sessionOf(req);
        // Returns counts, since the whole session is as long as the request.
        return { session: name, votes: ballots.votes.size, scorecards: ballots.scorecards.size, ...dropped };
      },
      DELETE: (req) => void sessions.delete(requireSession(req).name),
    },
    '/sessions': {
      summary: 'every session with its clients',
      GET: () =>
        [...new Set([...requestLog.sessions, ...sessions.names])].map((name) => ({
          name,
          ...requestLog.summary(name),
        })),
    },
    '/faults': {
      summary: 'delay, jitter and faults of the session',
      GET: showFaults,
      PUT: async (req) => {
        const faults = await readBody(req, SessionFaults, 'malformed-faults');
        const dropped = changeSession(sessions, req, { faults });
        return { ...showFaults(req), ...dropped };
      },
      DELETE: (req) => void changeSession(sessions, req, { faults: undefined }),
    },
    '/replies': {
      summary: 'own replies of the session, for an operation or a path',
      GET: (req) => sessionOf(req).replies,
      PUT: async (req) => {
        const list = await readBody(req, OwnRepliesBody, 'malformed-reply');
        await checkOwnReplies(contractSet(), list);
        return setReplies(req, list);
      },
      POST: async (req, res) => {
        const own = await readBody(req, OwnReplyBody, 'malformed-reply');
        await checkOwnReplies(contractSet(), own);
        const { replies } = sessionOf(req);
        if (replies.length >= maxOwnReplies) {
          const detail = `A session has up to ${maxOwnReplies} own replies; remove them with DELETE /__mock/replies.`;
          throw new MockProblem('malformed-reply', [{ pointer: '#', detail }]);
        }
        res.statusCode = 201;
        return setReplies(req, [...replies, own]);
      },
      DELETE: (req) => void setReplies(req, []),
    },
    '/addresses': {
      summary: 'base URLs of the session for devices, with QR codes',
      GET: (req) => {
        const { port } = new URL(`http://${req.headers.host}`);
        return hosts().map((host) => {
          const url = `${schemeOf(req)}://${host}${port && `:${port}`}${prefixOf(req)}`;
          return { url, ...qrCode(url) };
        });
      },
    },
  };
}

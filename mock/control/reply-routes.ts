import type { Request } from 'express';
import { MockProblem } from '../contracts/problems.ts';
import { checkOwnReplies } from '../reply/own-reply.ts';
import { maxOwnReplies, OwnRepliesBody, type OwnReply, OwnReplyBody, ownReplies } from '../session/own-replies.ts';
import { type ControlOptions, type ControlRoutes, changeSession, readBody } from './control-route.ts';

/** Routes that read and set the own replies of a session. */
export function replyRoutes({ sessions, contractSet }: ControlOptions): ControlRoutes {
  const listOf = (req: Request) => sessions.find(sessions.nameOf(req)).replies?.list ?? [];
  /** @returns their number: the replies may be long. */
  function set(req: Request, list: readonly OwnReply[]) {
    const dropped = changeSession(sessions, req, (session) => Object.assign(session, { replies: ownReplies(list) }));
    return { session: sessions.nameOf(req), replies: list.length, ...dropped };
  }
  return {
    '/replies': {
      summary: 'own replies of the session, for an operation or a path',
      GET: listOf,
      PUT: async (req) => {
        const list = await readBody(req, OwnRepliesBody, 'malformed-reply');
        await checkOwnReplies(contractSet(), list);
        return set(req, list);
      },
      POST: async (req, res) => {
        const own = await readBody(req, OwnReplyBody, 'malformed-reply');
        await checkOwnReplies(contractSet(), own);
        if (listOf(req).length >= maxOwnReplies) {
          const detail = `A session has up to ${maxOwnReplies} own replies; remove them with DELETE /__mock/replies.`;
          throw new MockProblem('malformed-reply', [{ pointer: '#', detail }]);
        }
        res.statusCode = 201;
        return set(req, [...listOf(req), own]);
      },
      DELETE: (req) => void set(req, []),
    },
  };
}

import type { Request } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { writeAskedPact } from './asked-pact.ts';
import { type ControlOptions, ControlReply, type ControlRoutes, queryOf } from './control-route.ts';
import { interactionSource } from './interaction-source.ts';
import { answerQuestion } from './question.ts';

/** Routes that list and clear the request log and the unmatched requests. */
export function logRoutes({ contractSet, sessions, requestLog }: ControlOptions): ControlRoutes {
  /** @returns undefined for all sessions, which `?all=true` selects. */
  function sessionFilter(req: Request, query = queryOf(req)): string | undefined {
    if (query.size === 0) return sessions.nameOf(req);
    if (query.size === 1 && query.get('all') === 'true') return undefined;
    throw new Problem('invalid-request', { errors: [{ parameter: 'all', detail: mustBeOneOf([true], 'en') }] });
  }
  const allOf = (query: URLSearchParams) =>
    new URLSearchParams(query.getAll('all').map((value): [string, string] => ['all', value]));
  /** Tests need no JSON: 200 is yes, 409 is no. */
  function answer(req: Request): ControlReply {
    const query = queryOf(req);
    const found = answerQuestion(requestLog.entries(sessionFilter(req, allOf(query))), query);
    return new ControlReply(found.answer === 'yes' ? 200 : 409, found);
  }
  return {
    '/asked': { GET: async (req) => answer(req) },
    '/pact': {
      GET: async (req) => {
        const query = queryOf(req);
        return writeAskedPact(requestLog.kinds(sessionFilter(req, allOf(query))), query, contractSet());
      },
    },
    '/requests': {
      GET: async (req) => requestLog.entries(sessionFilter(req)),
      DELETE: async (req) => {
        requestLog.clearEntries(sessionFilter(req));
        return new ControlReply(204);
      },
    },
    '/unmatched': {
      GET: async (req) => requestLog.unmatched(sessionFilter(req)).map(interactionSource),
      DELETE: async (req) => {
        requestLog.clearUnmatched(sessionFilter(req));
        return new ControlReply(204);
      },
    },
  };
}

import type { RequestHandler } from 'express';
import { jsonType } from '../../contracts/http/headers.ts';
import { readJson } from '../../contracts/requests/body.ts';
import { checkBody } from '../../contracts/requests/checks.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { flattenHeaders } from '../cache/representation.ts';
import type { Admission } from '../limits/admission.ts';
import { getCaller, getRequestContext } from './request-context.ts';
import type { ServedOperation } from './served-operation.ts';

/** Maximum bytes of a body, for live updates and for other POSTs. */
export type BodyLimits = Readonly<Record<'feed' | 'other', number>>;

/**
 * Answers what must not be cached: writes, and reads that are private or change every moment. A vote is little more
 * than this function, so it awaits only three things and allocates as few objects as it can.
 *
 * @param bodyLimits read at every request, since a provider state lowers them.
 * @param admission admits private reads. Writes have limits of their own, and health is always answered.
 */
export function answerUncached(served: ServedOperation, bodyLimits: BodyLimits, admission: Admission): RequestHandler {
  const { operation, route, headers, context } = served;
  const kind = route.credential === 'feed' ? 'feed' : 'other';

  /** @throws {Problem} `invalid-body` with the members that do not fit. */
  function checkFits(body: unknown): unknown {
    const faults = checkBody(route, body, operation.family);
    if (faults.length > 0) throw new Problem('invalid-body', { errors: faults });
    return body;
  }

  return async (req, res) => {
    const values = served.readValues(getRequestContext(res));
    const body = route.body ? checkFits(await readJson(req, bodyLimits[kind])) : undefined;
    // No handler here needs content of a single generation.
    const call = () => served.call(values, body, getCaller(req, res), context.store.content);
    const reply = served.check(await (route.cache === 'private' ? admission.run('live', call) : call()));
    const text = JSON.stringify(reply.body);
    const own = ['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(text))];
    res.writeHead(reply.status, headers.concat(flattenHeaders(reply.headers), own));
    res.end(text);
  };
}

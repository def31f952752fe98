import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import type { End } from '../../common/end.ts';
import { readBody } from '../../common/wire/body.ts';
import { Problem } from '../../common/wire/problem.ts';
import { jsonType } from '../../contracts/http/headers.ts';
import { checkBody } from '../../contracts/rules/checks.ts';
import { flattenHeaders } from '../cache/representation.ts';
import type { Governor } from '../limits/governor.ts';
import { getCaller, getRequestContext } from './request-context.ts';
import type { ServedOperation } from './served-operation.ts';

/** Maximum bytes of a body, for live updates and for other POSTs. */
export type BodyLimits = Readonly<Record<'feed' | 'other', number>>;

export interface UncachedOptions {
  /** Read at every request, since a provider state lowers them. */
  bodyLimits: BodyLimits;
  /** Admits private reads. Writes have limits of their own, and health is always answered. */
  governor: Governor;
  /** Whether spans are recorded: then each step runs in the asynchronous context of its request. */
  isTraced: boolean;
}

/** The same function, in the asynchronous context of now. */
const inContext = <T>(end: End<T>): End<T> => AsyncResource.bind(end);

/**
 * Answers what must not be cached: writes, and reads that are private or change every moment. A vote is little more
 * than this function, so it takes no promise, and allocates as few objects as it can.
 */
export function answerUncached(served: ServedOperation, options: UncachedOptions): RequestHandler {
  const { operation, route, headers, context } = served;
  const { bodyLimits, governor, isTraced } = options;
  const kind = route.credential === 'feed' ? 'feed' : 'other';

  /** @throws {Problem} `invalid-body` with the members that do not fit. */
  function checkFits(body: unknown): unknown {
    const faults = checkBody(route, body, operation.family);
    if (faults.length > 0) throw new Problem('invalid-body', { errors: faults });
    return body;
  }

  return (req, res, next) => {
    const values = served.readValues(getRequestContext(res));
    const answer: End<unknown> = (error, result) => {
      if (error !== undefined) {
        next(error);
        return;
      }
      try {
        const reply = served.check(result);
        const text = JSON.stringify(reply.body);
        const own = ['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(text))];
        res.writeHead(reply.status, headers.concat(flattenHeaders(reply.headers), own));
        res.end(text);
      } catch (fault) {
        next(fault);
      }
    };
    // No handler here needs content of a single generation.
    const call = (body: unknown) => served.call(values, body, getCaller(req, res), context.store.content);
    const begin = (body: unknown) => {
      const result = call(route.body && checkFits(body));
      if (typeof result === 'function') result(isTraced ? inContext(answer) : answer);
      else result.then((value) => answer(undefined, value), answer);
    };
    if (route.cache === 'private') {
      const read = () => served.answer(values, getCaller(req, res), context.store.content);
      governor.admit('live', read).then((value) => answer(undefined, value), answer);
      return;
    }
    if (!route.body) {
      begin(undefined);
      return;
    }
    const onBody: End<unknown> = (error, body) => {
      if (error !== undefined) {
        next(error);
        return;
      }
      try {
        begin(body);
      } catch (fault) {
        next(fault);
      }
    };
    readBody(req, bodyLimits[kind], isTraced ? inContext(onBody) : onBody);
  };
}

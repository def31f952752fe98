import type { Request } from 'express';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import type { RequestEntry } from '../../common/pages/control-wire.ts';
import { readRequest } from '../../common/wire/request-context.ts';
import { prefersEventStream } from '../../contracts/http/negotiation.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { operationNames } from '../session/own-replies.ts';
import { type ControlOptions, type ControlRoutes, invalidParameter, queryOf } from './control-route.ts';
import { interactionSource } from './interaction-source.ts';
import { exportRecordedPact } from './recorded-pact.ts';
import { streamRequests } from './request-stream.ts';

/** The parts of a request that `/__mock/asked` filters by. */
const filters = ['method', 'path', 'operation', 'contract', 'match', 'status'] as const;

const maxShown = 20;

/** `1` is exactly once, `2..` at least twice, `..3` at most three times, `1..3` both. */
function readTimes(text: string): { min: number; max: number } {
  const [, min, range, max] = /^(\d{1,4})?(\.\.)?(\d{1,4})?$/.exec(text) ?? [];
  if (range === undefined && (min === undefined || max !== undefined)) {
    throw invalidParameter('times', 'Must be a number such as 1, or a range such as 1.., ..3 or 1..3.');
  }
  const first = Number(min ?? 0);
  return { min: first, max: range === undefined ? first : Number(max ?? Number.POSITIVE_INFINITY) };
}

/** Compares a path without its query, unless the pattern has one; `*` is any text. */
function pathTest(pattern: string): (path: string) => boolean {
  // Adjacent stars are one, otherwise the expression would try every way to divide the text among them.
  const parts = pattern.split(/\*+/).map((part) => part.replace(/\W/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  return (path) => expression.test(pattern.includes('?') ? path : path.replace(/\?.*/s, ''));
}

/**
 * Counts the requests that fit the query.
 *
 * @param query the `filters`, all of which must fit, and `times`: by default at least once.
 * @throws {Problem} `invalid-request` for an unknown path or operation, which no request could ever have.
 */
function countRequests(entries: readonly RequestEntry[], query: URLSearchParams) {
  const { operation, path, times = '1..' } = Object.fromEntries(query);
  if (operation !== undefined && !operationNames.includes(operation)) {
    const detail = `${mustBeOneOf(operationNames, 'en')}${didYouMean(operation, operationNames)}`;
    throw invalidParameter('operation', detail);
  }
  if (path !== undefined && !path.includes('*') && !readRequest('GET', path, true).entry) {
    const detail = 'Must be a path of the service, such as /api/v3/mobile/events; * stands for any text.';
    throw invalidParameter('path', detail);
  }
  const { min, max } = readTimes(times);
  const fitsPath = pathTest(path ?? '*');
  const fitting = entries.filter(
    (entry) =>
      fitsPath(entry.path) &&
      filters.every((name) => name === 'path' || !query.has(name) || String(entry[name]) === query.get(name)),
  );
  const answer = fitting.length >= min && fitting.length <= max ? 'yes' : 'no';
  return { answer, count: fitting.length, times, of: entries.length, requests: fitting.slice(-maxShown) };
}

/** Routes that read and clear the request log. */
export function logRoutes({ contractSet, sessions, requestLog }: ControlOptions): ControlRoutes {
  /**
   * The query of a request, and its session: `undefined` means all sessions (`all=true`).
   *
   * @throws {Problem} `invalid-request` for an unknown or repeated parameter.
   */
  function read(req: Request, known: readonly string[] = []) {
    const query = queryOf(req);
    for (const name of query.keys()) {
      if (![...known, 'all'].includes(name) || query.getAll(name).length > 1) {
        throw invalidParameter(name, mustBeOneOf([...known, 'all'], 'en'));
      }
    }
    const all = query.get('all');
    if (all !== null && all !== 'true') throw invalidParameter('all', mustBeOneOf([true], 'en'));
    return { query, session: all === null ? sessions.nameOf(req) : undefined };
  }
  return {
    '/asked': {
      summary: 'whether the app made a request: 200 or 409',
      GET: (req, res) => {
        const { query, session } = read(req, [...filters, 'times']);
        const found = countRequests(requestLog.entries(session), query);
        // A test can read the status alone: 200 is yes, 409 is no.
        res.statusCode = found.answer === 'yes' ? 200 : 409;
        return found;
      },
    },
    '/pact': {
      summary: 'what the app requested, as a pact',
      GET: (req) => {
        const { query, session } = read(req, ['consumer']);
        return exportRecordedPact(requestLog.kinds(session), query.get('consumer') ?? '', contractSet());
      },
    },
    '/requests': {
      summary: 'the last thousand requests of the session, or a stream of them',
      GET: (req, res) => {
        const { session } = read(req);
        if (prefersEventStream(req.headers.accept)) return streamRequests(req, res, { requestLog, sessions }, session);
        return requestLog.entries(session).map(requestLog.withExchange);
      },
      DELETE: (req) => requestLog.clearEntries(read(req).session),
    },
    '/unmatched': {
      summary: 'its requests without a contract, as new interactions',
      GET: (req) => requestLog.unmatched(read(req).session).map(interactionSource),
      DELETE: (req) => requestLog.clearUnmatched(read(req).session),
    },
  };
}

import { Problem } from '../../common/wire/problem.ts';
import { readRequest } from '../../common/wire/request-context.ts';
import { operations } from '../../contracts/operations.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import type { RequestEntry } from '../session/request-log.ts';

/** What a question may name of a request; all that it names must be so. */
const parts = ['method', 'path', 'operation', 'contract', 'match', 'status'] as const;

const operationIds = [...new Set(operations.map(({ family, name }) => `${family}.${name}`))];

/** The most requests that an answer shows. */
const mostShown = 20;

export interface Answer {
  answer: 'yes' | 'no';
  /** How often such a request came, and how often it should have. */
  count: number;
  times: string;
  /** How many requests were looked at: a session has the last thousand. */
  of: number;
  requests: RequestEntry[];
}

const refuse = (parameter: string, detail: string) =>
  new Problem('invalid-request', { errors: [{ parameter, detail }] });

/** `1` is exactly once, `2..` at least twice, `..3` at most three times, `1..3` both. */
function readTimes(text: string): { least: number; most: number } {
  const [, least, range, most] = /^(\d{1,4})?(\.\.)?(\d{1,4})?$/.exec(text) ?? [];
  if (range === undefined && (least === undefined || most !== undefined)) {
    throw refuse('times', 'Must be a number such as 1, or a range such as 1.., ..3 or 1..3.');
  }
  const first = Number(least ?? 0);
  return { least: first, most: range === undefined ? first : Number(most ?? Number.POSITIVE_INFINITY) };
}

/** A misspelt name would be answered "no" for ever, and "yes" to whether it never came. */
function check(query: URLSearchParams): void {
  for (const name of query.keys()) {
    const known = [...parts, 'times', 'all'];
    if (!known.includes(name) || query.getAll(name).length > 1) throw refuse(name, mustBeOneOf(known, 'en'));
  }
  const operation = query.get('operation');
  if (operation !== null && !operationIds.includes(operation)) {
    throw refuse('operation', mustBeOneOf(operationIds, 'en'));
  }
  const path = query.get('path');
  if (path !== null && !path.includes('*') && !readRequest('GET', path, true).entry) {
    throw refuse('path', 'Must be a path of the service, such as /api/v3/mobile/events; * stands for any text.');
  }
}

/** Whether text has these parts in this order, the first at its start and the last at its end: without going back. */
function hasParts(text: string, [first, ...others]: readonly [string, ...string[]]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  let at = first.length;
  if (!text.startsWith(first) || end < at || !text.endsWith(last)) return false;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Compares a path without its query, unless the pattern has one. */
function pathTest(pattern: string): (path: string) => boolean {
  const wanted = pattern.split('*') as [string, ...string[]];
  return (path) => hasParts(pattern.includes('?') ? path : (path.split('?')[0] as string), wanted);
}

/**
 * Answers whether such a request came as often as it should have.
 *
 * @param query `method`, `path`, `operation`, `contract`, `match`, `status` of the request; `times`, by default at least once.
 * @throws {Problem} `invalid-request` for a part, a path or an operation that does not exist.
 */
export function answerQuestion(entries: readonly RequestEntry[], query: URLSearchParams): Answer {
  check(query);
  const times = query.get('times') ?? '1..';
  const { least, most } = readTimes(times);
  const isPath = pathTest(query.get('path') ?? '*');
  const found = entries.filter(
    (entry) =>
      isPath(entry.path) &&
      parts.every((part) => part === 'path' || !query.has(part) || String(entry[part]) === query.get(part)),
  );
  const isSo = found.length >= least && found.length <= most;
  const shown = found.slice(-mostShown);
  return { answer: isSo ? 'yes' : 'no', count: found.length, times, of: entries.length, requests: shown };
}

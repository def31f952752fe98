import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongAnswers } from './figures.ts';
import type { LoadRequest } from './load.ts';

/** The answer to every request. */
export interface ReadyAnswer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** Base64. */
  body: string;
}

/** An answer as received. */
export interface RawAnswer {
  status: number;
  /** Names and values in turn. */
  rawHeaders: string[];
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const timeoutMs = 10_000;

/** Sends a request once, as a load does, on its own connection. */
function askOnce(url: string, { method = 'GET', path, headers = {}, body }: LoadRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(
      url + path,
      { method, headers: { ...headers, ...length }, agent: false, timeout: timeoutMs },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.once('error', reject);
        reply.once('end', () => {
          const { statusCode = 0, rawHeaders } = reply;
          resolve({ status: statusCode, rawHeaders, headers: reply.headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new WrongAnswers(`${url}${path} does not answer`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** How often a server may answer 503, as it should while a disk or a core is busy. */
const mostRefusals = 5;

/** Repeats a request while the answer is 503, up to a limit. */
export async function ask(url: string, request: LoadRequest): Promise<RawAnswer> {
  for (let refusals = 0; ; refusals++) {
    const answer = await askOnce(url, request);
    if (answer.status !== 503 || refusals === mostRefusals) return answer;
    await sleep(1_000);
  }
}

/** Headers that Node itself writes, or that change with the connection. */
const nodeHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** The headers that a handler sets, in the form for `writeHead`. */
export function ownHeaders({ rawHeaders }: RawAnswer): string[] {
  const own: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!nodeHeaders.includes(name.toLowerCase())) own.push(name, value);
  }
  return own;
}

const namesOf = ({ rawHeaders }: RawAnswer) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());

/** With names in lower case; of Node's own headers only the names. */
const headerLines = (answer: RawAnswer) =>
  [
    ...ownHeaders(answer).map((text, index) => (index % 2 === 0 ? `${text.toLowerCase()}: ` : `${text}\n`)),
    ...namesOf(answer)
      .filter((name) => nodeHeaders.includes(name))
      .sort(),
  ].join('');

/** How much of an answer must be the same. */
export type Sameness = 'headers and bytes' | 'bytes';

/**
 * Compares an answer with the expected answer.
 *
 * @throws {WrongAnswers} with what differs.
 */
export function expectSame(who: string, given: RawAnswer, expected: RawAnswer, sameness: Sameness = 'bytes'): void {
  if (given.status !== expected.status) {
    throw new WrongAnswers(`${who} answers ${given.status}, not ${expected.status}: ${given.body.subarray(0, 300)}`);
  }
  if (!given.body.equals(expected.body)) {
    throw new WrongAnswers(`${who} sends ${given.body.length} other bytes than the ${expected.body.length} expected`);
  }
  if (sameness !== 'headers and bytes') return;
  const [own, wanted] = [headerLines(given), headerLines(expected)];
  if (own !== wanted) throw new WrongAnswers(`${who} sends other headers:\n${own}\nnot\n${wanted}`);
}

/** How often an answer may differ just after a load: it may be stale, sent while Redis is late. */
const tries = 20;

/** Repeats a request until the answer is the expected one. Throws `WrongAnswers`. */
export async function expectAnswer(
  who: string,
  url: string,
  request: LoadRequest,
  expected: RawAnswer,
  sameness?: Sameness,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      expectSame(who, await askOnce(url, request), expected, sameness);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

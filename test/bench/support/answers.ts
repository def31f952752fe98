import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongAnswers } from './figures.ts';
import type { LoadRequest } from './load.ts';

/** An answer as it came, its bytes untouched. */
export interface RawAnswer {
  status: number;
  /** Names and values in turn, as they were sent. */
  rawHeaders: string[];
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const timeoutMs = 10_000;

/** Asks once on a connection of its own; what is sent is what a load sends. */
function askOnce(url: string, { method = 'GET', path, headers = {}, body }: LoadRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
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
    sent.once('timeout', () => sent.destroy(new WrongAnswers(`${url}${path} does not answer`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** How often a server may say that it has no store for the moment, as it should where a disk or a core is busy. */
const mostRefusals = 5;

/** Asks until the answer is not 503, or was too often. */
export async function ask(url: string, request: LoadRequest): Promise<RawAnswer> {
  for (let refusals = 0; ; refusals++) {
    const answer = await askOnce(url, request);
    if (answer.status !== 503 || refusals === mostRefusals) return answer;
    await sleep(1_000);
  }
}

/** Headers that Node writes by itself, or that change with the connection. */
const ownOfNode = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** What a handler would have to set to send the same, as `writeHead` takes it. */
export function ownHeaders({ rawHeaders }: RawAnswer): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!ownOfNode.includes(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

const namesOf = ({ rawHeaders }: RawAnswer) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());

/** In one spelling of their names; of those that Node writes, which there are. */
const headerLines = (answer: RawAnswer) =>
  [
    ...ownHeaders(answer).map((text, index) => (index % 2 === 0 ? `${text.toLowerCase()}: ` : `${text}\n`)),
    ...namesOf(answer)
      .filter((name) => ownOfNode.includes(name))
      .sort(),
  ].join('');

/** How much of an answer has to be the same. */
export type Sameness = 'headers and bytes' | 'bytes';

/**
 * Compares an answer with the one that is expected.
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

/** How often an answer may be another one just after a load: one that was kept for when Redis is late, for example. */
const tries = 20;

/** Asks and compares, and asks again for a while. Throws `WrongAnswers`. */
export async function expectAnswer(
  who: string,
  url: string,
  asked: LoadRequest,
  expected: RawAnswer,
  sameness?: Sameness,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      expectSame(who, await askOnce(url, asked), expected, sameness);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

import { type Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/**
 * Sends one request with exactly this path, which `fetch` would normalise.
 *
 * @param agent keeps connections; without one, each request has its own.
 */
export function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
  agent: Agent | false = false,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  // Node frames a body by itself for those methods only that usually have one.
  const framing = body !== undefined && method !== 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const options = { hostname, port, method, path, headers: { ...framing, ...headers }, agent };
  const sent = request(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode = 0, headers: received } = response;
      resolve({ status: statusCode, headers: received as Answer['headers'], body: Buffer.concat(chunks) });
    });
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const mostTries = 100;

/** Asks again after 503, as a client does: on a busy machine a server with the timeouts of the service may be late. */
export async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let tries = 1; answer.status === 503 && tries < mostTries; tries++) {
    await sleep(50);
    answer = await ask();
  }
  return answer;
}

export const sendPatiently = (...request: Parameters<typeof send>) => askAgain(() => send(...request));

export const json = (answer: Answer) => JSON.parse(answer.body.toString('utf8'));

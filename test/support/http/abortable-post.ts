import { Agent, request } from 'node:http';

/** What a POST was answered with; `gone` when the connection ended without an answer. */
export interface PostOutcome {
  status: number | 'gone';
  /** The last part of the type of a problem. */
  problem: string | undefined;
}

export interface AbortablePost {
  answer: Promise<PostOutcome>;
  /** The client gives up: its connection closes. */
  giveUp(): void;
}

/** POSTs over connections that stay open, at most so many at once. */
export function openPoster(sockets: number, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return {
    post(url: string, path: string, body: object): AbortablePost {
      const { promise, resolve } = Promise.withResolvers<PostOutcome>();
      const text = JSON.stringify(body);
      const sent = request(url + path, {
        method: 'POST',
        agent,
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers },
      });
      sent.on('response', (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          answer += chunk;
        });
        response.on('error', () => undefined);
        response.on('close', () => {
          if (!response.complete) return resolve({ status: 'gone', problem: undefined });
          const problem = /"urn:problem-type:([a-z-]+)"/.exec(answer)?.[1];
          resolve({ status: response.statusCode ?? 0, problem });
        });
      });
      sent.on('error', () => resolve({ status: 'gone', problem: undefined }));
      sent.end(text);
      return { answer: promise, giveUp: () => void sent.destroy() };
    },
    close: () => agent.destroy(),
  };
}

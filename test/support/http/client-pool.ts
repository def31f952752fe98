import { Pool } from 'undici';
import { type Answer, askAgain } from './send.ts';

export interface ClientPool {
  sendOnce(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Like a client: repeats after 503, which a busy machine may answer, until another answer. */
  send: ClientPool['sendOnce'];
  close(): Promise<void>;
}

export function openClientPool(url: string, connections = 64, options: Pool.Options = {}): ClientPool {
  const pool = new Pool(url, { connections, ...options });
  const sendOnce: ClientPool['sendOnce'] = async (method, path, body, headers = {}) => {
    const answer = await pool.request({
      method,
      path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };
  return {
    sendOnce,
    send: (...request) => askAgain(() => sendOnce(...request)),
    close: () => pool.destroy(),
  };
}

export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { openClientPool } from '../http/client-pool.ts';

export interface OpenRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface OpenAnswer {
  /** 0: the connection failed. */
  status: number;
  /** When it was sent, from the start of the loop: a busy machine sends late. */
  sentMs: number;
  /** From the moment it was due, so that a server that falls behind shows it. */
  ms: number;
  headers: Record<string, string | undefined>;
  body: string;
}

/** Sends requests at a fixed rate, like independent clients, each on an otherwise idle connection. */
export async function sendOpenLoop(
  url: string,
  options: { perSecond: number; total: number; connections: number; request(index: number): OpenRequest },
): Promise<OpenAnswer[]> {
  const { perSecond, total, connections, request } = options;
  const pool = openClientPool(url, connections, { headersTimeout: 60_000, bodyTimeout: 60_000 });
  const startMs = performance.now();

  async function sendOne(index: number): Promise<OpenAnswer> {
    const dueMs = startMs + (index / perSecond) * 1000;
    const { method, path, body, headers } = request(index);
    const sentMs = performance.now() - startMs;
    try {
      const answer = await pool.sendOnce(method, path, body, headers);
      const { status } = answer;
      const text = status < 300 ? '' : answer.body.toString();
      return { status, sentMs, ms: performance.now() - dueMs, headers: answer.headers, body: text };
    } catch {
      return { status: 0, sentMs, ms: performance.now() - dueMs, headers: {}, body: '' };
    }
  }

  const underWay: Promise<OpenAnswer>[] = [];
  try {
    while (underWay.length < total) {
      const due = Math.min(total, Math.ceil(((performance.now() - startMs) / 1000) * perSecond));
      while (underWay.length < due) underWay.push(sendOne(underWay.length));
      await sleep(1);
    }
    return await Promise.all(underWay);
  } finally {
    await pool.close();
  }
}

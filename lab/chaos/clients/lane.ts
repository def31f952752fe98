import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { between, type Random } from '../../../contracts/world/night/random.ts';
import type { Timed } from '../history/operations.ts';
import type { Recorder } from '../history/recorder.ts';

/** What every client works with. */
export interface Stage {
  /** Addresses of the servers. */
  urls: readonly string[];
  recorder: Recorder;
  /** Whether clients stop after the request under way. */
  isOver(): boolean;
}

/** An answer with its times. */
export interface Asked extends Omit<Timed, 'id'> {
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Longer than the server waits for anything. */
const answerTimeoutMs = 5_000;

/** One client: it keeps a connection to each server, and sends one request after the other. */
export class Lane {
  readonly name: string;
  readonly random: Random;
  readonly stage: Stage;
  readonly #clients: { client: Client; connection: number }[];
  static #connections = 0;

  constructor(name: string, random: Random, stage: Stage) {
    this.name = name;
    this.random = random;
    this.stage = stage;
    this.#clients = stage.urls.map((url) => {
      const timeouts = { headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs, connectTimeout: 2_000 };
      const own = { client: new Client(url, timeouts), connection: 0 };
      own.client.on('connect', () => {
        own.connection = ++Lane.#connections;
      });
      return own;
    });
  }

  /** One of the servers. */
  anyServer(): number {
    return Math.floor(this.random() * this.#clients.length);
  }

  pause(leastMs: number, mostMs: number): Promise<void> {
    return sleep(between(this.random, leastMs, mostMs));
  }

  async ask(server: number, method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Asked> {
    const own = this.#clients[server] as { client: Client; connection: number };
    const invokedMs = performance.now();
    const about = () => ({
      lane: this.name,
      connection: own.connection,
      server,
      invokedMs,
      completedMs: performance.now(),
    });
    try {
      const headers = { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' };
      const answer = await own.client.request({
        ...{ method, path, headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      const problem = /"urn:problem-type:([a-z-]+)"/.exec(text)?.[1] ?? null;
      return { ...about(), status: answer.statusCode, problem, headers: answer.headers, text };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      // Only then is it sure that nothing was sent.
      const wasSent = !['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
      return { ...about(), status: null, problem: wasSent ? null : 'not-sent', headers: {}, text: '' };
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map(({ client }) => client.destroy()));
  }
}

/** The part of an answer that every operation records. */
export const timesOf = ({ lane, connection, server, invokedMs, completedMs, status, problem }: Asked) => ({
  ...{ lane, connection, server, invokedMs, completedMs, status, problem },
});

/** The age of a reply that is marked stale, in milliseconds. */
export function staleMsOf({ headers }: Asked): number | null {
  if (!String(headers['cache-status'] ?? '').includes('stale')) return null;
  // `Age` has whole seconds, and is right to within one.
  return (Number(headers.age ?? 0) + 2) * 1_000;
}

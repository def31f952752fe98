import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { createLog } from '../../../server/processes/log.ts';
import { productionDeadlines } from '../redis/redis.ts';
import { eventually } from '../run/eventually.ts';
import { type FightNight, startFightNight } from './fight-night.ts';
import type { TestServerOptions } from './server.ts';

interface Line extends Record<string, unknown> {
  level: number;
  msg?: string;
  requestId: string;
  traceId: string;
  status: number;
  times?: number;
}

/** Refuses every request but health and live updates. */
export const refusesAll = { lateMs: -1_000, afterMs: 0, maxRequestWaitMs: { urgent: -1, others: -1 } };

export async function startLogged(level: string, options: TestServerOptions = {}) {
  const text: string[] = [];
  const log = createLog(level, { write: (line) => void text.push(line) });
  const night = await startFightNight({ log, ...options }, productionDeadlines);
  const lines = () => text.map((line) => JSON.parse(line) as Line);
  const lineOf = async (id: string | undefined) => {
    const own = () => lines().filter(({ requestId }) => requestId === id);
    await eventually(() => own().length > 0, `a line of ${id}`);
    expect(own()).to.have.length(1);
    return own()[0] as Line;
  };
  return { night, text, lines, lineOf };
}
export type Logged = Awaited<ReturnType<typeof startLogged>>;

export const broken = `/api/v1/us/fighters/${ids.champion}`;

export async function damage({ writes }: FightNight, record: string): Promise<void> {
  for (const key of await writes.keys('{content}:*:fighters*')) {
    if ((await writes.type(key)) === 'hash') await writes.hset(key, String(ids.champion), record);
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expose } from '../../../server/monitoring/admin/exposition.ts';
import { Sources } from '../../../server/monitoring/admin/sources.ts';
import { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { parseExposition, type Sample } from './scrape.ts';

/** What a server in the process of a test counts. */
export interface Metered {
  metrics: RequestMetrics;
  /** What a scrape would show, once the present turn of the event loop has ended. */
  read(): Promise<Sample[]>;
  close(): void;
}

export function openMetered(): Metered {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-metered-'));
  const path = join(folder, 'values');
  const metrics = new RequestMetrics(path);
  const sources = new Sources();
  sources.add(path);
  return {
    metrics,
    async read() {
      // A timer alone may be earlier than what ends this turn.
      await new Promise((resolve) => setTimeout(() => setImmediate(resolve)));
      const text = await expose(sources.read().metrics.values(), 'text/plain; version=0.0.4; charset=utf-8');
      return parseExposition(text);
    },
    close() {
      metrics.close();
      rmSync(folder, { recursive: true });
    },
  };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cores, pinned } from './cores.ts';
import { LoadErrors } from './figures.ts';
import {
  type CannonSettings,
  type CannonSummary,
  clientPrefix,
  defaultConnections,
  type Load,
  type Loaded,
} from './load.ts';

/** The same with autocannon in its own process, where there is no wrk. Throws `WrongAnswers`. */
export async function runCannon(load: Load): Promise<Loaded> {
  const { url, seconds, connections = defaultConnections, pinned: isPinned = true } = load;
  const settings: CannonSettings = { ...load, connections, prefix: clientPrefix() };
  const file = new URL('./cannon-process.ts', import.meta.url).pathname;
  const core = isPinned ? (await cores()).load : undefined;
  const command = pinned(core, process.execPath, [file, JSON.stringify(settings)]);
  const { stdout } = await promisify(execFile)(...command, { timeout: (seconds + 180) * 1000, killSignal: 'SIGKILL' });
  const { requests, seconds: took, p50, p99, errors } = JSON.parse(stdout) as CannonSummary;
  const met = Object.entries(errors).filter(([, count]) => count > 0);
  if (met.length > 0 || requests === 0) {
    throw new LoadErrors(`${url}: ${requests} answers, errors: ${JSON.stringify(Object.fromEntries(met))}`);
  }
  return { requests, seconds: took, perSecond: requests / took, p50Ms: p50, p99Ms: p99 };
}

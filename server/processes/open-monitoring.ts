import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { AdminPortFailed, Monitoring } from '../monitoring/monitoring.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';

/**
 * Opens the admin port. When it is in use and nobody chose it, the server runs without it: it is most likely the second
 * on this machine.
 *
 * @param isChosen whether the port was configured.
 * @throws {AdminPortFailed}
 */
export async function openMonitoring(
  { adminHost: host, adminPort: port }: Config,
  isChosen: boolean,
  log: Logger,
): Promise<Monitoring | undefined> {
  if (port === 'off') return undefined;
  try {
    return await Monitoring.open({ host, port }, (error) => log.error({ err: error }, 'the admin port has ended'));
  } catch (error) {
    if (isChosen || !(error instanceof AdminPortFailed)) throw error;
    log.warn(error.message);
    return undefined;
  }
}

/** What the only process of a server counts. Loaded only there: a primary needs no operations. */
export async function openRequestMetrics(monitoring: Monitoring): Promise<RequestMetrics> {
  const { RequestMetrics } = await import('../monitoring/request-metrics.ts');
  return new RequestMetrics(monitoring.addProcess());
}

import type { Drill } from './drill.ts';
import type { Machine } from './machine.ts';

/** What a drill showed. */
export interface Drilled {
  alert: string;
  /** From the beginning of the fault until its alert was pending. */
  seconds: number;
  /** All alerts that were pending then. */
  pending: string[];
  /** What the runbook's look showed. */
  seen: string;
  /** From the end of the fault until no alert was pending. */
  quietAfterSeconds: number;
}

/** A busy machine is enough for these, so they count only in their own drills. */
const ofTheMachine = ['EventLoopLate', 'SlowRequests'];
const isQuiet = (alerts: readonly string[]) => alerts.every((alert) => ofTheMachine.includes(alert));

/** A single event is in the last minute of an alert for as long. */
const untilQuietMs = 75_000;

const secondsSince = (startMs: number) => Math.round((performance.now() - startMs) / 100) / 10;

/**
 * Makes a fault, waits until its alert is pending, looks where the runbook says, ends the fault, and waits until no alert is
 * pending.
 *
 * @throws {Error} when an alert is pending before, the wanted one does not come, one comes that misleads, the look shows
 *   nothing, or an alert stays.
 */
export async function runDrill(
  machine: Machine,
  { alert, not, make, look }: Drill,
  timeoutMs?: number,
): Promise<Drilled> {
  await machine.watch.restart();
  // What the drill before has left, on a busy machine.
  await machine.watch.until(isQuiet, untilQuietMs);
  const startMs = performance.now();
  const end = await make(machine);
  let endMs: number;
  let result: Omit<Drilled, 'quietAfterSeconds'>;
  try {
    let pending = await machine.watch.until((alerts) => alerts.includes(alert), timeoutMs);
    const seconds = secondsSince(startMs);
    const misleading = pending.filter((other) => not.includes(other));
    // On a busy machine Redis may have answered late, which is over soon; what the fault itself causes stays.
    const isClear = (alerts: readonly string[]) =>
      alerts.includes(alert) && !alerts.some((other) => not.includes(other));
    if (misleading.length > 0) {
      pending = await machine.watch.until(isClear, timeoutMs ?? untilQuietMs).catch(() => {
        throw new Error(`misleading alerts: ${misleading.join(', ')}`);
      });
    }
    const seen = await look(machine);
    if (seen === '') throw new Error('where the runbook says to look, there is nothing');
    result = { alert, seconds, pending, seen };
  } finally {
    endMs = performance.now();
    await end();
    await machine.watch.restart();
    await machine.watch.until(isQuiet, untilQuietMs);
  }
  return { ...result, quietAfterSeconds: secondsSince(endMs) };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './send.ts';

/** Headers of an answer that are of the moment or of the connection. */
const ofTheMoment = ['date', 'ratelimit'];

/** An answer as text, without what is of the moment; two that are the same to a client are the same text. */
export function comparableText({ status, headers, body }: Answer): string {
  const lasting = Object.entries(headers)
    .filter(([name]) => !ofTheMoment.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted();
  // Health shows the time.
  const bytes = body.toString('latin1').replace(/"time":"[^"]*"/, '"time":""');
  return [status, ...lasting, '', bytes].join('\n');
}

/** The first lines in which two texts differ. */
export function findDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  const [left = '', right = ''] = [lines[at], others[at]];
  const from = Math.max(0, [...left].findIndex((letter, index) => letter !== right[index]) - 40);
  return `${left.slice(from, from + 160)}\n    instead of ${right.slice(from, from + 160)}`;
}

/**
 * Asks two for the same until they answer the same.
 *
 * @param withinMs 0: they must do so at once.
 * @returns how they differ in the end.
 */
export async function findLastingDifference(
  withinMs: number,
  ask: () => Promise<readonly [Answer, Answer]>,
): Promise<string | undefined> {
  const startedMs = Date.now();
  for (;;) {
    const [one, other] = await ask();
    const difference = findDifference(comparableText(one), comparableText(other));
    if (difference === undefined || Date.now() - startedMs >= withinMs) return difference;
    await sleep(50);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './send.ts';

const ofTheMoment = ['date', 'ratelimit'];

/** A new id of a request; one that the client sent may have dashes. */
const newId = /^(x-request-id: )[0-9a-f]{32}$/;

/** An answer as text, without what depends on the moment; answers that are equal to a client give the same text. */
export function comparableText({ status, headers, body }: Answer): string {
  const lasting = Object.entries(headers)
    .filter(([name]) => !ofTheMoment.includes(name))
    .map(([name, value]) => `${name}: ${value}`.replace(newId, '$1new'))
    .toSorted();
  // Health shows the time.
  const bytes = body.toString('latin1').replace(/"time":"[^"]*"/, '"time":""');
  return [status, ...lasting, '', bytes].join('\n');
}

export function findDifference(first: string, other: string): string | undefined {
  if (first === other) return undefined;
  const [lines, others] = [first.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  const [left = '', right = ''] = [lines[at], others[at]];
  const from = Math.max(0, [...left].findIndex((letter, index) => letter !== right[index]) - 40);
  return `${left.slice(from, from + 160)}\n    instead of ${right.slice(from, from + 160)}`;
}

/** Repeats two equal requests until the answers are the same. */
export async function findLastingDifference(
  withinMs: number,
  ask: () => Promise<readonly [Answer, Answer]>,
): Promise<string | undefined> {
  const startedMs = Date.now();
  for (;;) {
    const [first, other] = await ask();
    const difference = findDifference(comparableText(first), comparableText(other));
    if (difference === undefined || Date.now() - startedMs >= withinMs) return difference;
    await sleep(50);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random } from '../../../contracts/world/night/random.ts';
import type { Recorder } from '../history/recorder.ts';
import type { System } from '../system/system.ts';
import { type FaultKind, faultKinds } from './kinds.ts';

/**
 * What is excused around a fault. A failover: what was acknowledged just before may not have reached a replica, just after
 * by an old master. A clock that was set, by a second at most: a vote may yield to an earlier one of its client as long.
 */
const excuses = { writes: { beforeMs: 2_000, afterMs: 2_000 }, votes: { beforeMs: 1_000, afterMs: 3_000 } } as const;

/** Draws the next kind, each as often as its weight says. */
export function drawKind(
  kinds: readonly (readonly [string, FaultKind])[],
  random: Random,
): readonly [string, FaultKind] {
  let left = random() * kinds.reduce((sum, [, { weight }]) => sum + weight, 0);
  const drawn = kinds.find(([, { weight }]) => {
    left -= weight;
    return left < 0;
  });
  return drawn ?? (kinds[0] as readonly [string, FaultKind]);
}

/** The kinds of a system, or those of them that are named. */
export const kindsOf = (mode: System['mode'], names?: readonly string[]) =>
  Object.entries(faultKinds).filter(([name, { modes }]) => modes.includes(mode) && (names?.includes(name) ?? true));

/** Does one fault after the other until it is over, and logs each with its times. */
export async function strikeAll(
  system: System,
  options: {
    random: Random;
    recorder: Recorder;
    names?: readonly string[] | undefined;
    isOver: () => boolean;
    quietMs: readonly [number, number];
  },
): Promise<void> {
  const { random, recorder, names, isOver, quietMs } = options;
  const kinds = kindsOf(system.mode, names);
  while (!isOver()) {
    await sleep(between(random, ...quietMs));
    if (isOver()) return;
    const [kind, { strike, mayLose }] = drawKind(kinds, random);
    const fromMs = performance.now();
    const target = await strike(system, random);
    const toMs = performance.now();
    recorder.addFault({ kind, target, fromMs, toMs });
    if (!mayLose) continue;
    const { beforeMs, afterMs } = excuses[mayLose];
    recorder.addMayLose({ what: mayLose, fromMs: fromMs - beforeMs, toMs: toMs + afterMs });
  }
}

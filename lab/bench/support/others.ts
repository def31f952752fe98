import { coreMicros, cpuMicros } from './usage.ts';

/**
 * Watches a core that only some processes should use.
 *
 * @returns a function that returns the share of the time since then that others used it; 0 where unknown.
 */
export function watchOthers(core: number | undefined, pids: readonly number[]): () => number {
  const look = () => ({ all: coreMicros(core), own: cpuMicros(pids) });
  const [before, startMs] = [look(), performance.now()];
  return () => {
    const [after, tookMs] = [look(), performance.now() - startMs];
    const share =
      (Number(after.all) - Number(before.all) - (Number(after.own) - Number(before.own))) / (tookMs * 1_000);
    return Number.isFinite(share) ? Math.max(0, share) : 0;
  };
}

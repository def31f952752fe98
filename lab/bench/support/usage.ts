import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc/<pid>/stat are hundredths of a second on every Linux that Node runs on. */
const tickMicros = 10_000;

/** Fields of /proc/<pid>/stat after the name, which may contain spaces and brackets. */
function readStat(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** A process and its running descendants, such as the workers of a primary. */
export function familyOf(pid: number): number[] {
  let all: [pid: number, parent: number][] = [];
  try {
    all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(readStat(name)[1] ?? 0)]);
  } catch {
    return [pid];
  }
  const family = [pid];
  for (const member of family) for (const [child, parent] of all) if (parent === member) family.push(child);
  return family;
}

/** User and system time of processes so far, in microseconds; undefined where there is no /proc. */
export function cpuMicros(pids: readonly number[]): number | undefined {
  const ticks = pids.map((pid) => {
    const stat = readStat(pid);
    return Number(stat[11]) + Number(stat[12]);
  });
  const sum = ticks.reduce((total, one) => total + one, 0);
  return Number.isNaN(sum) ? undefined : sum * tickMicros;
}

/** Resident memory of each running process in bytes. */
export const residentBytes = (pids: readonly number[]): number[] =>
  pids.flatMap((pid) => {
    try {
      const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kibibytes ? [Number(kibibytes) * 1024] : [];
    } catch {
      return [];
    }
  });

/**
 * Microseconds that a core has spent on processes so far, and that another machine took (steal). Leaves out interrupts,
 * since the system does not count network work as the process's own.
 */
export function coreMicros(core: number | undefined): number | undefined {
  if (core === undefined) return undefined;
  try {
    const line = readFileSync('/proc/stat', 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`cpu${core} `));
    const [, user, nice, system, , , , , steal] = line?.split(/\s+/).map(Number) ?? [];
    const sum = Number(user) + Number(nice) + Number(system) + Number(steal ?? 0);
    return Number.isNaN(sum) ? undefined : sum * tickMicros;
  } catch {
    return undefined;
  }
}

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

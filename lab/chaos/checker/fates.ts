import { type Excuse, isWrite, type Operation, type Timed, type Write } from '../history/operations.ts';

/** What an answer promises of its write. `unknown`: it may have been counted, once. */
export type Fate = 'counted' | 'refused' | 'unknown';

/**
 * The promise of an answer.
 *
 * @see server/README.md, "Votes, scorecards, live updates"; `service-unavailable` and `outcome-unknown` in
 * contracts/problems.ts
 */
export function promiseOf({ status, problem }: Pick<Timed, 'status' | 'problem'>): Fate {
  if (status === null) return problem === 'not-sent' ? 'refused' : 'unknown';
  if (status >= 200 && status < 300) return 'counted';
  if (status >= 400 && status < 500) return 'refused';
  return problem === 'service-unavailable' ? 'refused' : 'unknown';
}

/** A write with what may be expected of it. */
export interface Judged {
  write: Write;
  fate: Fate;
}

/** @param mayLose spans in which an acknowledged write may be lost, so that it only may be there. */
export function judge(operations: readonly Operation[], mayLose: readonly Excuse[]): Judged[] {
  const isExcused = ({ kind, completedMs }: Write) =>
    mayLose.some(({ what, fromMs, toMs }) => {
      const isMeant = what === 'writes' || kind === 'vote';
      return isMeant && completedMs >= fromMs && completedMs <= toMs;
    });
  return operations.filter(isWrite).map((write) => {
    const fate = promiseOf(write);
    return { write, fate: fate === 'counted' && isExcused(write) ? 'unknown' : fate };
  });
}

/** In the order of their invocation, which is that of each client. */
export function byRegister(judged: readonly Judged[]): Map<string, Judged[]> {
  const registers = new Map<string, Judged[]>();
  for (const one of judged) {
    const own = registers.get(one.write.register);
    if (own) own.push(one);
    else registers.set(one.write.register, [one]);
  }
  for (const own of registers.values()) own.sort((a, b) => a.write.invokedMs - b.write.invokedMs);
  return registers;
}

/** What one client voted or scored: its last acknowledged write wins, and writes without an answer may have. */
import type { FinalState, Operation, VoteRead, Write } from '../history/operations.ts';
import type { Anomaly } from './anomaly.ts';
import type { Judged } from './fates.ts';

const absent = '';

/**
 * How long after its loss a write without an answer may still replace a later one, in milliseconds. A scorecard carries no
 * moment: sent within a second of its arrival, it is carried out within 0.2 s or not at all. Content has no deadline.
 */
const lateness: Partial<Record<Write['kind'], number>> = {
  scorecard: 2_000,
  put: Number.POSITIVE_INFINITY,
  rollback: Number.POSITIVE_INFINITY,
};

/**
 * The values that a register may have had between two moments. A write without an answer may have been counted at any
 * moment after it was sent; a vote does not replace one that was sent later and acknowledged.
 */
export function possibleValues(writes: readonly Judged[], fromMs: number, toMs: number): Set<string> {
  const settled = writes.findLastIndex(({ write, fate }) => fate === 'counted' && write.completedMs < fromMs);
  const values = new Set<string>([settled < 0 ? absent : (writes[settled]?.write.value ?? absent)]);
  const settledMs = writes[settled]?.write.invokedMs ?? 0;
  for (const [at, { write, fate }] of writes.entries()) {
    const lateMs = fate === 'unknown' ? (lateness[write.kind] ?? 0) : 0;
    const isOpen = at > settled || (lateMs > 0 && write.completedMs + lateMs > settledMs);
    if (isOpen && fate !== 'refused' && write.invokedMs <= toMs) values.add(write.value);
  }
  return values;
}

/** Why a register has a value that it cannot have. */
function explain(register: string, value: string, writes: readonly Judged[]): Anomaly {
  const operations = writes.map(({ write }) => write);
  const of = writes.filter(({ write }) => write.value === value);
  const last = writes.findLast(({ fate }) => fate === 'counted')?.write;
  const shown = value === absent ? 'nothing' : value;
  if (value === absent || of.some(({ fate }) => fate === 'counted')) {
    const says = `${register} has ${shown}, though ${last?.value} was acknowledged${value === absent ? '' : ' after it'}`;
    return { kind: 'lost', says, operations };
  }
  if (of.some(({ fate }) => fate === 'unknown')) {
    const says = `${register} has ${shown}, of a write without an answer, though ${last?.value} was sent later and acknowledged`;
    return { kind: 'overtaken', says, operations };
  }
  if (of.length > 0) {
    const answers = of.map(({ write }) => `${write.status ?? ''} ${write.problem ?? ''}`.trim()).join(', ');
    return { kind: 'refused but counted', says: `${register} has ${shown}, which was answered ${answers}`, operations };
  }
  return { kind: 'phantom', says: `${register} has ${shown}, which nobody wrote`, operations };
}

/** Compares what is stored at the end. */
export function checkStored(registers: ReadonlyMap<string, readonly Judged[]>, final: FinalState): Anomaly[] {
  const names = new Set([...registers.keys(), ...Object.keys(final.registers)]);
  return [...names].flatMap((register) => {
    const writes = registers.get(register) ?? [];
    const value = final.registers[register] ?? absent;
    const isPossible = possibleValues(writes, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY).has(value);
    return isPossible ? [] : [explain(register, value, writes)];
  });
}

/** Compares what clients read of their own votes. */
export function checkVoteReads(
  registers: ReadonlyMap<string, readonly Judged[]>,
  operations: readonly Operation[],
): Anomaly[] {
  const reads = operations.filter((one): one is VoteRead => one.kind === 'vote-read' && one.isThere !== null);
  return reads.flatMap((read): Anomaly[] => {
    const writes = registers.get(read.register) ?? [];
    const values = possibleValues(writes, read.invokedMs, read.completedMs);
    const isPossible = read.isThere ? values.has(read.value) : [...values].some((value) => value !== read.value);
    if (isPossible) return [];
    if (read.isThere) {
      const { kind, says, operations: own } = explain(read.register, read.value, writes);
      return [{ kind, says: `${says} (read at ${Math.round(read.completedMs)} ms)`, operations: [...own, read] }];
    }
    const says = `${read.register} was read as not ${read.value}, though that was acknowledged`;
    return [{ kind: 'lost', says, operations: [...writes.map(({ write }) => write), read] }];
  });
}

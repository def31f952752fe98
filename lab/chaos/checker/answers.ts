/** Every answer is one that server/README.md names; and how long there was none. */
import { isWrite, type Operation } from '../history/operations.ts';
import type { Anomaly } from './anomaly.ts';

const problemsOf503 = ['service-unavailable', 'outcome-unknown'];

/** Whether a request that the rules allow, or of which one says that they refuse it, may be answered so. */
function isExpected(operation: Operation): boolean {
  const { status, problem } = operation;
  if (status === null) return true;
  if (status === 503)
    return problemsOf503.includes(problem ?? '') && (isWrite(operation) || problem !== 'outcome-unknown');
  if (isWrite(operation) && operation.isUnfit) return status === 409;
  if (operation.kind === 'vote-read' && status === 404) return problem === 'vote-not-found';
  // More changes than a client may make in ten seconds, or a generation that is gone.
  if (operation.kind === 'vote' || operation.kind === 'scorecard') return [200, 201, 429].includes(status);
  if (operation.kind === 'put' || operation.kind === 'rollback') return [200, 409].includes(status);
  return status === 200;
}

export function checkAnswers(operations: readonly Operation[]): Anomaly[] {
  return operations.flatMap((operation): Anomaly[] => {
    if (isExpected(operation)) return [];
    const { status, problem, kind, lane } = operation;
    const says = `${lane}: a ${kind} was answered ${status}${problem ? ` ${problem}` : ''}`;
    const isError = status !== null && status >= 500;
    return [{ kind: isError ? 'error 500' : 'unexpected answer', says, operations: [operation] }];
  });
}

/** The longest time without an acknowledged write, or without an answered read, in milliseconds. */
export function longestOutages(operations: readonly Operation[]): { writesMs: number; readsMs: number } {
  const longest = (own: readonly Operation[]) => {
    const good = own.filter(({ status }) => status !== null && status < 400).map(({ completedMs }) => completedMs);
    const ends = good.sort((a, b) => a - b);
    return Math.round(ends.reduce((most, ms, at) => Math.max(most, at === 0 ? 0 : ms - (ends[at - 1] as number)), 0));
  };
  const ballots = operations.filter(({ kind }) => kind === 'vote' || kind === 'scorecard');
  const reads = operations.filter((one) => !isWrite(one) && one.kind !== 'event');
  return { writesMs: longest(ballots), readsMs: longest(reads) };
}

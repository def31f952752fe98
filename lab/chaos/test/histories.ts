import { expect } from 'chai';
import { check } from '../checker/check.ts';
import type {
  CountRead,
  DocumentRead,
  FinalState,
  History,
  StreamEvent,
  VoteRead,
  Write,
} from '../history/operations.ts';
import type { Unnumbered } from '../history/recorder.ts';

/** A history that is written by hand: operations with their times, and what is stored at the end. */

type Answer = readonly [status: number | null, problem?: string];

const ok: Answer = [200];
export const unavailable: Answer = [503, 'service-unavailable'];
export const unknown: Answer = [503, 'outcome-unknown'];
export const lost: Answer = [null];

const timed = (fromMs: number, toMs: number, [status, problem = null]: readonly [number | null, (string | null)?]) => ({
  ...{ lane: 'client 1', connection: 1, server: 0, invokedMs: fromMs, completedMs: toMs, status, problem },
});

/** A vote of one client for a fighter in round 2. */
export const vote = (fromMs: number, client: string, fighter: string, answer: Answer = [201]): Omit<Write, 'id'> => ({
  ...timed(fromMs, fromMs + 10, answer),
  ...{ kind: 'vote', register: `vote 1:2:${client}`, value: fighter, countedIn: `votes 1 2:${fighter}` },
  ...{ isUnfit: false, applied: null },
});

export const scorecard = (
  fromMs: number,
  client: string,
  scores: string,
  answer: Answer = [201],
): Omit<Write, 'id'> => ({
  ...timed(fromMs, fromMs + 10, answer),
  ...{ kind: 'scorecard', register: `scorecard 1:2:${client}`, value: scores, countedIn: 'scorecards 1 2' },
  ...{ isUnfit: false, applied: null },
});

export const update = (
  fromMs: number,
  number: string,
  answer: Answer = ok,
  applied: boolean | null = true,
): Omit<Write, 'id'> => ({
  ...timed(fromMs, fromMs + 10, answer),
  ...{ kind: 'update', register: 'feed 1', value: number, countedIn: null, isUnfit: false },
  applied: answer[0] === 200 ? applied : null,
});

export const put = (fromMs: number, number: string, answer: Answer = ok): Omit<Write, 'id'> => ({
  ...timed(fromMs, fromMs + 10, answer),
  ...{ kind: 'put', register: 'content', value: number, countedIn: null, isUnfit: false, applied: null },
});

export const tally = (
  fromMs: number,
  counts: Record<string, number>,
  staleMs: number | null = null,
): Omit<CountRead, 'id'> => ({
  ...timed(fromMs, fromMs + 10, ok),
  ...{ kind: 'tally', counts, staleMs },
});

export const read = (fromMs: number, register: 'feed 1' | 'content', values: string[], staleMs: number | null = null) =>
  ({
    ...timed(fromMs, fromMs + 10, ok),
    ...{ kind: register === 'content' ? 'content' : 'live', register, path: '/news', values, staleMs },
  }) as Omit<DocumentRead, 'id'>;

export const voteRead = (fromMs: number, client: string, fighter: string, isThere: boolean): Omit<VoteRead, 'id'> => ({
  ...timed(fromMs, fromMs + 10, isThere ? ok : [404, 'vote-not-found']),
  ...{ kind: 'vote-read', register: `vote 1:2:${client}`, value: fighter, isThere },
});

export const event = (atMs: number, eventId: number, number: string, isFirst = false): Omit<StreamEvent, 'id'> => ({
  ...timed(atMs, atMs, ok),
  ...{ kind: 'event', register: 'feed 1', eventId, isFirst, values: [number, number] },
});

export function history(operations: readonly Unnumbered[], final: Partial<FinalState>): History {
  return {
    operations: operations.map((operation, id) => ({ id, ...operation })) as History['operations'],
    final: { registers: {}, counts: {}, versions: {}, findings: [], ...final },
    ...{ faults: [], mayLose: [] },
  };
}

/** A history with what the checker must find in it. */
export interface Row {
  title: string;
  operations: Unnumbered[];
  final: Partial<FinalState>;
  /** The anomalies, as sentences; none for a history that is in order. */
  anomalies?: string[];
}

export const found = (of: History) => check(of).anomalies.map(({ kind, says }) => `${kind}: ${says}`);

/** A test for each row. */
export function judgeAll(rows: readonly Row[]): void {
  for (const { title, operations, final, anomalies = [] } of rows) {
    it(`${anomalies.length > 0 ? 'names' : 'accepts'} ${title}`, () => {
      expect(found(history(operations, final))).to.deep.equal(anomalies);
    });
  }
}

import { isConditional } from '../../contracts/http/headers.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { operationOf } from '../../contracts/interactions/request.ts';
import { type Operation, operations, problemsOf } from '../../contracts/operations.ts';
import { type ProblemKey, problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type FileVerdict, type InteractionVerdict, type Outcome, outcomeOn, type Verdict } from './verdict.ts';

/** `200`, or `404 fighter-not-found`: what the document and the contracts tell apart. */
export const replyName = (status: number, problem?: ProblemKey) =>
  problem === undefined ? String(status) : `${status} ${problem}`;

/** An interaction with the file that it is in. */
export interface Placed {
  file: FileVerdict;
  one: InteractionVerdict;
}

/** What a run knows of a reply. `not in this run`: our contracts have it, but the run did not include them. */
export type ReplyState = Outcome | 'not in this run' | 'no contract';

export interface MatrixRow {
  /** Undefined in the last row, which has the requests and messages of no operation. */
  operation?: Operation;
  /** How many interactions of our own contracts it has. */
  contracts: number;
  /** Every reply of the document, by ascending status. */
  replies: { reply: string; state: ReplyState; found: Placed[] }[];
  /** Of this run. */
  found: Placed[];
}

/** Every reply of an operation in the document. */
function repliesOf({ name }: Operation): string[] {
  const { success = [200], cache } = routeOf(name);
  return [
    ...success.map((status) => replyName(status)),
    ...(isConditional(cache) ? [replyName(304)] : []),
    ...problemsOf(name).map((key) => replyName(problems[key].status, key)),
  ].sort();
}

/** The replies of our own contracts by operation, once for each interaction. */
const ownReplies = Map.groupBy(
  interactions.map((one) => ({
    id: operationOf(one).operation.id,
    reply: replyName(one.reply.status, one.reply.problem),
  })),
  ({ id }) => id,
);

/** Pending last: it takes nothing from an interaction that is kept. */
const worstFirst = ['broken', 'impossible', 'not replayed', 'kept', 'pending'] as const satisfies Outcome[];

/** The worst outcome on some targets; undefined without interactions. */
export function worstOf(found: readonly Placed[], targets: readonly string[]): Outcome | undefined {
  const all = found.flatMap(({ one }) => targets.map((target) => outcomeOn(target, one.results)));
  return worstFirst.find((outcome) => all.includes(outcome));
}

/** All operations in the order of the route table. */
export function matrixOf({ files, targets }: Verdict): MatrixRow[] {
  const all = files.flatMap((file) => file.interactions.map((one): Placed => ({ file, one })));
  const byOperation = Map.groupBy(all, ({ one }) => one.operation);
  const rows = operations.map((operation): MatrixRow => {
    const found = byOperation.get(operation.id) ?? [];
    const own = ownReplies.get(operation.id) ?? [];
    const replies = repliesOf(operation).map((reply) => {
      const covering = found.filter(({ one }) => one.reply === reply);
      const isOurs = own.some((one) => one.reply === reply);
      const state: ReplyState = worstOf(covering, targets) ?? (isOurs ? 'not in this run' : 'no contract');
      return { reply, state, found: covering };
    });
    return { operation, contracts: own.length, replies, found };
  });
  const others = byOperation.get(undefined) ?? [];
  return others.length > 0 ? [...rows, { contracts: 0, replies: [], found: others }] : rows;
}

/** Replies of the document, in numbers. */
export interface Coverage {
  documented: number;
  /** Those that have a contract: as many can be kept. */
  ceiling: number;
  /** Those of the ceiling whose interactions are all kept, by target. */
  kept: Record<string, number>;
}

export function coverageOf(verdict: Verdict): Coverage {
  const { targets } = verdict;
  const replies = matrixOf(verdict).flatMap((row) => row.replies);
  const kept = (target: string) => replies.filter(({ found }) => worstOf(found, [target]) === 'kept').length;
  return {
    documented: replies.length,
    ceiling: replies.filter(({ state }) => state !== 'no contract').length,
    kept: Object.fromEntries(targets.map((target) => [target, kept(target)])),
  };
}

/** `231 of 546 replies in the OpenAPI document have a contract; kept in this run: mock 231 · server 230` */
export function coverageLine({ documented, ceiling, kept }: Coverage): string {
  const counts = Object.entries(kept).map(([target, count]) => `${target} ${count}`);
  const ofThese = counts.length > 0 ? `; kept in this run: ${counts.join(' · ')}` : '';
  return `${ceiling} of ${documented} replies in the OpenAPI document have a contract${ofThese}`;
}

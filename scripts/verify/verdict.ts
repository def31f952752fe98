import type { GivenState } from '../../contracts/states.ts';

/** What a verification found. Every report and the exit code derive from this object alone. */
export interface Verdict {
  startedMs: number;
  durationMs: number;
  /** In the order in which they are reported. */
  targets: string[];
  files: FileVerdict[];
  /** What belongs to no interaction, such as a status without a contract. */
  findings: { outcome: 'broken' | 'not replayed'; sentence: string }[];
}

/** Each interaction of a file has one of these on each target. */
export const outcomes = ['kept', 'broken', 'pending', 'impossible', 'not replayed'] as const;
export type Outcome = (typeof outcomes)[number];

export interface FileVerdict {
  /** Relative to the working directory, or an address. */
  file: string;
  /** Of the consumer; undefined if the file cannot be read. */
  consumer?: string;
  /** Of the consumer: from the broker, or from a folder such as `pacts/<consumer>/<version>`. */
  version?: string;
  /** When the consumer published it to the broker, in ISO 8601. */
  created?: string;
  interactions: InteractionVerdict[];
  /** Why the file cannot be read, as a sentence that begins with file and line. */
  damage?: string;
  /** Why the file is not for this provider, or how a failure counts. */
  note?: string;
}

export interface InteractionVerdict {
  description: string;
  kind: 'request' | 'message';
  /** `file:line`, or `file:line:column` where lines are not unique; `npm run verify` accepts it. */
  at: string;
  /** As read from the file. */
  line: number;
  states: GivenState[];
  /** The id of the operation of the route table that is requested, or streams the message; undefined for another path. */
  operation?: string;
  /** The expected reply of that operation, as `replyName` writes it; undefined if it is none of the operation. */
  reply?: string;
  /** The request as a command, for a mock and a server on their usual ports. */
  curl?: Record<'mock' | 'server', string>;
  /** What the interaction does not prove, or should not contain. */
  warnings: string[];
  /** By target. */
  results: Record<string, Result>;
}

export interface Result {
  outcome: Outcome;
  /** What differs, or why the interaction is impossible or was not replayed. */
  mismatches: Mismatch[];
  durationMs?: number;
}

export interface Mismatch {
  /** JSON path in the body, `status` or `header <name>`; undefined if the mismatch has no place. */
  path?: string;
  expected?: string;
  actual?: string;
  sentence: string;
}

export const exitCodes = { kept: 0, broken: 1, wrongCall: 2, unknown: 3, inaccessible: 4, interrupted: 130 } as const;

/** The verdict of a run that an error ended: nothing is known. */
export const endedEarly = ({ message }: Error, startedMs: number): Verdict => ({
  ...{ startedMs, durationMs: Date.now() - startedMs, targets: [], files: [] },
  findings: [{ outcome: 'not replayed', sentence: `the run ended early: ${message}` }],
});

export type Counts = Record<Outcome, number>;

/** How many interactions have which outcome on a target; the sum is the number of interactions. */
export function countsOn(target: string, files: readonly FileVerdict[]): Counts {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;
  for (const { interactions } of files) for (const { results } of interactions) counts[outcomeOn(target, results)]++;
  return counts;
}

/** An interaction without a result was not replayed. */
export const outcomeOn = (target: string, results: InteractionVerdict['results']): Outcome =>
  results[target]?.outcome ?? 'not replayed';

/**
 * 0 if every interaction is kept or pending, 1 if one is broken or a file is damaged, 3 if one was not replayed or there is
 * none. 1 wins over 3.
 */
export function exitCodeOf({ targets, files, findings }: Verdict): 0 | 1 | 3 {
  const found = new Set(
    files.flatMap(({ interactions }) =>
      interactions.flatMap(({ results }) => targets.map((target) => outcomeOn(target, results))),
    ),
  );
  for (const { outcome } of findings) found.add(outcome);
  if (files.some(({ damage }) => damage !== undefined)) return exitCodes.broken;
  if (found.has('broken') || found.has('impossible')) return exitCodes.broken;
  return found.size === 0 || found.has('not replayed') ? exitCodes.unknown : exitCodes.kept;
}

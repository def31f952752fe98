import type { Family } from '../../contracts/families.ts';
import type { Values } from '../../contracts/operations.ts';
import type { ProblemKey } from '../../contracts/problems.ts';
import type { Ballots } from '../../contracts/rules/ballots.ts';
import type { NightPlayer } from '../night/night.ts';
import type { Session } from '../session/sessions.ts';

/** A reply that no example holds: it follows from what the session has posted, or from the moment of the night. */
export type Made =
  | { status: 200 | 201; body: unknown; headers?: Record<string, string> }
  | { problem: ProblemKey; extensions?: Record<string, unknown> };

/** A checked request, and what it is answered from. */
export interface Answering {
  family: Family;
  values: Values;
  body: unknown;
  session: Session;
  night: NightPlayer | undefined;
  /** What the contract of this very request holds, if there is one: the audience that was there before. */
  contractBody: unknown;
  keep(ballots: Ballots): void;
}

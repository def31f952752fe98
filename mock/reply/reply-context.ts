import type { Match } from '../../common/pages/control-wire.ts';
import type { RequestContext } from '../../common/wire/request-context.ts';
import type { Family } from '../../contracts/families.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { ProblemKey } from '../../contracts/problems.ts';
import type { Ballots } from '../../contracts/rules/ballots.ts';
import type { Contract } from '../contracts/contract.ts';
import type { ClosestMatch } from '../contracts/matcher.ts';
import type { Preferences } from '../contracts/preferences.ts';
import type { NightPlayer } from '../night/night.ts';
import type { Unmatched } from '../session/request-log.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { ContractSet } from './contract-set.ts';

/** A request with a route, its preferences and its session. */
export interface ReplyContext {
  requestContext: RequestContext & { operation: Operation };
  contractSet: ContractSet;
  preferences: Preferences;
  /** The client's preferences, except those that fault injection overrides. */
  honoured: Preferences;
  session: Session;
  sessions: Sessions;
  /** Nothing was set in the session before the request, so that every such session gets this reply. */
  isShared: boolean;
  /** An open stream reads its resource again. Own replies with `times` are for new requests. */
  isRepeated?: true;
  /** Keeps the body of the request for the log. */
  recordBody(bytes: Buffer): void;
}

/**
 * Headers of contracts and own replies that are not sent: those that the mock sets itself, those of the connection, and
 * Strict-Transport-Security, which browsers would apply to every program on localhost.
 *
 * @see RFC 9110 7.6.1, RFC 9112 6, RFC 9113 8.2.2
 */
export const replacedHeaders: readonly string[] = (
  'cache-control content-type content-language content-length content-encoding etag vary date connection keep-alive ' +
  'proxy-connection te trailer transfer-encoding upgrade http2-settings strict-transport-security'
).split(' ');

/** The reply that the mock chose, and why. */
export interface Decision {
  operation: Operation;
  /** The contract that the reply comes from, or is modelled on; undefined for an own reply of the session. */
  contract?: Contract;
  match: Match;
  reply: Contract['reply'];
  values: Values;
  /** The reply depends on earlier requests or on the time, so the next one may differ. */
  isStateful?: boolean;
  /** The contract of a 304 for this request, if there is one. */
  notModified?: Contract | undefined;
  /** Whether the client selected 304 by name. */
  wantsNotModified?: boolean;
  closestMatch?: ClosestMatch | undefined;
  unmatched?: Unmatched | undefined;
}

/** A reply that depends on the session's ballots or on the time of the night. */
export type StatefulReply =
  | { status: 200 | 201; body: unknown; headers?: Record<string, string> }
  | { problem: ProblemKey; extensions?: Record<string, unknown>; headers?: Record<string, string> };

/** A checked request, and the data that its stateful reply is built from. */
export interface StatefulContext {
  family: Family;
  values: Values;
  body: unknown;
  session: Session;
  night: NightPlayer | undefined;
  /** The body of the contract for exactly this request, if there is one: its counts are added to the session's. */
  contractBody: unknown;
  saveBallots(ballots: Ballots): void;
}

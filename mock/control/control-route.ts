import type { Request, Response } from 'express';
import type { Static, TSchema } from 'typebox';
import { readJson } from '../../common/wire/body.ts';
import { Problem } from '../../common/wire/problem.ts';
import type { Move } from '../../contracts/rules/move-dates.ts';
import { fragmentOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { MockProblem, type MockProblemKey } from '../contracts/problems.ts';
import type { FaultSettings } from '../http/faults.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import type { RequestLog } from '../session/request-log.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { ControlAccess } from './access.ts';

export interface ControlOptions {
  /** Read on every request: a reload replaces the contracts. */
  contractSet: () => ContractSet;
  sessions: Sessions;
  requestLog: RequestLog;
  access: ControlAccess;
  /** Those of the command line. */
  faults: FaultSettings;
  /** How far the dates of replies move; undefined: as in the contracts. */
  move: Move | undefined;
}

const controlMethods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

/**
 * A path below `/__mock`: one line about it, and its handlers. A handler returns the body of its response, or `undefined`
 * for a 204, and sets any status but 200 itself; or it sends the response, such as a page or a stream.
 */
export type ControlRoute = { summary: string } & Partial<
  Record<(typeof controlMethods)[number], (req: Request, res: Response) => unknown>
>;

/** By path; the index has the path ``. */
export type ControlRoutes = Record<string, ControlRoute>;

export const methodsOf = (route: ControlRoute) => controlMethods.filter((method) => route[method]);

/** A second `?` belongs to a value, such as the path in `then=/api/v3/mobile/news?limit=2`. */
export const queryOf = ({ url }: Request) => new URLSearchParams(url.split('?').slice(1).join('?'));

export const invalidParameter = (parameter: string, detail: string) =>
  new Problem('invalid-request', { errors: [{ parameter, detail }] });

/** A session with a thousand ballots takes about 100 kB. */
const bodyLimit = 4 * 1_048_576;

/** @throws {MockProblem} `key` with each mismatch. */
export async function readBody<S extends TSchema>(req: Request, schema: S, key: MockProblemKey): Promise<Static<S>> {
  const body = (await readJson(req, bodyLimit)) ?? {};
  const mismatches = findViolations(schema, body, 'en');
  if (mismatches.length === 0) return body as Static<S>;
  throw new MockProblem(
    key,
    mismatches.map(({ pointer, detail }) => ({ pointer: fragmentOf(pointer), detail })),
  );
}

/** Changes the session of a request. @returns the names of the sessions that were dropped for it, if any. */
export function changeSession(sessions: Sessions, req: Request, changed: Partial<Session>) {
  const dropped = sessions.change(sessions.nameOf(req), changed);
  return dropped.length > 0 ? { dropped } : {};
}

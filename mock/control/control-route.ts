import type { Request, Response } from 'express';
import type { TSchema } from 'typebox';
import { readJson } from '../../common/wire/body.ts';
import { fragmentOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findMismatches } from '../../contracts/schemas/validation/mismatches.ts';
import { MockProblem, type MockProblemKey } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import type { RequestLog } from '../session/request-log.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ControlAccess } from './access.ts';

export interface ControlOptions {
  /** Read on every request: a reload replaces the contracts. */
  contractSet: () => ContractSet;
  sessions: Sessions;
  requestLog: RequestLog;
  access: ControlAccess;
}

/** Handlers below `/__mock` by path and method; each returns the body of a 200, or a `ControlReply`. */
export type ControlRoutes = Record<string, Record<string, (req: Request, res: Response) => Promise<unknown>>>;

/** A control reply with another status than 200. */
export class ControlReply {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A second `?` belongs to a value, such as the path in `then=/api/v3/mobile/news?limit=2`. */
export const queryOf = ({ url }: Request) => new URLSearchParams(url.split('?').slice(1).join('?'));

/** A session with a thousand ballots takes about 100 kB. */
const bodyLimit = 4 * 1_048_576;

/** @throws {MockProblem} `key` with each mismatch. */
export async function readBody(req: Request, schema: TSchema, key: MockProblemKey): Promise<unknown> {
  const body = (await readJson(req, bodyLimit)) ?? {};
  const wrong = findMismatches(schema, body, 'en');
  if (wrong.length === 0) return body;
  throw new MockProblem(
    key,
    wrong.map(({ pointer, detail }) => ({ pointer: fragmentOf(pointer), detail })),
  );
}

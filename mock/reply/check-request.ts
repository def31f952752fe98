import type { Request } from 'express';
import { readJson } from '../../contracts/requests/body.ts';
import { checkBody } from '../../contracts/requests/checks.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { routeOf } from '../../contracts/routes.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import type { Contract } from '../contracts/contract.ts';
import type { ContractSet } from './contract-set.ts';
import type { ReplyContext } from './reply-context.ts';
import type { Selection } from './select-contracts.ts';

/** @throws {Problem} as the server does: 401 without a bearer token, 403 for the token that a contract rejects. */
function checkFeedKey(authorization: string | undefined, contracts: readonly Contract[]): void {
  const given = bearerToken(authorization);
  if (!given) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const isRejected = contracts.some(({ reply, request }) => {
    const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
    return reply.problem === 'feed-key-rejected' && bearerToken(header?.[1]) === given;
  });
  if (isRejected) throw new Problem('feed-key-rejected');
}

/**
 * Checks credential, parameters and body, in the server's order.
 *
 * @returns the body; undefined for a route without one.
 * @throws {Problem} for a request that the server refuses too.
 */
export async function checkRequest(
  req: Request,
  contractSet: ContractSet,
  { requestContext: { operation } }: ReplyContext,
  { own, parameterErrors }: Selection,
): Promise<unknown> {
  const route = routeOf(operation.name);
  if (route.credential) checkFeedKey(req.headers.authorization, own);
  if (parameterErrors) throw new Problem('invalid-request', { errors: parameterErrors });
  const body = route.body ? await readJson(req, route.bodyLimit ?? 0) : undefined;
  const errors = checkBody({ ...route, ...contractSet.bodySchema(operation) }, body, operation.family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });
  return body;
}

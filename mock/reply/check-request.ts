import type { IncomingMessage } from 'node:http';
import type { IHttpRequest } from '@stoplight/prism-http';
import { readJson } from '../../common/wire/body.ts';
import { Problem } from '../../common/wire/problem.ts';
import type { RequestContext } from '../../common/wire/request-context.ts';
import { fill } from '../../contracts/http/paths.ts';
import type { Operation } from '../../contracts/operations.ts';
import { languageOf, type Violation } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import { headerOf } from '../contracts/contract.ts';
import type { PrismViolation } from './prism.ts';
import { verbOf } from './prism-resources.ts';
import type { ReplyContext } from './reply-context.ts';
import type { Selection } from './select-contracts.ts';
import { wordBody, wordParameters } from './violations.ts';

/**
 * A request as Prism reads it. Prism accepts only `Bearer`, with any text after it, so it gets the token as the server reads
 * it: the scheme is case-insensitive (RFC 9110 11.1), the token one word.
 */
function requestOf(req: IncomingMessage, operation: Operation, { params, query }: RequestContext): IHttpRequest {
  const token = bearerToken(req.headers.authorization);
  const values = [...new Set(query.keys())].map((name) => {
    const [first = '', ...more] = query.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return {
    method: verbOf(operation.method),
    url: { path: fill(operation.path, params), query: Object.fromEntries(values) },
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(operation.method === 'POST' && { 'content-type': 'application/json' }),
    },
  };
}

/** @throws {Problem} 401 if Prism finds no credential, 403 for the token that a contract rejects. */
function checkCredential(
  violations: readonly PrismViolation[],
  req: IncomingMessage,
  { own, operation }: Selection,
): void {
  if (violations.some(({ code }) => code === 401)) {
    throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  if (!routeOf(operation.name).credential) return;
  const given = bearerToken(req.headers.authorization);
  const isRejected = own.some(
    ({ reply, request }) =>
      reply.problem === 'feed-key-rejected' && bearerToken(headerOf(request.headers, 'authorization')) === given,
  );
  if (isRejected) throw new Problem('feed-key-rejected');
}

function refuse(key: 'invalid-request' | 'invalid-body', errors: Violation[]): void {
  if (errors.length > 0) throw new Problem(key, { errors });
}

/**
 * Lets Prism check credential, parameters and body, in the server's order, and describes its violations.
 *
 * @param bodyLimit bytes, in a state in which bodies are limited; default: the route's.
 * @returns the body; undefined for a route without one.
 * @throws {Problem} for a request that violates the document or a rule of the server.
 */
export async function checkRequest(
  req: IncomingMessage,
  context: ReplyContext,
  selection: Selection,
  bodyLimit?: number,
): Promise<unknown> {
  const { operation, parameterErrors = [] } = selection;
  const { contractSet } = context;
  const { prism } = contractSet;
  const language = languageOf(operation.family);
  const request = requestOf(req, operation, context.requestContext);
  const found = await prism.checkRequest(operation, request, 'head');
  checkCredential(found, req, selection);
  const schemaOf = (name: string) => contractSet.parameterSchema(operation, name);
  refuse('invalid-request', wordParameters(found, parameterErrors, request, schemaOf, language));

  const route = routeOf(operation.name);
  if (!route.body) return undefined;
  const body = await readJson(req, bodyLimit ?? route.bodyLimit ?? 0, context.recordBody);
  const inBody = await prism.checkRequest(operation, { ...request, body }, 'whole');
  if (inBody.length > 0) refuse('invalid-body', wordBody(inBody, body, contractSet.bodySchema(operation), language));
  return body;
}

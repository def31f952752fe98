import { createInstance, getHttpOperationsFromSpec, type IHttpConfig, type IHttpRequest } from '@stoplight/prism-http';
import pino from 'pino';
import type { OpenApiDocument } from '../contracts/openapi/document.ts';
import { operationIdOf } from '../contracts/openapi/operation.ts';
import type { Operation } from '../contracts/routes.ts';
import type { Contract } from './contracts.ts';

/** One thing that does not fit the document: where, from the outside in, and what. */
export interface Violation {
  path: string[];
  message: string;
}

/** The reply of a contract after Prism has compared request and reply with the document. */
export interface Judged {
  reply: { status: number; headers: Record<string, string>; body: unknown };
  request: Violation[];
  response: Violation[];
}

export type Judge = (
  operation: Operation,
  contract: Contract,
  request: IHttpRequest,
  options: { checkRequest: boolean },
) => Promise<Judged>;

const right = <T>(value: T) => ({ _tag: 'Right', right: value }) as const;

/** DiagnosticSeverity.Error of @stoplight/types. */
const errorSeverity = 0;

/** Examples are read from the document itself; Prism would copy each of them once per operation. */
const withoutExamples = (document: OpenApiDocument): object =>
  JSON.parse(
    JSON.stringify(document, (key, value) => (key === 'examples' || key === 'x-contracts' ? undefined : value)),
  );

/**
 * A Prism instance over the document. Prism compares the request with the operation, asks its `mock` component for the
 * reply, which is the contract that was chosen, and compares that too.
 *
 * @see https://docs.stoplight.io/docs/prism for what Prism checks
 */
export async function createJudge(document: OpenApiDocument, contracts: Iterable<Contract>): Promise<Judge> {
  const byId = new Map([...contracts].map((contract) => [contract.id, contract]));
  const found = await getHttpOperationsFromSpec(withoutExamples(document));
  const resources = new Map(found.map((resource) => [resource.iid ?? '', resource]));
  const config: IHttpConfig = {
    isProxy: false,
    errors: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  };
  const prism = createInstance(config, {
    logger: pino({ enabled: false }) as never, // typed for the pino 6 that Prism carries; only `child` is called
    // The shell has found the operation with the tree that the server asks too, so there is one to choose from.
    route: ({ resources: [only] }) => right(only as NonNullable<typeof only>),
    mock:
      ({ config: { exampleKey = '' } }) =>
      () => {
        const { reply } = byId.get(exampleKey) as Contract;
        const type = reply.problem ? 'application/problem+json' : 'application/json';
        return right({
          statusCode: reply.status,
          headers: { ...reply.headers, ...(reply.body !== undefined && { 'content-type': type }) },
          body: reply.body,
        });
      },
  });
  const violations = (diagnostics: readonly { path?: readonly string[]; message: string; severity: number }[]) =>
    diagnostics
      .filter(({ severity }) => severity === errorSeverity)
      .map(({ path = [], message }) => ({ path: [...path], message }));

  return async (operation, contract, request, { checkRequest }) => {
    const resource = resources.get(operationIdOf(operation));
    if (!resource) throw new Error(`the document has no operation ${operationIdOf(operation)}`);
    // A config of its own for every request: an instance keeps what it reads from the first one in a shared one.
    const result = await prism.request(request, [resource], {
      ...config,
      checkSecurity: checkRequest,
      validateRequest: checkRequest,
      mock: { dynamic: false, exampleKey: contract.id },
    })();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    const headers = Object.entries(output.headers ?? {}).filter(([name]) => name !== 'content-type');
    return {
      reply: { status: output.statusCode, headers: Object.fromEntries(headers), body: output.body },
      request: violations(validations.input),
      response: violations(validations.output),
    };
  };
}

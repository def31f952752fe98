import { isJsonContentType } from '../../contracts/http/negotiation.ts';
import { toOpenApi } from '../../contracts/http/paths.ts';
import {
  type ContractExample,
  type Example,
  isReference,
  type OpenApiDocument,
} from '../../contracts/openapi/document.ts';
import type { Values } from '../../contracts/operations.ts';
import { type Operation, operations } from '../../contracts/operations.ts';
import type { ProblemKey } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { checkBody, checkParameters } from '../../contracts/rules/checks.ts';

/**
 * What causes the reply of a contract.
 *
 * - `success`: the request.
 * - `data-problem`: a problem of the data, such as an unknown id or a closed round: the request, or its state.
 * - `request-problem`: a problem of the request alone, which the checks find without a contract.
 * - `outage`: a problem that no request causes: too many requests, a store that is down.
 * - `not-modified`: 304, which depends on the ETag.
 */
export type ContractKind = 'success' | 'data-problem' | 'request-problem' | 'outage' | 'not-modified';

/** A contract of the generated document. */
export interface Contract {
  id: string;
  receiving: string;
  operation: Operation;
  kind: ContractKind;
  states: ContractExample['x-contract-states'];
  request: ContractExample['x-contract-request'];
  /** Path and query parameters of the request; undefined when they are invalid. */
  values: Values | undefined;
  /** Of another route: the problem is the same on each that lists it. */
  isDerived?: true;
  reply: { status: number; headers: Record<string, string>; body: unknown; problem: ProblemKey | undefined };
}

/** Beside those of 503. */
const outages: readonly (ProblemKey | undefined)[] = ['too-many-requests', 'internal-error'];
const credential: readonly (ProblemKey | undefined)[] = ['feed-key-required', 'feed-key-rejected'];

/** Reads the parameter values of a contract's request; undefined when they are invalid. */
export function readValues(operation: Operation, { params = {}, query = {} }: Contract['request']): Values | undefined {
  const raw = Object.entries(params).map(([name, value]) => [name, String(value).replace(/^:/, '')]);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return checkParameters(operation, Object.fromEntries(raw), search).values;
}

/** Whether the mock refuses a contract's request before reading any data. */
function isRefused({ operation, values, request }: Pick<Contract, 'operation' | 'values' | 'request'>): boolean {
  const route = routeOf(operation.name);
  if (!values) return true;
  if (!route.body) return false;
  const type = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== undefined && !isJsonContentType(type)) return true;
  return checkBody(route, request.body, operation.family).length > 0;
}

/** Classifies a contract by the cause of its reply. @see ContractKind */
export function classify(contract: Omit<Contract, 'kind'>): ContractKind {
  const { status, problem } = contract.reply;
  if (status === 304) return 'not-modified';
  if (status < 400) return 'success';
  if (outages.includes(problem) || status === 503) return 'outage';
  return credential.includes(problem) || isRefused(contract) ? 'request-problem' : 'data-problem';
}

function readContract(operation: Operation, status: number, example: ContractExample): Contract {
  const request = example['x-contract-request'];
  const contract = {
    id: example['x-contract-id'],
    receiving: example.summary,
    operation,
    states: example['x-contract-states'],
    request,
    values: readValues(operation, request),
    reply: {
      status,
      headers: example['x-contract-headers'] ?? {},
      body: example.value,
      problem: example['x-contract-problem'] as ProblemKey | undefined,
    },
  };
  return { ...contract, kind: classify(contract) };
}

const isContract = (example: Example): example is ContractExample => 'x-contract-id' in example;

function readOperationContracts(document: OpenApiDocument, operation: Operation): Contract[] {
  const method = operation.method === 'GET' ? 'get' : 'post';
  const described = document.paths[toOpenApi(operation.path)]?.[method];
  if (!described) throw new Error(`the document does not describe ${operation.method} ${operation.path}`);
  const contracts = Object.entries(described.responses).flatMap(([status, response]) => {
    if (isReference(response)) return [];
    const media = Object.values(response.content ?? {});
    const examples = [
      ...media.flatMap(({ examples = {} }) => Object.values(examples)),
      ...Object.values(response['x-contracts'] ?? {}),
    ];
    return examples.filter(isContract).map((example) => readContract(operation, Number(status), example));
  });
  const order = described['x-contract-order'];
  return contracts.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** The key of a route's contracts, the same for each path form. */
export const routeKey = ({ family, name }: Pick<Operation, 'family' | 'name'>) => `${family} ${name}`;

/**
 * Reads every contract of the document by route and family, in the order of the interactions.
 *
 * @throws {Error} when an operation of the route table is not described.
 */
export function readContracts(document: OpenApiDocument): Map<string, Contract[]> {
  const byRoute = new Map<string, Contract[]>();
  for (const operation of operations) {
    const key = routeKey(operation);
    byRoute.set(key, [...(byRoute.get(key) ?? []), ...readOperationContracts(document, operation)]);
  }
  return byRoute;
}

import { isJsonContentType } from '../../contracts/http/negotiation.ts';
import {
  type ContractExample,
  contractsIn,
  describedBy,
  type OpenApiDocument,
} from '../../contracts/openapi/document.ts';
import { type Operation, operations, problemsOf, type Values } from '../../contracts/operations.ts';
import { type ProblemKey, problemDetails, problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { checkBody, checkParameters } from '../../contracts/rules/checks.ts';
import type { StateName } from '../../contracts/states.ts';
import { problemHeaders } from './problems.ts';

/**
 * The cause of a contract's reply.
 *
 * - `success`: the request.
 * - `data-problem`: the data, for example an unknown id or a closed round; a request or a state selects it.
 * - `request-problem`: the request alone; the checks find it without a contract.
 * - `outage`: no request: too many requests, or an unreachable store.
 * - `not-modified`: the ETag.
 */
type ContractKind = 'success' | 'data-problem' | 'request-problem' | 'outage' | 'not-modified';

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
  /** Derived from a contract of another route: the problem is the same on each route that lists it. */
  isDerived?: true;
  reply: { status: number; headers: Record<string, string>; body: unknown; problem: ProblemKey | undefined };
}

const credential: readonly (ProblemKey | undefined)[] = ['feed-key-required', 'feed-key-rejected'];

const isOutage = ({ status, problem }: Contract['reply']) => status >= 500 || problem === 'too-many-requests';

/** Reads the parameter values of a contract's request; undefined when they are invalid. */
export function readValues(operation: Operation, { params = {}, query = {} }: Contract['request']): Values | undefined {
  const raw = Object.entries(params).map(([name, value]) => [name, String(value).replace(/^:/, '')]);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return checkParameters(operation, Object.fromEntries(raw), search).values;
}

/** The header of a contract or pact, whatever its case. */
export const headerOf = (headers: Record<string, string> | undefined, wanted: string): string | undefined =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Whether the mock refuses a contract's request before it reads any data. */
function isRefused({ operation, values, request }: Pick<Contract, 'operation' | 'values' | 'request'>): boolean {
  const route = routeOf(operation.name);
  if (!values) return true;
  if (!route.body) return false;
  const type = headerOf(request.headers, 'content-type');
  if (type !== undefined && !isJsonContentType(type)) return true;
  return checkBody(route, request.body, operation.family).length > 0;
}

function classify(contract: Omit<Contract, 'kind'>): ContractKind {
  const { status, problem } = contract.reply;
  if (status === 304) return 'not-modified';
  if (status < 400) return 'success';
  if (isOutage(contract.reply)) return 'outage';
  return credential.includes(problem) || isRefused(contract) ? 'request-problem' : 'data-problem';
}

/** Adds the parameter values of its request, and the cause of its reply. */
export function contractOf(parts: Omit<Contract, 'kind' | 'values'>): Contract {
  const contract = { ...parts, values: readValues(parts.operation, parts.request) };
  return { ...contract, kind: classify(contract) };
}

const readContract = (operation: Operation, status: number, example: ContractExample): Contract =>
  contractOf({
    id: example['x-contract-id'],
    receiving: example.summary,
    operation,
    states: example['x-contract-states'],
    request: example['x-contract-request'],
    reply: {
      status,
      headers: example['x-contract-headers'] ?? {},
      body: example.value,
      problem: example['x-contract-problem'] as ProblemKey | undefined,
    },
  });

function readOperationContracts(document: OpenApiDocument, operation: Operation): Contract[] {
  const described = describedBy(document, operation);
  if (!described) throw new Error(`the document does not describe ${operation.method} ${operation.path}`);
  const contracts = contractsIn(described).map(({ status, example }) => readContract(operation, status, example));
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

/** The problem that a state causes on every route that lists it, though its contracts cover only one route. */
const problemIn: Partial<Record<StateName, ProblemKey>> = {
  'the client has asked too often': 'too-many-requests',
  'the store does not answer': 'service-unavailable',
  'the store does not reply in time': 'outcome-unknown',
  'bodies are limited': 'body-too-large',
  'voting on the round has closed': 'voting-closed',
  'scoring of the round has closed': 'scoring-closed',
  'there is no such fighter': 'fighter-not-found',
  'there is no such article': 'article-not-found',
  'there is no such media item': 'media-item-not-found',
  'there is no such ring presenter': 'ring-presenter-not-found',
  'there is no such translation': 'translation-not-found',
  'there is no such event': 'event-not-found',
  'there is no such fight': 'fight-not-found',
  'no feed was received for the event': 'live-event-not-found',
  'no statistics were received for the bout': 'live-fight-not-found',
};

const empty: StateName = 'there is no content';

/** Derives the reply of a route in a state; undefined where its list of problems does not determine it. */
function deriveReply(state: StateName, { family, name, path }: Operation): Contract['reply'] | undefined {
  const listed = problemsOf(name);
  // Without content a list is empty, and a resource named in the path is unknown.
  if (state === empty && routeOf(name).list) return { status: 200, headers: {}, body: [], problem: undefined };
  const missing = state === empty ? listed.find((key) => problems[key].status === 404) : undefined;
  const key = missing ?? problemIn[state];
  if (!key || !listed.includes(key)) return undefined;
  return {
    status: problems[key].status,
    headers: problemHeaders[key] ?? {},
    body: problemDetails(key, family, path),
    problem: key,
  };
}

/**
 * Derives contracts that have no interaction: the error states of every route that lists their problem. Each has the id
 * of the contract with the same problem on another route.
 */
export function deriveContracts(contracts: ReadonlyMap<string, readonly Contract[]>): Map<string, Contract[]> {
  const derived = new Map<string, Contract[]>();
  const all = [...contracts.values()].flat();
  const isIn = (state: StateName) => (contract: Contract) => contract.states.some(({ name }) => name === state);
  for (const state of [...(Object.keys(problemIn) as StateName[]), empty]) {
    const like = all.filter(isIn(state));
    for (const operation of operations) {
      const key = routeKey(operation);
      const known = [...(contracts.get(key) ?? []), ...(derived.get(key) ?? [])];
      const reply = known.some(isIn(state)) ? undefined : deriveReply(state, operation);
      const model = like.find((one) => one.reply.problem === reply?.problem) ?? like[0];
      if (!reply || !model) continue;
      const contract: Contract = {
        id: model.id,
        receiving: `${state}: as "${model.receiving}"`,
        operation,
        kind: reply.problem === undefined ? 'success' : isOutage(reply) ? 'outage' : 'data-problem',
        reply,
        values: undefined,
        states: model.states.filter(({ name }) => name === state),
        request: {},
        isDerived: true,
      };
      derived.set(key, [...(derived.get(key) ?? []), contract]);
    }
  }
  return derived;
}

import { Problem } from '../../common/wire/problem.ts';
import { readRequest } from '../../common/wire/request-context.ts';
import { families, feedConsumer } from '../../contracts/families.ts';
import { type Interaction, pathOf } from '../../contracts/interactions/interaction.ts';
import type { Expectation } from '../../contracts/pact/expectations.ts';
import { pactFile } from '../../contracts/pact/pact-file.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { type Contract, routeKey } from '../contracts/contract.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import type { RequestEntry } from '../session/request-log.ts';

const ownConsumers: readonly string[] = [...Object.values(families).map(({ consumer }) => consumer), feedConsumer];

/** @throws {Problem} `invalid-request` for another parameter, or a name that no app may have. */
function readConsumer(query: URLSearchParams): string {
  const refuse = (parameter: string, detail: string) =>
    new Problem('invalid-request', { errors: [{ parameter, detail }] });
  const known = ['consumer', 'all'];
  for (const name of query.keys()) {
    if (!known.includes(name) || query.getAll(name).length > 1) throw refuse(name, mustBeOneOf(known, 'en'));
  }
  const consumer = query.get('consumer') ?? '';
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?$/.test(consumer)) {
    throw refuse('consumer', 'Must be the name of your app, of 1 to 64 letters, digits and " ._-" between them.');
  }
  if (!ownConsumers.includes(consumer)) return consumer;
  throw refuse('consumer', `Must be the name of your app; ${consumer} is a consumer of the contracts themselves.`);
}

/**
 * The request and reply of a contract. The problems that every route may have are contracts of one route each: on another
 * route the request is what the app asked, with a body that the route takes.
 */
function exchangeOf(
  contract: Contract,
  own: readonly Contract[],
  entry: RequestEntry,
): Pick<Expectation, 'request' | 'reply'> {
  const { operation, reply } = contract;
  if (!contract.isDerived) return { request: contract.request, reply };
  const { params, query } = readRequest(entry.method, entry.path, true);
  const body = own.find(({ kind, request }) => kind === 'success' && request.body !== undefined)?.request.body;
  const request = { params, query: Object.fromEntries(query), ...(body !== undefined && { body }) };
  if (!reply.problem) return { request, reply };
  const instance = pathOf({ route: operation.name, family: operation.family, request });
  return { request, reply: { ...reply, body: { ...(reply.body as object), instance } } };
}

/** Whether a contract says what was answered: it does not for a stream, nor where it stood in for a missing one. */
const isCovered = ({ contract, match, nearest, isStream }: RequestEntry) =>
  contract !== undefined && !isStream && (match !== 'fallback' || nearest === undefined);

const describe = ({ method, operation, status, isStream }: RequestEntry) =>
  `${method} ${operation ?? 'without a route'} ${isStream ? 'as a stream' : (status ?? 'cut off')}`;

/**
 * The pact of what an app asked the mock, and of nothing else: the contracts that answered, with their matchers and states,
 * in an order that does not depend on that of the requests. A second run of the app gives the same bytes.
 *
 * @param asked one request of each kind. What no contract covers is named in the metadata.
 * @param query `consumer`, the name of the app.
 * @throws {Problem} `invalid-request` for a wrong name; {MockProblem} `nothing-asked` when no contract answered.
 */
export function writeAskedPact(asked: readonly RequestEntry[], query: URLSearchParams, { contracts }: ContractSet) {
  const consumer = readConsumer(query);
  const written = new Map<string, Expectation>();
  const others = new Set<string>();
  for (const entry of asked) {
    const [family = '', route = ''] = entry.operation?.split('.') ?? [];
    const own = contracts.get(routeKey({ family, name: route } as Contract['operation'])) ?? [];
    const contract = isCovered(entry) ? own.find(({ id }) => id === entry.contract) : undefined;
    if (!contract) {
      others.add(describe(entry));
      continue;
    }
    // Two families, or two routes, may have a contract of the same words.
    const said = contract.isDerived ? `a request when ${contract.states[0]?.name}` : contract.receiving;
    const receiving = `${said} (${entry.operation})`;
    const given = contract.states as Interaction['given'];
    const { name, family: language } = contract.operation;
    const exchange = exchangeOf(contract, own, entry);
    written.set(receiving, { route: name, family: language, receiving, given, ...exchange });
  }
  if (written.size === 0) {
    const detail = others.size > 0 ? `Only: ${[...others].sort().join('; ')}.` : 'Let the app send its requests first.';
    throw new MockProblem('nothing-asked', [{ parameter: 'Mock-Session', detail }]);
  }
  const sorted = [...written.keys()].sort().map((key) => written.get(key) as Expectation);
  const file = pactFile(consumer, sorted);
  const withoutContract = [...others].sort();
  return {
    ...file,
    metadata: { ...file.metadata, ...(withoutContract.length > 0 && { fightcard: { withoutContract } }) },
  };
}

import type { RequestEntry } from '../../common/pages/control-wire.ts';
import { readRequest } from '../../common/wire/request-context.ts';
import { families, feedConsumer } from '../../contracts/families.ts';
import { type Interaction, pathOf } from '../../contracts/interactions/interaction.ts';
import type { Expectation } from '../../contracts/pact/expectations.ts';
import { pactFile } from '../../contracts/pact/pact-file.ts';
import type { Contract } from '../contracts/contract.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import { invalidParameter } from './control-route.ts';

const ownConsumers: readonly string[] = [...Object.values(families).map(({ consumer }) => consumer), feedConsumer];

/** @throws {Problem} `invalid-request` for a name that no app may have. */
function checkConsumer(consumer: string): void {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?$/.test(consumer)) {
    const detail = 'Must be the name of your app: 1 to 64 letters and digits, with " ._-" between them.';
    throw invalidParameter('consumer', detail);
  }
  if (!ownConsumers.includes(consumer)) return;
  const detail = `Must be the name of your app; ${consumer} is a consumer of the contracts themselves.`;
  throw invalidParameter('consumer', detail);
}

/**
 * The request and reply of a contract. A derived contract has those of another route, so its request is the one that the
 * app sent, with a body that the route accepts.
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

/** Whether a contract describes the reply: not for a stream, nor if it only replaced a missing contract. */
const isCovered = ({ contract, match, nearest, isStream }: RequestEntry) =>
  contract !== undefined && !isStream && (match !== 'fallback' || nearest === undefined);

const describe = ({ method, operation, status, isStream }: RequestEntry) =>
  `${method} ${operation ?? 'without a route'} ${isStream ? 'as a stream' : (status ?? 'cut off')}`;

/**
 * The contracts that answered an app, with their matchers and states, as a pact. The order does not depend on the order of
 * the requests, so a second run of the app gives the same bytes.
 *
 * @param requests one of each kind. The metadata names those that no contract covers.
 * @param consumer the name of the app.
 * @throws {Problem} `invalid-request` for a wrong name; {MockProblem} `nothing-asked` when no contract answered.
 */
export function exportRecordedPact(
  requests: readonly RequestEntry[],
  consumer: string,
  { contracts }: Pick<ContractSet, 'contracts'>,
) {
  checkConsumer(consumer);
  const expectations = new Map<string, Expectation>();
  const uncovered = new Set<string>();
  for (const entry of requests) {
    const [family = '', name = ''] = entry.operation?.split('.') ?? [];
    const own = contracts.get(`${family} ${name}`) ?? [];
    const contract = isCovered(entry) ? own.find(({ id }) => id === entry.contract) : undefined;
    if (!contract) {
      uncovered.add(describe(entry));
      continue;
    }
    const text = contract.isDerived ? `a request when ${contract.states[0]?.name}` : contract.receiving;
    // Contracts of two families or routes may have the same text.
    const receiving = `${text} (${entry.operation})`;
    expectations.set(receiving, {
      route: contract.operation.name,
      family: contract.operation.family,
      receiving,
      given: contract.states as Interaction['given'],
      ...exchangeOf(contract, own, entry),
    });
  }
  const withoutContract = [...uncovered].sort();
  if (expectations.size === 0) {
    const detail =
      uncovered.size > 0
        ? `No contract covers: ${withoutContract.join('; ')}.`
        : 'The log has no requests of this session; run the app first.';
    throw new MockProblem('nothing-asked', [{ parameter: 'Mock-Session', detail }]);
  }
  const sorted = [...expectations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, expectation]) => expectation);
  const file = pactFile(consumer, sorted);
  const fightcard = uncovered.size > 0 && { fightcard: { withoutContract } };
  return { ...file, metadata: { ...file.metadata, ...fightcard } };
}

import { isDeepStrictEqual } from 'node:util';
import type { ContractExample, OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Change } from './change.ts';

/** A contract of a document, with the facts that it states. */
interface StatedContract {
  /** `GET /api/v3/mobile/news 200` */
  place: string;
  id: string;
  receiving: string;
  states: readonly string[];
  facts: Readonly<Record<'states' | 'request' | 'reply' | 'headers', unknown>>;
}

const isContract = (example: object): example is ContractExample => 'x-contract-id' in example;

function statedContracts({ paths }: OpenApiDocument): StatedContract[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses, operationId }]) =>
      Object.entries(responses).flatMap(([status, response]) => {
        if ('$ref' in response) return [];
        const examples = [
          ...Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples)),
          ...Object.values(response['x-contracts'] ?? {}),
        ];
        return examples.filter(isContract).map((example) => ({
          place: `${method.toUpperCase()} ${path} ${status}`,
          id: `${operationId} ${example['x-contract-id']}`,
          receiving: example.summary,
          states: example['x-contract-states'].map(({ name }) => name),
          facts: {
            states: example['x-contract-states'],
            request: example['x-contract-request'],
            reply: example.value,
            headers: example['x-contract-headers'],
          },
        }));
      }),
    ),
  );
}

const short = (value: unknown) => (value === undefined ? 'absent' : (JSON.stringify(value) ?? '').slice(0, 80));

/**
 * The places where two values differ: their JSON Pointers with both values. A member that only the second has is no
 * change of a fact: the comparison of schemas tells it.
 */
export function factsChanged(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const isNested = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after))
    return [`${at || '/'} was ${short(before)}, is ${short(after)}`];
  const [first, second] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const keys = Array.isArray(after) ? [...Object.keys(first), ...Object.keys(second)] : Object.keys(first);
  return [...new Set(keys)].flatMap((key) => factsChanged(first[key], second[key], `${at}/${key}`));
}

/** The word for the records, ids and moments of contracts/world in the change log. */
const world = 'sample world';

/** A name in an entry of the change log that covers every changed fact of a contract, or its removal. */
const namesOf = ({ receiving, place }: StatedContract) => [world, receiving, place.replace(/ \d+$/, '')];

/** Contracts, states and facts that are no longer what they were. */
export function contractChanges(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const now = new Map(statedContracts(after).map((contract) => [contract.id, contract]));
  const was = statedContracts(before);
  const changes = was.flatMap((contract): Change[] => {
    const { place, receiving, facts } = contract;
    const found = now.get(contract.id);
    const names = namesOf(contract);
    const here = `${place} "${receiving}"`;
    if (!found) return [{ place: here, text: 'the contract is gone', weight: 'breaking', names: names.slice(1) }];
    const moved: Change[] =
      found.place === place ? [] : [{ place: here, text: `is now ${found.place}`, weight: 'breaking', names }];
    const known = { ...facts, headers: facts.headers ?? {} };
    const changed = factsChanged(known, { ...found.facts, headers: found.facts.headers ?? {} }).map(
      (text): Change => ({ place: here, text: `the fact ${text}`, weight: 'breaking', names }),
    );
    return [...moved, ...changed];
  });
  const statesIn = (contracts: Iterable<StatedContract>) => new Set([...contracts].flatMap(({ states }) => states));
  const left = statesIn(now.values());
  const gone = [...statesIn(was)].filter((state) => !left.has(state));
  const ofStates = gone.map(
    (state): Change => ({ place: `the state "${state}"`, text: 'is gone', weight: 'breaking', names: [state] }),
  );
  return [...changes, ...ofStates, ...problemChanges(before, after)];
}

/** The texts of problems are facts as well. */
function problemChanges(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  return Object.entries(before.components.examples).flatMap(([name, { value }]) => {
    const problem = name.replace(/^v[13]\./, '');
    return factsChanged(value, after.components.examples[name]?.value).map(
      (text): Change => ({ place: `problem ${name}`, text, weight: 'breaking', names: [problem] }),
    );
  });
}

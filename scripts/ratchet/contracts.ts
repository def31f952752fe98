import { isDeepStrictEqual } from 'node:util';
import { contractsIn, type OpenApiDocument } from '../../contracts/openapi/document.ts';
import { type Change, operationsOf } from './document.ts';

/** The contracts of a document with the facts that they state; `place` is such as `GET /api/v3/mobile/news 200`. */
function statedContracts(document: OpenApiDocument) {
  return [...operationsOf(document)].flatMap(([name, operation]) =>
    contractsIn(operation).map(({ status, example }) => ({
      place: `${name} ${status}`,
      id: `${operation.operationId} ${example['x-contract-id']}`,
      receiving: example.summary,
      facts: {
        states: example['x-contract-states'],
        request: example['x-contract-request'],
        reply: example.value,
        headers: example['x-contract-headers'] ?? {},
      },
    })),
  );
}

const short = (value: unknown) => (value === undefined ? 'absent' : (JSON.stringify(value) ?? '').slice(0, 80));

/**
 * The places where two values differ: their JSON Pointers with both values. A member or element that only the second has is
 * not a change of a fact, nor is the order of elements.
 */
export function factsChanged(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after))
    return [`${at || '/'} was ${short(before)}, is ${short(after)}`];
  if (!Array.isArray(before)) {
    const now = after as Record<string, unknown>;
    return Object.entries(before).flatMap(([key, value]) => factsChanged(value, now[key], `${at}/${key}`));
  }
  // Each element is compared with one that has all of its facts, or else with the next one left.
  const left = [...(after as unknown[])];
  const take = (index: number) => (index < 0 ? undefined : left.splice(index, 1)[0]);
  const changed = [...before.entries()].filter(
    ([, value]) => take(left.findIndex((one) => factsChanged(value, one).length === 0)) === undefined,
  );
  return changed.flatMap(([key, value]) => factsChanged(value, left.shift(), `${at}/${key}`));
}

/** Contracts and facts that are no longer what they were. The id of a contract covers the names of its states. */
export function contractChanges(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const now = new Map(statedContracts(after).map((contract) => [contract.id, contract]));
  const ofContracts = statedContracts(before).flatMap(({ id, place, receiving, facts }): Change[] => {
    const found = now.get(id);
    const here = `${place} "${receiving}"`;
    const names = [receiving, place.replace(/ \d+$/, '')];
    if (!found) return [{ place: here, text: 'the contract is gone', names: [...names, 'interaction descriptions'] }];
    const texts = factsChanged(facts, found.facts).map((text) => `the fact ${text}`);
    if (found.place !== place) texts.unshift(`is now ${found.place}`);
    return texts.map((text) => ({ place: here, text, names: ['sample world', ...names] }));
  });
  const ofProblems = Object.entries(before.components.examples).flatMap(([name, { value }]) =>
    factsChanged(value, after.components.examples[name]?.value).map((text) => ({
      ...{ place: `problem ${name}`, text },
      names: [name.replace(/^v[13]\./, '')],
    })),
  );
  return [...ofContracts, ...ofProblems];
}

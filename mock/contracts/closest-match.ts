import { parametersOf } from '../../contracts/http/paths.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import { languageOf } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Contract } from './contract.ts';
import { containsPart, distance, type MatchInput } from './matcher.ts';

/** The contract closest to a request without its own contract, and how the two differ. */
export interface ClosestMatch {
  contract: string;
  receiving: string;
  /** One sentence for each part that differs. */
  differs: string[];
}

const shorten = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 60);

function describe(part: string, there: unknown, here: unknown, language: ReturnType<typeof languageOf>): string {
  const [inContract, inRequest] = [shorten(there), shorten(here)];
  if (language === 'es') return `${part}: ${inContract ?? 'nada'} en el contrato, ${inRequest ?? 'nada'} aquí`;
  return `${part}: ${inContract ?? 'nothing'} in the contract, ${inRequest ?? 'nothing'} here`;
}

/** Lists how a request differs from that of a contract: path, then query, then members of the body. */
function listDifferences({ operation, values = {}, request }: Contract, input: MatchInput): string[] {
  const language = languageOf(operation.family);
  const inPath = parametersOf(routeOf(operation.name).path);
  const names = [...new Set([...Object.keys(values), ...Object.keys(input.values)])];
  const differing = names.filter((name) => values[name] !== input.values[name]);
  const path = differing.filter((name) => inPath.includes(name));
  const query = differing.filter((name) => !inPath.includes(name));
  const members = typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
  const body = (input.body ?? {}) as Record<string, unknown>;
  return [
    ...path.map((name) => describe(name, values[name], input.values[name], language)),
    ...query.map((name) => describe(`?${name}`, values[name], input.values[name], language)),
    ...members
      .filter(([name, value]) => !containsPart(body[name], value))
      .map(([name, value]) => describe(`#/${name}`, value, body[name], language)),
  ];
}

/** Finds the success closest to a request; among equally close contracts, the first. */
export function findClosestMatch(contracts: readonly Contract[], input: MatchInput): ClosestMatch | undefined {
  const [first] = contracts
    .filter(({ kind }) => kind === 'success')
    .map((contract) => ({ contract, far: distance(contract, input) }))
    .sort((a, b) => a.far - b.far);
  if (!first) return undefined;
  const { id, receiving } = first.contract;
  return { contract: id, receiving, differs: listDifferences(first.contract, input) };
}

/** Writes the last sentence in the detail of a 404. */
export function describeClosestMatch({ contract, receiving, differs }: ClosestMatch, operation: Operation): string {
  const differences = differs.join('; ');
  return languageOf(operation.family) === 'es'
    ? `Ningún contrato cubre esta solicitud; el más cercano es "${receiving}" (${contract}): ${differences}.`
    : `No contract covers this request; the closest is "${receiving}" (${contract}): ${differences}.`;
}

/** Splits values into path and query parameters, the parts of an interaction. */
export function splitValues(operation: Operation, values: Values): { params: Values; query: Values } {
  const inPath = parametersOf(operation.path);
  const entries = Object.entries(values);
  return {
    params: Object.fromEntries(entries.filter(([name]) => inPath.includes(name))),
    query: Object.fromEntries(entries.filter(([name]) => !inPath.includes(name))),
  };
}

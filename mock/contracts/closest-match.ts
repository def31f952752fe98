import { parametersOf } from '../../contracts/http/paths.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import { languageOf } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Contract } from './contract.ts';
import { type Asked, distance, holds } from './matcher.ts';

/** Which contract is nearest to a request that none was written for, and what keeps them apart. */
export interface Nearest {
  contract: string;
  receiving: string;
  /** One sentence for each part that differs. */
  differs: string[];
}

/** Who reads a sentence: what a problem tells is in the language of the family. */
type Language = 'es' | 'en';

const shown = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value)?.slice(0, 60));

function sentence(what: string, there: unknown, here: unknown, language: Language): string {
  const [inContract, inRequest] = [shown(there), shown(here)];
  if (language === 'es') return `${what}: ${inContract ?? 'nada'} en el contrato, ${inRequest ?? 'nada'} aquí`;
  return `${what}: ${inContract ?? 'nothing'} in the contract, ${inRequest ?? 'nothing'} here`;
}

/** What keeps a request from being that of a contract: path, then query, then members of the body. */
export function differences({ operation, values = {}, request }: Contract, asked: Asked): string[] {
  const language = languageOf(operation.family);
  const names = [...new Set([...Object.keys(values), ...Object.keys(asked.values)])];
  const inPath = parametersOf(routeOf(operation.name).path);
  const differing = names.filter((name) => values[name] !== asked.values[name]);
  const ordered = [
    ...differing.filter((name) => inPath.includes(name)),
    ...differing.filter((name) => !inPath.includes(name)),
  ];
  const kind = (name: string) => (inPath.includes(name) ? name : `?${name}`);
  const members = typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
  const body = (asked.body ?? {}) as Record<string, unknown>;
  return [
    ...ordered.map((name) => sentence(kind(name), values[name], asked.values[name], language)),
    ...members
      .filter(([name, value]) => !holds(body[name], value))
      .map(([name, value]) => sentence(`#/${name}`, value, body[name], language)),
  ];
}

/** The success that is nearest to a request; of several, the one written first. */
export function nearestTo(contracts: readonly Contract[], asked: Asked): Nearest | undefined {
  const successes = contracts.filter(({ kind }) => kind === 'success');
  const [first] = successes
    .map((contract) => ({ contract, far: distance(contract, asked) }))
    .sort((a, b) => a.far - b.far);
  if (!first) return undefined;
  const { id, receiving } = first.contract;
  return { contract: id, receiving, differs: differences(first.contract, asked) };
}

/** The sentence that a problem adds to its own. */
export function nearestSentence({ contract, receiving, differs }: Nearest, operation: Operation): string {
  const what = differs.join('; ');
  return languageOf(operation.family) === 'es'
    ? `Ningún contrato es de esta solicitud; el más cercano es "${receiving}" (${contract}): ${what}.`
    : `No contract is of this request; the nearest is "${receiving}" (${contract}): ${what}.`;
}

/** A request, by the parts of an interaction. */
export function splitValues(operation: Operation, values: Values): { params: Values; query: Values } {
  const inPath = parametersOf(operation.path);
  const entries = Object.entries(values);
  return {
    params: Object.fromEntries(entries.filter(([name]) => inPath.includes(name))),
    query: Object.fromEntries(entries.filter(([name]) => !inPath.includes(name))),
  };
}

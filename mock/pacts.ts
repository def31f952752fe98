import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exchangeFor } from '../contracts/exchange.ts';
import { contractId, type Interaction } from '../contracts/interaction.ts';
import { type Operation, problemsOf, replySchema } from '../contracts/operations.ts';
import { type ProblemKey, problemDetails, problems, problemType } from '../contracts/problems.ts';
import { routeOf } from '../contracts/routes.ts';
import { ProblemDetails } from '../contracts/schemas/problem.ts';
import { states } from '../contracts/states.ts';
import { mismatches } from '../contracts/validation.ts';
import { type Contract, kindOf, routeKey, valuesOf } from './contracts.ts';
import { BadFile } from './json-file.ts';
import { misfit, type PactInteraction, readPactFile } from './pact-file.ts';
import { chooseAny, distance } from './select.ts';

/** What a folder of pacts adds to the contracts of this repository. */
export interface AddedPacts {
  files: string[];
  /** By route. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  /** One line each: which interaction is at odds with which contract, and where. */
  conflicts: string[];
}

const nothing: AddedPacts = { files: [], contracts: new Map(), conflicts: [] };

type Contracts = ReadonlyMap<string, readonly Contract[]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reply as a pact says it, with all that the pact leaves open as the nearest contract has it. */
function filled(said: unknown, known: unknown): unknown {
  if (Array.isArray(said)) {
    const rows = Array.isArray(known) ? known : [];
    return said.map((one, index) => filled(one, rows[index] ?? rows[0]));
  }
  if (!isObject(said)) return said === undefined ? known : said;
  const open = isObject(known) ? known : {};
  return {
    ...open,
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, filled(value, open[name])])),
  };
}

function operationOf({ request, description, at }: PactInteraction): {
  operation: Operation;
  params: Record<string, string>;
} {
  const { entry, operation, params } = exchangeFor(request.method, request.path);
  if (!entry) throw new BadFile(`${at}: "${description}": no route has the path ${request.path}`);
  if (!operation) throw new BadFile(`${at}: "${description}": ${request.path} does not know ${request.method}`);
  return { operation, params };
}

function problemOf({ response }: PactInteraction, { name }: Operation): ProblemKey | undefined {
  const { status, body } = response;
  const type = isObject(body) ? body.type : undefined;
  const listed = problemsOf(name).filter((key) => problems[key].status === status);
  return listed.find((key) => problemType(key) === type) ?? (status >= 400 ? listed[0] : undefined);
}

/** As `contractId` makes it, of a consumer that this repository does not know. */
const idOf = ({ consumer, description, states: given }: PactInteraction) =>
  contractId({ consumer, receiving: description, given } as unknown as Interaction);

/** @throws {BadFile} when no route has the request, or the reply is none that the route gives. */
function contractOf(interaction: PactInteraction, contracts: Contracts): Contract {
  const { description, states: given, request, response, at } = interaction;
  const { operation, params } = operationOf(interaction);
  const own = contracts.get(routeKey(operation)) ?? [];
  const asked: Contract['request'] = {
    params,
    query: Object.fromEntries(request.query),
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
  };
  const values = valuesOf(operation, asked);
  const { success = [200] } = routeOf(operation.name);
  const problem = problemOf(interaction, operation);
  const { status } = response;
  if (!problem && status !== 304 && !(success as readonly number[]).includes(status)) {
    throw new BadFile(`${at}: "${description}": ${operation.id} never answers ${status}`);
  }

  const near = chooseAny(
    own.filter(({ reply }) => reply.status === status && reply.problem === problem),
    { values: values ?? {}, body: request.body, states: given.map(({ name }) => name) },
  )?.contract.reply.body;
  const known = problem ? problemDetails(problem, operation.family, request.path) : near;
  const body = status === 304 ? undefined : filled(response.body, known);
  const schema = problem ? ProblemDetails : replySchema(operation.name, operation.family);
  const [wrong] = status === 304 ? [] : mismatches(schema, body, 'en');
  if (wrong) throw new BadFile(`${at}: "${description}": the reply does not fit: #${wrong.pointer}: ${wrong.detail}`);

  const sent = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  const contract = {
    id: idOf(interaction),
    receiving: description,
    operation,
    states: given,
    request: asked,
    values,
    reply: { status, headers: Object.fromEntries(sent), body, problem },
  };
  return { ...contract, kind: kindOf(contract) };
}

/** Where a pact cannot be kept together with the contracts of this repository. */
function* conflictsOf(interaction: PactInteraction, contract: Contract, contracts: Contracts): Generator<string> {
  const { at, description, response, rules } = interaction;
  const named = `${at}: "${description}"`;
  for (const { name } of contract.states) {
    if (!Object.hasOwn(states, name)) yield `${named}: no provider sets up the state "${name}" (contracts/states.ts)`;
  }
  const own = contracts.get(routeKey(contract.operation)) ?? [];
  const twin = own.find(({ id }) => id === contract.id);
  if (twin)
    yield `${named} has the consumer, description and states of contract ${twin.id}, so Pact takes them for one`;
  const isSameState = (one: Contract) =>
    one.states.map(({ name }) => name).join('\n') === contract.states.map(({ name }) => name).join('\n');
  const asked = { values: contract.values ?? {}, body: contract.request.body, states: [] };
  const same = own.find((one) => isSameState(one) && distance(one, asked) === 0 && one.kind === contract.kind);
  if (!same || same.id === contract.id) return;
  const where =
    same.reply.status === response.status ? misfit(response.body, same.reply.body ?? undefined, rules) : 'status';
  if (where && response.body !== undefined) {
    yield `${named} is at odds with contract ${same.id} "${same.receiving}", which answers the same request: ${where}`;
  }
}

/** Pact files of a folder, in a fixed order. */
export const pactFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(folder, file));

/**
 * Reads the pacts of a folder, of any language and of versions 2 to 4, as contracts beside those of this repository.
 *
 * @param folder undefined: none.
 * @throws {BadFile} naming file, line and reason.
 */
export function readPacts(folder: string | undefined, contracts: Contracts): AddedPacts {
  if (folder === undefined) return nothing;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new BadFile(`${folder} is no folder of pacts`);
  const files = pactFilesIn(folder);
  const added = new Map<string, Contract[]>();
  const conflicts: string[] = [];
  for (const interaction of files.flatMap(readPactFile)) {
    const contract = contractOf(interaction, contracts);
    conflicts.push(...conflictsOf(interaction, contract, contracts));
    const key = routeKey(contract.operation);
    added.set(key, [...(added.get(key) ?? []), contract]);
  }
  return { files, contracts: added, conflicts };
}

import { readdirSync, statSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { didYouMean } from '../../../common/cli/did-you-mean.ts';
import { stateViolation } from '../../../common/state-violation.ts';
import { readRequest } from '../../../common/wire/request-context.ts';
import type { Family } from '../../../contracts/families.ts';
import { contractId, type Interaction } from '../../../contracts/interactions/interaction.ts';
import { allowedMethods, type Operation, problemsOf, replySchema } from '../../../contracts/operations.ts';
import { type ProblemKey, problemDetails, problems, problemType } from '../../../contracts/problems.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { ProblemDetails } from '../../../contracts/schemas/problem.ts';
import { type Contract, classify, readValues, routeKey } from '../contract.ts';
import { chooseAny, distance, type MatchInput } from '../matcher.ts';
import { BadFile } from '../read-json.ts';
import { completeReply, type Records, recordsIn } from './complete-reply.ts';
import { fitsRules, isObject } from './matching-rules.ts';
import { findViolation, fitsStatus, type PactFile, type PactInteraction, readPactFile } from './pact-file.ts';
import { addParameters } from './state-parameters.ts';

/** Pacts that are served in addition to the contracts of this repository. */
export interface AddedPacts {
  files: string[];
  /** By route. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  /** One line for each interaction that conflicts with a contract: which ones, and where. */
  conflicts: string[];
  /** One line for each skipped part, and for each conflict of a pending interaction. */
  notes: string[];
}

const noPacts: AddedPacts = { files: [], contracts: new Map(), conflicts: [], notes: [] };

type Contracts = ReadonlyMap<string, readonly Contract[]>;

/** The mock cannot serve an interaction. */
class Unservable extends Error {
  /** The pact itself is wrong, so that no provider could satisfy it. */
  readonly isImpossible: boolean;

  constructor(message: string, isImpossible: boolean) {
    super(message);
    this.isImpossible = isImpossible;
  }
}

/** The problem type that a pact expects; undefined if its body does not say. */
const typeIn = ({ response: { body } }: PactInteraction) => (isObject(body) ? body.type : undefined);

function fitsProblemType(interaction: PactInteraction, key: ProblemKey): boolean {
  const type = typeIn(interaction);
  const own = interaction.rules.get('$.type') ?? [];
  return own.length > 0 ? fitsRules(own, type, problemType(key)) : problemType(key) === type;
}

/**
 * Finds the problem that a pact expects, among those of the route with this status.
 *
 * @throws {Unservable} if none of them has its type.
 */
function findProblem(
  interaction: PactInteraction,
  status: number,
  known: readonly ProblemKey[],
): ProblemKey | undefined {
  const { request, response, rules } = interaction;
  const listed = known.filter((key) => problems[key].status === status);
  const type = typeIn(interaction);
  if (type === undefined) {
    const bodyOf = (key: ProblemKey) => problemDetails(key, undefined, request.path);
    return listed.find((key) => findViolation(response.body, bodyOf(key), rules) === undefined) ?? listed[0];
  }
  const fitting = listed.find((key) => fitsProblemType(interaction, key));
  if (fitting || listed.length === 0) return fitting;
  const types = listed.map(problemType);
  const expected = types.map((one) => `"${one}"`).join(' or ');
  const found = `unknown problem type "${type}" for the status ${status}; expected ${expected}`;
  throw new Unservable(`${found}.${didYouMean(String(type), types)}`, true);
}

/** The contract id of an interaction of another consumer. */
const idOf = ({ consumer, description, states: given }: PactInteraction) =>
  contractId({ consumer, receiving: description, given } as unknown as Interaction);

/** An interaction, and how the mock serves it. */
interface Read {
  /** Its states have the parameters that version 2 lacks. */
  interaction: PactInteraction;
  /** The served contract; undefined if the rules answer without one, or the mock cannot serve it. */
  contract?: Contract | undefined;
  error?: Unservable;
}

const bodyExpectedEmpty = (status: number) =>
  new Unservable(
    `the pact expects an empty body, but the response ${status} has one; leave out "body" if the app does not read it`,
    false,
  );

/**
 * Checks a pact about the rules of HTTP (404 for an unknown route, 405, OPTIONS, HEAD), which needs no contract.
 *
 * @throws {Unservable}
 */
function checkByRule(interaction: PactInteraction, { entry, path }: ReturnType<typeof readRequest>): void {
  const { request, response } = interaction;
  const key = entry ? 'method-not-allowed' : 'route-not-found';
  const { status } = problems[key];
  if (fitsStatus(interaction, status)) {
    findProblem(interaction, status, [key]);
    if (response.isEmpty && request.method !== 'HEAD') throw bodyExpectedEmpty(status);
    return;
  }
  // Pages, such as /board, including those that only the server has.
  const isPage = !entry && !path.startsWith('/api');
  if (isPage || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const found = entry
    ? `${request.path} has no method ${request.method}; expected ${allowedMethods(entry)}`
    : `no route has the path ${request.path}; the catalogue lists them (/ of the mock)`;
  throw new Unservable(found, true);
}

/** The contracts of this repository, with the records in them. */
interface Known {
  all: readonly Contract[];
  of(operation: Operation): readonly Contract[];
  records: Record<Family, Records>;
}

/**
 * Chooses the status of the mock's response: that of the pact or, if the pact has a rule, of the closest contract.
 *
 * @param known statuses of the route.
 * @returns undefined if the rule allows none of them.
 */
function chooseStatus(
  interaction: PactInteraction,
  own: readonly Contract[],
  input: MatchInput,
  known: readonly number[],
): number | undefined {
  const { response, statusRules } = interaction;
  if (statusRules.length === 0) return response.status;
  const fitsType = ({ reply: { problem } }: Contract) =>
    !problem || typeIn(interaction) === undefined || fitsProblemType(interaction, problem);
  const fitting = own.filter((one) => fitsStatus(interaction, one.reply.status) && fitsType(one));
  const closest = chooseAny(fitting, input)?.contract.reply.status;
  return closest ?? known.find((status) => fitsStatus(interaction, status));
}

/** @returns undefined if the rules of HTTP answer without a contract. @throws {Unservable} */
function buildContract(
  interaction: PactInteraction,
  requestContext: ReturnType<typeof readRequest>,
  request: Contract['request'],
  known: Known,
): Contract | undefined {
  const { response, states, description } = interaction;
  const { operation } = requestContext;
  checkHeaders(response.headers);
  if (!operation || interaction.request.method === 'HEAD') {
    checkByRule(interaction, requestContext);
    return undefined;
  }
  const own = known.of(operation);
  const values = readValues(operation, request);
  const { success = [200] }: { success?: readonly number[] } = routeOf(operation.name);
  const input = { values: values ?? {}, body: request.body, states: states.map(({ name }) => name) };
  const listed = problemsOf(operation.name);
  const statuses = [...new Set([...success, 304, ...listed.map((key) => problems[key].status)])];
  const expected = `expected ${statuses.sort((a, b) => a - b).join(', ')}`;
  const status = chooseStatus(interaction, own, input, statuses);
  if (status === undefined) {
    throw new Unservable(
      `${operation.id} has no response with a status that the pact's rule allows; ${expected}`,
      true,
    );
  }
  const problem = findProblem(interaction, status, listed);
  if (!problem && status !== 304 && !success.includes(status)) {
    throw new Unservable(`${operation.id} has no response with the status ${status}; ${expected}`, true);
  }
  let body: unknown;
  if (status !== 304) {
    if (response.isEmpty) throw bodyExpectedEmpty(status);
    const similar = own.filter(({ reply }) => reply.status === status && reply.problem === problem);
    const model = problem
      ? problemDetails(problem, operation.family, interaction.request.path)
      : chooseAny(similar, input)?.contract.reply.body;
    const schema = problem ? ProblemDetails : replySchema(operation.name, operation.family);
    const completed = completeReply(interaction, model, schema, known.records[operation.family]);
    if (completed.error !== undefined) throw new Unservable(completed.error, false);
    body = completed.body;
  }
  const headers = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  const contract = {
    id: idOf(interaction),
    receiving: description,
    operation,
    states,
    request,
    values,
    reply: { status, headers: Object.fromEntries(headers), body, problem },
  };
  return { ...contract, kind: classify(contract) };
}

function readInteraction(written: PactInteraction, known: Known): Read {
  const { method, path, query, headers, body } = written.request;
  const requestContext = readRequest(method, path);
  const { operation, params } = requestContext;
  const request: Contract['request'] = {
    params,
    query: Object.fromEntries(query),
    headers,
    ...(body !== undefined && { body }),
  };
  const own = operation ? known.of(operation) : [];
  const values = operation && readValues(operation, request);
  const interaction = { ...written, states: addParameters(written, own, values, known.all) };
  try {
    return { interaction, contract: buildContract(interaction, requestContext, request, known) };
  } catch (error) {
    if (!(error instanceof Unservable)) throw error;
    return { interaction, error };
  }
}

/** @throws {Unservable} for a response header that HTTP does not allow. */
function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw new Unservable(`invalid response header: ${(error as Error).message}`, false);
    }
  }
}

/** Finds the conflicts of a pact with the contracts of this repository. */
function* findConflicts(
  { interaction, contract, error }: Read,
  stateErrors: readonly string[],
  known: Known,
): Generator<string> {
  const { at, description } = interaction;
  const named = `${at}: "${description}"`;
  for (const one of [...(error ? [error.message] : []), ...stateErrors]) yield `${named}: ${one}`;
  if (!contract) return;
  const own = known.of(contract.operation);
  const twin = own.find(({ id }) => id === contract.id);
  if (twin) yield `${named} has the consumer, description and states of contract ${twin.id}; change one of them`;
  const input = { values: contract.values ?? {}, body: contract.request.body, states: [] };
  const exact = own.filter((one) => one.id !== contract.id && distance(one, input) === 0);
  const [rival, ...others] = findRivals(contract, exact);
  const contradiction = rival && findContradiction(interaction, rival);
  if (contradiction && others.every((one) => findContradiction(interaction, one))) {
    yield `${named} contradicts contract ${rival.id} "${rival.receiving}", which has the same request: ${contradiction}`;
  }
}

/** The first path where a contract does not fit the pact, or `status`. */
function findContradiction(interaction: PactInteraction, { reply }: Contract): string | undefined {
  if (!fitsStatus(interaction, reply.status)) return 'status';
  const { body } = interaction.response;
  return body === undefined ? undefined : findViolation(body, reply.body, interaction.rules);
}

/**
 * The contracts with the same request, one of which the pact must fit: the one in the same states. Without it, those in any
 * state, if the response depends on content alone or the pact has no state.
 */
function findRivals(contract: Contract, exact: readonly Contract[]): Contract[] {
  const namesOf = ({ states }: Contract) => states.map(({ name }) => name).join('\n');
  const byData: readonly Contract['kind'][] = ['success', 'data-problem'];
  const inState = exact.find(
    (one) =>
      namesOf(one) === namesOf(contract) &&
      (one.kind === contract.kind || [one, contract].every(({ kind }) => byData.includes(kind))),
  );
  if (inState) return [inState];
  if (contract.states.length > 0 && routeOf(contract.operation.name).cache !== 'content') return [];
  return exact.filter(({ kind, reply }) => kind === contract.kind && reply.status === contract.reply.status);
}

/**
 * Lists a pact file, or the pact files of a folder in a fixed order.
 *
 * @throws {BadFile} when the path is neither.
 */
export function listPactFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return [path];
  if (!stats?.isDirectory()) throw new BadFile(`${path}: not found; expected a pact file or a folder of pact files`);
  return (
    readdirSync(path)
      // On some disks macOS also writes ._x.json for x.json.
      .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      .sort()
      .map((file) => join(path, file))
  );
}

/** A pact file of another team, read against the contracts of this repository. */
export interface ReadPact extends Omit<PactFile, 'interactions'> {
  file: string;
  /** In the order of the file, without the skipped ones. There is no need to verify an impossible interaction. */
  interactions: (Read & { isImpossible: boolean; conflicts: string[] })[];
}

/**
 * Reads pact files, with the parameters that version 2 lacks and the conflicts with our contracts.
 *
 * @throws {BadFile} for a broken file; an impossible interaction is a conflict.
 */
export function readPactFiles(files: readonly string[], contracts: Contracts): ReadPact[] {
  const all = [...contracts.values()].flat();
  const recordsOf = (family: Family) => recordsIn(all.filter(({ operation }) => operation.family === family));
  const known: Known = {
    all,
    of: (operation) => contracts.get(routeKey(operation)) ?? [],
    records: { v1: recordsOf('v1'), v3: recordsOf('v3') },
  };
  return files.map((file) => {
    const pact = readPactFile(file);
    const interactions = pact.interactions.map((one) => {
      const read = readInteraction(one, known);
      const stateErrors = read.interaction.states.flatMap((state) => stateViolation(state) ?? []);
      return {
        ...read,
        isImpossible: read.error?.isImpossible === true || stateErrors.length > 0,
        conflicts: [...findConflicts(read, stateErrors, known)],
      };
    });
    return { ...pact, file, interactions };
  });
}

/**
 * Reads pacts of other teams, versions 2 to 4, as contracts to serve in addition to those of this repository. Interactions that the
 * mock cannot serve are reported as conflicts, and its own contracts answer.
 *
 * @param path a folder, or one file; undefined: none.
 * @throws {BadFile} naming file, line and reason: a broken file, or an interaction that no provider could satisfy.
 */
export function readPacts(path: string | undefined, contracts: Contracts): AddedPacts {
  if (path === undefined) return noPacts;
  const files = listPactFiles(path);
  const added = new Map<string, Contract[]>();
  const conflicts: string[] = [];
  const notes: string[] = [];
  for (const { skipped, unsupported, interactions } of readPactFiles(files, contracts)) {
    notes.push(...skipped, ...(unsupported === undefined ? [] : [unsupported]));
    for (const { interaction, contract, error, conflicts: own } of interactions) {
      if (error?.isImpossible && !interaction.isPending) throw new BadFile(own[0]);
      if (interaction.isPending) notes.push(...own.map((line) => `${line} (pending)`));
      else conflicts.push(...own);
      if (!contract) continue;
      const key = routeKey(contract.operation);
      added.set(key, [...(added.get(key) ?? []), contract]);
    }
  }
  return { files, contracts: added, conflicts, notes };
}

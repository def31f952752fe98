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
import { type Contract, contractOf, readValues, routeKey } from '../contract.ts';
import { chooseClosest, distance } from '../matcher.ts';
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

  constructor(message: string, isImpossible = true) {
    super(message);
    this.isImpossible = isImpossible;
  }
}

/** A reply of a route. */
interface Possible {
  status: number;
  problem?: ProblemKey | undefined;
}

const possibleProblems = (keys: readonly ProblemKey[]): Possible[] =>
  keys.map((problem) => ({ status: problems[problem].status, problem }));

/**
 * Finds the replies of a route that fit the status and the problem type of a pact.
 *
 * @param misfit what to say if none has the status.
 * @throws {Unservable} if there is none.
 */
function findFitting(interaction: PactInteraction, possible: readonly Possible[], misfit: string): Possible[] {
  const { response, rules } = interaction;
  const ofStatus = possible.filter(({ status }) => fitsStatus(interaction, status));
  if (ofStatus.length === 0) throw new Unservable(misfit);
  const { type } = isObject(response.body) ? response.body : {};
  const typeRules = rules.get('$.type') ?? [{ match: 'equality' }];
  const fitting = ofStatus.filter(
    ({ problem }) => !problem || type === undefined || fitsRules(typeRules, type, problemType(problem)),
  );
  if (fitting.length > 0) return fitting;
  const types = ofStatus.flatMap(({ problem }) => (problem ? [problemType(problem)] : []));
  const expected = types.map((one) => `"${one}"`).join(' or ');
  const found = `unknown problem type "${type}" for the status ${response.status}; expected ${expected}`;
  throw new Unservable(`${found}.${didYouMean(String(type), types)}`);
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
  const [problem] = possibleProblems([entry ? 'method-not-allowed' : 'route-not-found']) as [Possible];
  // Pages, such as /board, including those that only the server has.
  const isPage = !entry && !path.startsWith('/api');
  const isFree = isPage || request.method === 'HEAD' || request.method === 'OPTIONS';
  if (isFree && !fitsStatus(interaction, problem.status)) return;
  const misfit = entry
    ? `${request.path} has no method ${request.method}; expected ${allowedMethods(entry)}`
    : `no route has the path ${request.path}; the page / of the mock lists the routes`;
  findFitting(interaction, [problem], misfit);
  if (response.isEmpty && request.method !== 'HEAD') throw bodyExpectedEmpty(problem.status);
}

/** The contracts of this repository, with the records in them. */
interface Known {
  all: readonly Contract[];
  of(operation: Operation): readonly Contract[];
  records: Record<Family, Records>;
}

/** @returns undefined if the rules of HTTP answer without a contract. @throws {Unservable} */
function buildContract(
  interaction: PactInteraction,
  requestContext: ReturnType<typeof readRequest>,
  request: Contract['request'],
  { of, records }: Known,
): Contract | undefined {
  const { response, statusRules, states, description } = interaction;
  const { operation } = requestContext;
  checkHeaders(response.headers);
  if (!operation || interaction.request.method === 'HEAD') {
    checkByRule(interaction, requestContext);
    return undefined;
  }
  const own = of(operation);
  const values = readValues(operation, request);
  const input = { values: values ?? {}, body: request.body, states: states.map(({ name }) => name) };
  const { success = [200] }: { success?: readonly number[] } = routeOf(operation.name);
  const listed = possibleProblems(problemsOf(operation.name));
  const possible: Possible[] = [...[...success, 304].map((status) => ({ status })), ...listed];
  const statuses = [...new Set(possible.map(({ status }) => status))].sort((a, b) => a - b).join(', ');
  const wanted = statusRules.length > 0 ? "a status that the pact's rule allows" : `the status ${response.status}`;
  const misfit = `${operation.id} has no response with ${wanted}; expected ${statuses}`;
  const fitting = findFitting(interaction, possible, misfit);
  const similar = own.filter(({ reply }) =>
    fitting.some(({ status, problem }) => reply.status === status && reply.problem === problem),
  );
  const model = chooseClosest(similar, input)?.contract.reply;
  const { status, problem } = model ?? (fitting[0] as Possible);
  let body: unknown;
  if (status !== 304) {
    if (response.isEmpty) throw bodyExpectedEmpty(status);
    const known = problem ? problemDetails(problem, operation.family, interaction.request.path) : model?.body;
    const schema = problem ? ProblemDetails : replySchema(operation.name, operation.family);
    const completed = completeReply(interaction, known, schema, records[operation.family]);
    if (completed.error !== undefined) throw new Unservable(completed.error, false);
    body = completed.body;
  }
  const headers = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return contractOf({
    id: idOf(interaction),
    receiving: description,
    operation,
    states,
    request,
    reply: { status, headers: Object.fromEntries(headers), body, problem },
  });
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
 * @param path a folder or a file; undefined: no pacts.
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

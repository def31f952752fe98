import { readdirSync, statSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { didYouMean } from '../../../common/cli/did-you-mean.ts';
import { stateViolation } from '../../../common/state-violation.ts';
import { readRequest } from '../../../common/wire/request-context.ts';
import type { Family } from '../../../contracts/families.ts';
import { contractId, type Interaction } from '../../../contracts/interactions/interaction.ts';
import { type Operation, problemsOf, replySchema } from '../../../contracts/operations.ts';
import { type ProblemKey, problemDetails, problems, problemType } from '../../../contracts/problems.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { ProblemDetails } from '../../../contracts/schemas/problem.ts';
import { type Contract, classify, readValues, routeKey } from '../contract.ts';
import { chooseAny, distance, type MatchInput } from '../matcher.ts';
import { BadFile } from '../read-json.ts';
import { completeReply, Records } from './complete-reply.ts';
import { fitsRules, isObject } from './matching-rules.ts';
import { findViolation, fitsStatus, type PactInteraction, readPactFile } from './pact-file.ts';
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

const nothing: AddedPacts = { files: [], contracts: new Map(), conflicts: [], notes: [] };

type Contracts = ReadonlyMap<string, readonly Contract[]>;

/** Finds the problem that a pact expects, among those of the route with this status. */
function findProblem({ response, rules }: PactInteraction, status: number, known: readonly ProblemKey[], path: string) {
  const { body } = response;
  const type = isObject(body) ? body.type : undefined;
  const listed = known.filter((key) => problems[key].status === status);
  if (type === undefined) {
    const isLike = (key: ProblemKey) => findViolation(body, problemDetails(key, undefined, path), rules) === undefined;
    return { key: listed.find(isLike) ?? listed[0] };
  }
  const own = rules.get('$.type') ?? [];
  const fitting = listed.find((key) =>
    own.length > 0 ? fitsRules(own, type, problemType(key)) : problemType(key) === type,
  );
  const types = listed.map(problemType);
  if (fitting || types.length === 0) return { key: fitting };
  const expected = types.map((one) => `"${one}"`).join(' or ');
  const error = `unknown problem type "${type}" for the status ${status}; expected ${expected}`;
  return { error: `${error}.${didYouMean(String(type), types)}` };
}

/** The contract id of an interaction of another consumer. */
const idOf = ({ consumer, description, states: given }: PactInteraction) =>
  contractId({ consumer, receiving: description, given } as unknown as Interaction);

/** An interaction, and how the mock serves it. */
interface Read {
  /** Its states have the parameters that version 2 lacks. */
  interaction: PactInteraction;
  /** The served contract; undefined if the rules answer without one, or the mock cannot serve it. */
  contract?: Contract;
  /** Sentences that say why the mock cannot serve it. */
  errors: string[];
  /** The pact itself is wrong, so that no provider could satisfy it. */
  isImpossible: boolean;
}

const emptyBodyError = (status: number) =>
  `the pact expects an empty body, but the response ${status} has one; leave out "body" if the app does not read it`;

/** Reads a pact about the rules of HTTP (404 for an unknown route, 405, OPTIONS, HEAD), which needs no contract. */
function readByRule(
  interaction: PactInteraction,
  requestContext: ReturnType<typeof readRequest>,
): Omit<Read, 'interaction'> {
  const { request } = interaction;
  const { entry } = requestContext;
  const byProblem = (known: ProblemKey) => {
    const { status } = problems[known];
    const { error } = findProblem(interaction, status, [known], request.path);
    if (error) return { errors: [error], isImpossible: true };
    const isContrary = interaction.response.isEmpty && request.method !== 'HEAD';
    return { errors: isContrary ? [emptyBodyError(status)] : [], isImpossible: false };
  };
  if (!entry && fitsStatus(interaction, 404)) return byProblem('route-not-found');
  if (entry && fitsStatus(interaction, 405)) return byProblem('method-not-allowed');
  // Pages, such as /docs, including those that only the server has.
  const isPage = !entry && !requestContext.path.startsWith('/api');
  if (isPage || request.method === 'HEAD' || request.method === 'OPTIONS') return { errors: [], isImpossible: false };
  const error = entry ? `${request.path} has no method ${request.method}` : `no route has the path ${request.path}`;
  return { errors: [error], isImpossible: true };
}

/** The contracts of this repository, with the records in them. */
interface Known {
  all: readonly Contract[];
  of(operation: Operation): readonly Contract[];
  records: Record<Family, Records>;
}

function readKnown(contracts: Contracts): Known {
  const all = [...contracts.values()].flat();
  const recordsOf = (family: Family) => new Records(all.filter(({ operation }) => operation.family === family));
  return {
    all,
    of: (operation) => contracts.get(routeKey(operation)) ?? [],
    records: { v1: recordsOf('v1'), v3: recordsOf('v3') },
  };
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
  const type = isObject(response.body) ? response.body.type : undefined;
  const fitsType = ({ reply }: Contract) =>
    !reply.problem || type === undefined || !findProblem(interaction, reply.status, [reply.problem], '').error;
  const fitting = own.filter((one) => fitsStatus(interaction, one.reply.status) && fitsType(one));
  const closest = chooseAny(fitting, input)?.contract.reply.status;
  return closest ?? known.find((status) => fitsStatus(interaction, status));
}

function readInteraction(written: PactInteraction, known: Known): Read {
  const { request, response } = written;
  const requestContext = readRequest(request.method, request.path);
  const { operation, params } = requestContext;
  const own = operation ? known.of(operation) : [];
  const contractRequest: Contract['request'] = {
    params,
    query: Object.fromEntries(request.query),
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
  };
  const values = operation && readValues(operation, contractRequest);
  const states = addParameters(written, { own, values, body: request.body }, known.all);
  const interaction = { ...written, states };
  const headerErrors = findHeaderErrors(interaction);
  if (headerErrors.length > 0) return { interaction, errors: headerErrors, isImpossible: false };
  if (!operation || request.method === 'HEAD') return { interaction, ...readByRule(interaction, requestContext) };

  const { success = [200] } = routeOf(operation.name);
  const input = { values: values ?? {}, body: request.body, states: states.map(({ name }) => name) };
  const status = chooseStatus(interaction, own, input, [
    ...success,
    304,
    ...problemsOf(operation.name).map((key) => problems[key].status),
  ]);
  if (status === undefined) {
    const error = `${operation.id} has no response with a status that the pact's rule allows`;
    return { interaction, errors: [error], isImpossible: true };
  }
  const { key: problem, error } = findProblem(interaction, status, problemsOf(operation.name), request.path);
  if (error) return { interaction, errors: [error], isImpossible: true };
  if (!problem && status !== 304 && !(success as readonly number[]).includes(status)) {
    return { interaction, errors: [`${operation.id} has no response with the status ${status}`], isImpossible: true };
  }
  if (response.isEmpty && status !== 304) {
    return { interaction, errors: [emptyBodyError(status)], isImpossible: false };
  }

  const closestBody = chooseAny(
    own.filter(({ reply }) => reply.status === status && reply.problem === problem),
    input,
  )?.contract.reply.body;
  const model = problem ? problemDetails(problem, operation.family, request.path) : closestBody;
  const schema = problem ? ProblemDetails : replySchema(operation.name, operation.family);
  const reply =
    status === 304 ? { body: undefined } : completeReply(interaction, model, schema, known.records[operation.family]);
  if (reply.error !== undefined) return { interaction, errors: [reply.error], isImpossible: false };

  const headers = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  const contract = {
    id: idOf(interaction),
    receiving: interaction.description,
    operation,
    states,
    request: contractRequest,
    values,
    reply: { status, headers: Object.fromEntries(headers), body: reply.body, problem },
  };
  return { interaction, contract: { ...contract, kind: classify(contract) }, errors: [], isImpossible: false };
}

/** Says which response headers HTTP does not allow. */
const findHeaderErrors = ({ response }: PactInteraction): string[] =>
  Object.entries(response.headers).flatMap(([name, value]) => {
    try {
      validateHeaderName(name);
    } catch {
      return `invalid response header name "${name}"; expected letters, digits and !#$%&'*+-.^_\`|~`;
    }
    try {
      validateHeaderValue(name, value);
      return [];
    } catch {
      return `invalid response header ${name}: ${JSON.stringify(value)}; expected no line breaks, control characters or characters beyond Latin-1`;
    }
  });

const findStateErrors = ({ states }: PactInteraction) => states.flatMap((state) => stateViolation(state) ?? []);

/** Finds the conflicts of a pact with the contracts of this repository. */
function* findConflicts({ interaction, contract, errors }: Read, known: Known): Generator<string> {
  const { at, description } = interaction;
  const named = `${at}: "${description}"`;
  for (const error of [...errors, ...findStateErrors(interaction)]) yield `${named}: ${error}`;
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
      // macOS writes ._x.json beside x.json on some disks.
      .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      .sort()
      .map((file) => join(path, file))
  );
}

/** A pact file of another team, read against the contracts of this repository. */
export interface ReadPact {
  file: string;
  /** In the order of the file, without the skipped ones. There is no need to verify an impossible interaction. */
  interactions: { interaction: PactInteraction; isImpossible: boolean; conflicts: string[] }[];
  skipped: string[];
  unsupported: string | undefined;
}

function readAll(files: readonly string[], known: Known) {
  return files.map((file) => {
    const { interactions, skipped, unsupported } = readPactFile(file);
    const read = interactions.map((one) => readInteraction(one, known));
    return {
      file,
      skipped,
      unsupported,
      read: read.map((one) => ({ ...one, conflicts: [...findConflicts(one, known)] })),
    };
  });
}

/**
 * Reads pact files for verification, with the parameters that version 2 lacks and the conflicts found here.
 *
 * @throws {BadFile} for a broken file; an impossible interaction is a conflict.
 */
export const readPactFiles = (files: readonly string[], contracts: Contracts): ReadPact[] =>
  readAll(files, readKnown(contracts)).map(({ file, skipped, unsupported, read }) => ({
    file,
    skipped,
    unsupported,
    interactions: read.map(({ interaction, isImpossible, conflicts }) => ({
      interaction,
      isImpossible: isImpossible || findStateErrors(interaction).length > 0,
      conflicts,
    })),
  }));

/**
 * Reads pacts of other teams, versions 2 to 4, as contracts to serve in addition to those of this repository. Interactions that the
 * mock cannot serve are reported as conflicts, and its own contracts answer.
 *
 * @param path a folder, or one file; undefined: none.
 * @throws {BadFile} naming file, line and reason: a broken file, or an interaction that no provider could satisfy.
 */
export function readPacts(path: string | undefined, contracts: Contracts): AddedPacts {
  if (path === undefined) return nothing;
  const files = listPactFiles(path);
  const added = new Map<string, Contract[]>();
  const conflicts: string[] = [];
  const notes: string[] = [];
  for (const { skipped, unsupported, read } of readAll(files, readKnown(contracts))) {
    notes.push(...skipped, ...(unsupported === undefined ? [] : [unsupported]));
    for (const { interaction, contract, isImpossible, conflicts: own } of read) {
      if (isImpossible && !interaction.isPending) throw new BadFile(own[0]);
      if (interaction.isPending) notes.push(...own.map((line) => `${line} (pending)`));
      else conflicts.push(...own);
      if (!contract) continue;
      const key = routeKey(contract.operation);
      added.set(key, [...(added.get(key) ?? []), contract]);
    }
  }
  return { files, contracts: added, conflicts, notes };
}

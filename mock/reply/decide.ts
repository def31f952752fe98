import type { Request } from 'express';
import { fill } from '../../contracts/http/paths.ts';
import type { Values } from '../../contracts/operations.ts';
import { filteredPath, type Operation, operations, problemsOf, replySchema } from '../../contracts/operations.ts';
import { languageOf, type ProblemKey, problemDetails, problems } from '../../contracts/problems.ts';
import { readJson } from '../../contracts/requests/body.ts';
import { checkBody, checkParameters } from '../../contracts/requests/checks.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import type { RequestContext } from '../../contracts/requests/request-context.ts';
import { routeOf } from '../../contracts/routes.ts';
import { bearerToken } from '../../contracts/rules/bearer.ts';
import { fits, mustBeOneOf } from '../../contracts/schemas/validation.ts';
import { type Nearest, nearestSentence, nearestTo, splitValues } from '../contracts/closest-match.ts';
import { type Contract, routeKey } from '../contracts/contract.ts';
import {
  type Asked,
  type Choice,
  choose,
  chooseAny,
  chooseMissing,
  distance,
  narrow,
  type Unknown,
} from '../contracts/matcher.ts';
import { applied, namesNothing, type Preferences } from '../contracts/preferences.ts';
import { MockProblem, problemHeaders } from '../contracts/problems.ts';
import type { Match, Unmatched } from '../session/request-log.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { Engine } from './contract-set.ts';
import { pageOf } from './paging.ts';
import type { Made } from './reply-context.ts';
import { make } from './stateful-reply.ts';

/** What the mock is going to answer, and why. */
export interface Decision {
  operation: Operation;
  /** The contract that the reply is, or that it is made like. */
  contract: Contract;
  match: Match;
  reply: Contract['reply'];
  preferences: Preferences;
  values: Values;
  body: unknown;
  /** False where the reply was asked for by name, whatever the request holds. */
  isChecked: boolean;
  /** The reply follows from what was done before or from the moment, so the next one may differ. */
  isMade: boolean;
  /** The contract of a 304 for this request, if there is one. */
  held: Contract | undefined;
  /** Whether 304 was asked for by name. */
  isHeld: boolean;
  nearest: Nearest | undefined;
  unmatched: Unmatched | undefined;
}

/** Who asks, and how. */
export interface Asking {
  requestContext: RequestContext & { operation: Operation };
  preferences: Preferences;
  /** Of what the client prefers, all but what the weather has overruled. */
  honoured: Preferences;
  session: Session;
  sessions: Sessions;
}

/** @throws {Problem} as the server: 401 without a bearer token, 403 for the one that a contract has rejected. */
function checkFeedKey(authorization: string | undefined, contracts: readonly Contract[]): void {
  const given = bearerToken(authorization);
  if (!given) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const rejected = contracts.some(({ reply, request }) => {
    const sent = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
    return reply.problem === 'feed-key-rejected' && bearerToken(sent?.[1]) === given;
  });
  if (rejected) throw new Problem('feed-key-rejected');
}

/** The path form that a request amounts to: an optional parameter that is empty counts as not given. */
function formOf(operation: Operation, values: Values): Operation {
  const optional = operation.id.split('.').slice(2);
  const id = [operation.family, operation.name, ...optional.filter((name) => name in values)].join('.');
  return operations.find((one) => one.id === id) ?? operation;
}

/** A problem that the route lists under this status, though none of its contracts meets it. */
function listedProblem(operation: Operation, code: number): ProblemKey | undefined {
  return problemsOf(operation.name).find((key) => problems[key].status === code);
}

function refuse({ preference, known }: Unknown, { family, name }: Operation): MockProblem {
  const all = preference === 'code' ? problemsOf(name).map((key) => problems[key].status) : [];
  const choices = [...new Set([...known, ...all])].sort();
  const detail = mustBeOneOf(choices, languageOf(family));
  return new MockProblem('unknown-preference', [{ parameter: `Prefer: ${preference}`, detail }]);
}

/** Contracts of a state that has these parameters. */
export const isInState = ({ states }: Contract, { state, params = {} }: NonNullable<Session['state']>) =>
  states.some(
    (one) =>
      one.name === state && Object.entries(params).every(([name, value]) => String(one.params[name]) === String(value)),
  );

/** A reply that was made, and the contract that it is made like. */
function likeContract(own: readonly Contract[], made: Made, asked: Asked, instance: string, operation: Operation) {
  const isLike = ({ kind, reply }: Contract) => {
    if (!('problem' in made)) return kind === 'success' && reply.status === made.status;
    const extensions = Object.keys(made.extensions ?? {});
    return reply.problem === made.problem && extensions.every((name) => name in (reply.body as object));
  };
  const contract = chooseAny(own.filter(isLike), asked)?.contract;
  if (!contract) throw new Error(`no contract of ${operation.id} is like what was made`);
  const reply: Contract['reply'] =
    'problem' in made
      ? {
          status: problems[made.problem].status,
          headers: {},
          body: problemDetails(made.problem, operation.family, instance, made.extensions),
          problem: made.problem,
        }
      : { status: made.status, headers: made.headers ?? {}, body: made.body, problem: undefined };
  return { contract, reply };
}

/** A part of a list that has a contract as a whole. */
function cutList(own: readonly Contract[], operation: Operation, path: string, asked: Asked) {
  if (!routeOf(operation.name).list) return undefined;
  const { limit: _, cursor: __, weight_class: ___, born_country: ____, ...values } = asked.values;
  const whole = own.find((contract) => contract.kind === 'success' && distance(contract, { ...asked, values }) === 0);
  const spelt = routeOf(operation.name).path.includes('(') ? filteredPath(operation, asked.values) : path;
  const page = whole && pageOf(operation.name, spelt, whole.reply.body as Record<string, unknown>[], asked.values);
  return whole && page && { contract: whole, reply: { ...whole.reply, ...page } };
}

/** How often Prism is asked for a body until one fits our own schema, which is stricter than what it heeds. */
const generations = 20;

async function generated(engine: Engine, { operation, contract, preferences }: Decision): Promise<unknown> {
  const { name, family } = operation;
  for (let attempt = 0; attempt < generations; attempt++) {
    const seed = `${preferences.seed ?? '1'}${attempt > 0 ? `/${attempt}` : ''}`;
    const body = await engine.judge.generate(operation, contract.reply.status, seed);
    if (fits(replySchema(name, family), body)) return body;
  }
  return undefined;
}

/**
 * Decides which contract answers a request that has a route, in the server's order of checks.
 *
 * @throws {Problem} for a request that the server refuses too; {MockProblem} for a preference that no contract fits.
 */
export async function decide(req: Request, engine: Engine, asking: Asking): Promise<Decision> {
  const { requestContext, session, sessions } = asking;
  const { operation: found, params, query, instance } = requestContext;
  const route = routeOf(found.name);
  const own = engine.contracts.get(routeKey(found)) ?? [];
  const { values, faults } = checkParameters(found, params, query);
  const preferences = { ...asking.preferences, code: asking.preferences.rate ?? asking.preferences.code };

  const { left: narrowed, unknown } = narrow(own, preferences);
  if (unknown) {
    const key = unknown.preference === 'code' && listedProblem(found, preferences.code as number);
    if (!key) throw refuse(unknown, found);
    const said = applied(asking.honoured);
    const headers = { ...problemHeaders[key], ...(said !== '' && { 'Preference-Applied': said }) };
    throw new Problem(key, { headers });
  }
  // The state of the session holds on the routes that have contracts in it, unless the request names another.
  const { state } = session;
  const inState = state && preferences.states.length === 0 ? narrowed.filter((one) => isInState(one, state)) : [];
  const left = inState.length > 0 ? inState : narrowed;
  const states = inState.length > 0 && state ? [state.state] : preferences.states;
  const asked: Asked = { values: values ?? {}, states };
  const operation = formOf(found, asked.values);
  const isPlain = namesNothing(preferences) && inState.length === 0;

  const base = { operation, preferences: asking.preferences, values: asked.values, body: undefined as unknown };
  const nothingElse = { held: undefined, isHeld: false, nearest: undefined, unmatched: undefined, isMade: false };
  const named = isPlain ? undefined : chooseByName(left, preferences, asked);
  const isHeld = named?.contract.kind === 'held';
  if (named && !isHeld) {
    const { contract } = named;
    return {
      ...base,
      ...named,
      ...nothingElse,
      operation: contract.operation,
      reply: contract.reply,
      isChecked: false,
    };
  }

  if (route.credential) checkFeedKey(req.headers.authorization, own);
  if (faults) throw new Problem('invalid-request', { errors: faults });
  const body = route.body ? await readJson(req, route.bodyLimit ?? 0) : undefined;
  const unfit = checkBody({ ...route, ...engine.bodySchema(found) }, body, found.family);
  if (unfit.length > 0) throw new Problem('invalid-body', { errors: unfit });
  const whole: Asked = { ...asked, body };
  const checked = { ...base, ...nothingElse, body, isChecked: true };

  if (isPlain) {
    const night = sessions.nightOf(session);
    const exact = choose(own, whole);
    const made = await make(found.name, {
      ...{ family: found.family, values: asked.values, body, session, night },
      contractBody: exact?.match === 'exact' ? exact.contract.reply.body : undefined,
      keep(ballots) {
        sessions.change(session.name, (one) => {
          one.ballots = ballots;
        });
      },
    });
    if (made) {
      const like = likeContract(own, made, whole, instance, operation);
      const isUnknown = 'problem' in made && unknownThings.includes(made.problem) && exact?.match !== 'exact';
      if (isUnknown) return { ...checked, ...unmatchedBy(own, operation, whole, like) };
      return { ...checked, ...like, match: night ? 'live' : 'remembered', isMade: true };
    }
  }

  // A state in which only faulty requests were described, as that of the sample content on a POST, limits nothing else.
  const isDescribed = left.some(({ kind }) => kind === 'success' || kind === 'stored');
  const candidates = isDescribed ? left : own;
  const choice = choose(candidates, whole);
  if (!choice) throw new Error(`no contract answers ${operation.id}`);
  const held = named?.contract ?? own.find((contract) => contract.kind === 'held' && distance(contract, whole) === 0);
  const decision: Decision = { ...checked, ...choice, reply: choice.contract.reply, held, isHeld };
  if (preferences.dynamic) {
    const made = await generated(engine, decision);
    if (made !== undefined) return { ...decision, match: 'dynamic', reply: { ...decision.reply, body: made } };
  }
  if (choice.match === 'exact') return decision;

  const page = isPlain ? cutList(own, operation, requestContext.path, whole) : undefined;
  if (page) return { ...decision, ...page, match: 'page' };
  const missing = isPlain ? chooseMissing(own, whole) : undefined;
  if (missing) {
    const { contract } = missing;
    return { ...decision, ...unmatchedBy(own, operation, whole, { contract, reply: contract.reply }) };
  }
  // What was asked for by name is meant, whatever the request holds.
  const nearest = isPlain || choice.contract.kind === 'success' ? nearestTo(own, whole) : undefined;
  const unmatched = isPlain ? { operation, ...splitValues(operation, asked.values), body, nearest } : undefined;
  return { ...decision, nearest, unmatched };
}

/** Problems of what a request names; another one might be known. */
const unknownThings: readonly ProblemKey[] = ['fight-not-found', 'event-not-found'];

/** A 404 that no contract is about: its detail says what is nearest, and the request is noted. */
function unmatchedBy(
  own: readonly Contract[],
  operation: Operation,
  asked: Asked,
  { contract, reply }: Pick<Decision, 'contract' | 'reply'>,
): Pick<Decision, 'contract' | 'reply' | 'match' | 'nearest' | 'unmatched'> {
  const nearest = nearestTo(own, asked);
  const unmatched = { operation, ...splitValues(operation, asked.values), body: asked.body, nearest };
  const said = (reply.body as { detail: string }).detail;
  const detail = nearest ? `${said} ${nearestSentence(nearest, operation)}` : said;
  return {
    contract,
    match: 'fallback',
    reply: { ...reply, body: { ...(reply.body as object), detail } },
    nearest,
    unmatched,
  };
}

/** The path of a request as the document has it. */
export const pathOfValues = ({ path }: Operation, params: Readonly<Record<string, string>>) => fill(path, params);

/**
 * The contract that preferences ask for whatever the request holds: one that `code` or `example` names, unless it is a
 * success, or one of a state that no request gets past. Otherwise the request is checked first.
 */
function chooseByName(left: readonly Contract[], { code, example }: Preferences, asked: Asked): Choice | undefined {
  const isNamed = code !== undefined || example !== undefined;
  if (!isNamed && left.some(({ kind }) => kind !== 'weather')) return undefined;
  const choice = chooseAny(left, asked);
  return choice?.contract.kind === 'success' ? undefined : choice;
}

import type { Request } from 'express';
import { readJson } from '../contracts/body.ts';
import { checkBody, checkParameters, type Values } from '../contracts/checks.ts';
import type { Exchange } from '../contracts/exchange.ts';
import { Problem } from '../contracts/problem.ts';
import { languageOf, type ProblemKey, problems } from '../contracts/problems.ts';
import { type Operation, operations, problemsOf, routeOf } from '../contracts/routes.ts';
import { mustBeOneOf } from '../contracts/validation.ts';
import { type Contract, routeKey } from './contracts.ts';
import { isEmpty, type Preferences, parsePrefer } from './prefer.ts';
import { type Choice, choose, chooseAny, distance, narrow, type Unknown } from './select.ts';

/** What the mock is going to answer, and the values it was chosen by. */
export interface Decision extends Choice {
  operation: Operation;
  preferences: Preferences;
  body: unknown;
  /** False where the reply was asked for by name, whatever the request holds. */
  isChecked: boolean;
  /** The contract of a 304 for this request, if there is one. */
  held: Contract | undefined;
  /** Whether 304 was asked for by name. */
  isHeld: boolean;
}

/** @throws {Problem} as the server: 401 without a bearer token, 403 for the one that a contract has rejected. */
function checkFeedKey(authorization: string | undefined, contracts: readonly Contract[]): void {
  const token = (header: string | undefined) => /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1];
  const given = token(authorization);
  if (!given) throw new Problem('feed-key-required', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const rejected = contracts.some(({ reply, request }) => {
    const sent = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
    return reply.problem === 'feed-key-rejected' && token(sent?.[1]) === given;
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

function refuse({ preference, known }: Unknown, { family, name }: Operation): Problem {
  const all = preference === 'code' ? problemsOf(name).map((key) => problems[key].status) : [];
  const choices = [...new Set([...known, ...all])].sort();
  const detail = mustBeOneOf(choices, languageOf(family));
  return new Problem('invalid-request', { errors: [{ parameter: `Prefer: ${preference}`, detail }] });
}

/** Headers that go with a problem wherever it is met. */
const problemHeaders: Partial<Record<ProblemKey, Record<string, string>>> = {
  'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
  'too-many-requests': { 'Retry-After': '2' },
  'service-unavailable': { 'Retry-After': '2' },
};

/**
 * Decides which contract answers a request that has a route, in the server's order of checks.
 *
 * @param contracts of every route, from `readContracts`.
 * @throws {Problem} for a request that the server refuses too, or a preference that no contract fits.
 */
export async function decide(
  req: Request,
  { operation: found, params, query }: Exchange & { operation: Operation },
  contracts: ReadonlyMap<string, readonly Contract[]>,
): Promise<Decision> {
  const route = routeOf(found.name);
  const own = contracts.get(routeKey(found)) ?? [];
  const preferences = parsePrefer(req.headers.prefer as string | undefined);
  const { values, faults } = checkParameters(found, params, query);
  const asked = { values: values ?? {}, states: preferences.states };
  const operation = formOf(found, asked.values);

  const { left, unknown } = narrow(own, preferences);
  if (unknown) {
    const key = unknown.preference === 'code' && listedProblem(found, preferences.code as number);
    if (!key) throw refuse(unknown, found);
    throw new Problem(key, { headers: problemHeaders[key] ?? {} });
  }
  const named = isEmpty(preferences) ? undefined : chooseByName(left, preferences, asked);
  const isHeld = named?.contract.kind === 'held';
  if (named && !isHeld)
    return {
      ...named,
      operation: named.contract.operation,
      preferences,
      body: undefined,
      isChecked: false,
      held: undefined,
      isHeld,
    };

  if (route.credential) checkFeedKey(req.headers.authorization, own);
  if (faults) throw new Problem('invalid-request', { errors: faults });
  const body = route.body ? await readJson(req, route.bodyLimit ?? 0) : undefined;
  const unfit = checkBody(route, body, found.family);
  if (unfit.length > 0) throw new Problem('invalid-body', { errors: unfit });

  // A state in which only faulty requests were described, as that of the sample content on a POST, limits nothing else.
  const isDescribed = left.some(({ kind }) => kind === 'success' || kind === 'stored');
  const choice = choose(isDescribed ? left : own, { ...asked, body });
  if (!choice) throw new Error(`no contract answers ${operation.id}`);
  const held = named?.contract ?? own.find((contract) => contract.kind === 'held' && distance(contract, asked) === 0);
  return { ...choice, operation, preferences, body, isChecked: true, held, isHeld };
}

/**
 * The contract that preferences ask for whatever the request holds: one that `code` or `example` names, unless it is a
 * success, or one of a state that no request gets past. Otherwise the request is checked first.
 */
function chooseByName(
  left: readonly Contract[],
  { code, example }: Preferences,
  asked: Parameters<typeof chooseAny>[1],
): Choice | undefined {
  const isNamed = code !== undefined || example !== undefined;
  if (!isNamed && left.some(({ kind }) => kind !== 'weather')) return undefined;
  const choice = chooseAny(left, asked);
  return choice?.contract.kind === 'success' ? undefined : choice;
}

import type { Request, Response } from 'express';
import { didYouMean } from '../../common/cli/did-you-mean.ts';
import { mustBeInteger, mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { type StateName, stateGroups, states } from '../../contracts/states.ts';
import { isInState } from '../contracts/matcher.ts';
import { maxTimes } from '../contracts/preferences.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import { operationName } from '../session/own-replies.ts';
import { prefixOf, sessionPath } from '../session/session-path.ts';
import { SessionState } from '../session/sessions.ts';
import {
  type ControlOptions,
  type ControlRoutes,
  changeSession,
  invalidParameter,
  queryOf,
  readBody,
} from './control-route.ts';

/**
 * @param at where the request has this member of the state.
 * @throws {MockProblem} `unknown-state` with the known states, or with the parameters that contracts have in it.
 */
export function checkState(
  { contracts }: ContractSet,
  state: SessionState,
  at = (member: string): { pointer: string } | { parameter: string } => ({ pointer: `#/${member}` }),
): void {
  const all = [...contracts.values()].flat();
  if (all.some((contract) => isInState(contract, state))) return;
  const named = all.flatMap(({ states }) => states.filter(({ name }) => name === state.state));
  if (named.length === 0) {
    const known = [...new Set(all.flatMap(({ states }) => states.map(({ name }) => name)))].sort();
    const detail = `${mustBeOneOf(known, 'en')}${didYouMean(state.state, known)}`;
    throw new MockProblem('unknown-state', [{ ...at('state'), detail }]);
  }
  const known = [...new Set(named.map(({ params }) => JSON.stringify(params)))].map((text) => JSON.parse(text));
  throw new MockProblem('unknown-state', [{ ...at('params'), detail: mustBeOneOf(known, 'en') }]);
}

/** Sets the state of a request's session; `undefined` clears it. @returns the body of the response. */
function setState({ contractSet, sessions }: ControlOptions, req: Request, state: SessionState | undefined) {
  if (state) checkState(contractSet(), state);
  const dropped = changeSession(sessions, req, { state });
  return { session: sessions.nameOf(req), ...(state ?? { state: null }), ...dropped };
}

/** A part of a path, decoded; one that cannot be decoded names no state. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Sets the state that a link names with hyphens, such as `/__state/there-is-no-content?then=/api/v3/mobile/news`, and
 * redirects to `then`. `times` is for how many replies; other parameters are those of the state. The state `none` clears it.
 *
 * @throws {MockProblem} `unknown-state`.
 * @throws {Problem} `invalid-request` if `then` is not a path of this mock: the link must not lead to another site. Browsers
 *   read `//` and `/\` as the start of a host, and ignore tabs and line ends.
 */
export function setStateByLink(options: ControlOptions, req: Request, res: Response) {
  const { then, times, ...params } = Object.fromEntries(queryOf(req));
  if (then !== undefined && !/^\/(?![/\\])[\x21-\x7e]*$/.test(then)) {
    throw invalidParameter('then', 'Must be a path of this mock, such as /api/v3/mobile/events.');
  }
  if (times !== undefined && !(/^\d{1,4}$/.test(times) && Number(times) >= 1 && Number(times) <= maxTimes)) {
    throw invalidParameter('times', mustBeInteger(1, maxTimes, 'en'));
  }
  const name = decode(req.path.slice(1));
  const hyphenated = (text: string) => text.replaceAll(' ', '-');
  const state = Object.keys(states).find((one) => hyphenated(one) === hyphenated(name)) ?? name;
  const more = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(times !== undefined && { times: Number(times) }),
  };
  const body = setState(options, req, name === 'none' ? undefined : { state, ...more });
  if (then !== undefined) {
    res.setHeader('Location', then.startsWith(`${sessionPath}/`) ? then : prefixOf(req) + then);
    res.statusCode = 303;
  }
  return body;
}

/** Every state with parameters of a contract in it, and the operations with such contracts. */
function listStates({ contracts }: ContractSet) {
  const all = [...contracts.values()].flat();
  return Object.entries(stateGroups).flatMap(([group, members]) =>
    Object.keys(members).map((name) => {
      const own = all.filter((contract) => contract.states.some((state) => state.name === name));
      const sample = own[0]?.states.find((state) => state.name === name)?.params ?? {};
      return {
        name,
        group,
        parameters: states[name as StateName].map((parameter) => ({
          name: parameter,
          sample: String(sample[parameter] ?? ''),
        })),
        operations: [...new Set(own.map(({ operation }) => operationName(operation)))],
      };
    }),
  );
}

/** Routes that list the states, and read and set that of a session. */
export function stateRoutes(options: ControlOptions): ControlRoutes {
  const { contractSet, sessions } = options;
  return {
    '/state': {
      summary: 'the state of the session',
      GET: (req) => {
        const session = sessions.nameOf(req);
        return { session, ...(sessions.find(session).state ?? { state: null }) };
      },
      PUT: async (req) => setState(options, req, await readBody(req, SessionState, 'unknown-state')),
      DELETE: (req) => void setState(options, req, undefined),
    },
    '/states': {
      summary: 'every state, with sample parameters and the operations that it affects',
      GET: () => listStates(contractSet()),
    },
  };
}

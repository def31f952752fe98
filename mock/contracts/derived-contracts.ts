import { operations, problemsOf } from '../../contracts/operations.ts';
import { type ProblemKey, problemDetails, problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { StateName } from '../../contracts/states.ts';
import { type Contract, routeKey } from './contract.ts';
import { problemHeaders } from './problems.ts';

/** The problem that a state causes on every route that lists it, though its contracts cover only one route. */
const problemIn: Partial<Record<StateName, ProblemKey>> = {
  'the client has asked too often': 'too-many-requests',
  'the store does not answer': 'service-unavailable',
  'the store does not reply in time': 'outcome-unknown',
  'bodies are limited': 'body-too-large',
  'voting on the round has closed': 'voting-closed',
  'scoring of the round has closed': 'scoring-closed',
  'there is no such fighter': 'fighter-not-found',
  'there is no such article': 'article-not-found',
  'there is no such media item': 'media-item-not-found',
  'there is no such ring presenter': 'ring-presenter-not-found',
  'there is no such translation': 'translation-not-found',
  'there is no such event': 'event-not-found',
  'there is no such fight': 'fight-not-found',
  'no feed was received for the event': 'live-event-not-found',
  'no statistics were received for the bout': 'live-fight-not-found',
};

const empty: StateName = 'there is no content';

/** Derives the reply of a route in a state; undefined where its list of problems does not determine it. */
function deriveReply(
  state: StateName,
  { family, name, path }: (typeof operations)[number],
): Contract['reply'] | undefined {
  const listed = problemsOf(name);
  // Without content a list is empty, and a resource named in the path is unknown.
  if (state === empty && routeOf(name).list) return { status: 200, headers: {}, body: [], problem: undefined };
  const missing = state === empty ? listed.find((key) => problems[key].status === 404) : undefined;
  const key = missing ?? problemIn[state];
  if (!key || !listed.includes(key)) return undefined;
  return {
    status: problems[key].status,
    headers: problemHeaders[key] ?? {},
    body: problemDetails(key, family, path),
    problem: key,
  };
}

const outages: readonly (ProblemKey | undefined)[] = ['too-many-requests', 'service-unavailable', 'outcome-unknown'];

/**
 * Derives contracts that have no interaction: the error states of every route that lists their problem. Each has the id
 * of the contract with the same problem on another route.
 */
export function deriveContracts(contracts: ReadonlyMap<string, readonly Contract[]>): Map<string, Contract[]> {
  const derived = new Map<string, Contract[]>();
  const all = [...contracts.values()].flat();
  for (const state of [...(Object.keys(problemIn) as StateName[]), empty]) {
    const like = all.filter(({ states }) => states.some(({ name }) => name === state));
    for (const operation of operations) {
      const key = routeKey(operation);
      const isKnown = [...(contracts.get(key) ?? []), ...(derived.get(key) ?? [])].some(({ states }) =>
        states.some(({ name }) => name === state),
      );
      const reply = isKnown ? undefined : deriveReply(state, operation);
      const example = like.find((one) => one.reply.problem === reply?.problem) ?? like[0];
      if (!reply || !example) continue;
      const kind =
        reply.problem === undefined ? 'success' : outages.includes(reply.problem) ? 'outage' : 'data-problem';
      const contract: Contract = {
        id: example.id,
        receiving: `${state}: as "${example.receiving}"`,
        operation,
        kind,
        reply,
        values: undefined,
        states: example.states.filter(({ name }) => name === state),
        request: {},
        isDerived: true,
      };
      derived.set(key, [...(derived.get(key) ?? []), contract]);
    }
  }
  return derived;
}

import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type Contract, classify, routeKey } from '../../mock/contracts/contract.ts';
import { deriveContracts } from '../../mock/contracts/derived-contracts.ts';
import { expectedOperations, problemsOf } from '../support/expected/routes.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

describe('classify', () => {
  const vote = { round_num: 2, fighter_statid: 1803, client_id: 'corner-tv-client-1' };
  const typed = (type: string) => ({ body: vote, headers: { Accept: 'a/b', 'content-TYPE': type } });
  for (const [status, problem, request, kind] of [
    [304, undefined, {}, 'not-modified'],
    [200, undefined, {}, 'success'],
    [399, undefined, {}, 'success'],
    [429, 'too-many-requests', {}, 'outage'],
    [500, 'internal-error', {}, 'outage'],
    [503, undefined, {}, 'outage'],
    [401, 'feed-key-required', { body: vote }, 'request-problem'],
    [403, 'feed-key-rejected', { body: vote }, 'request-problem'],
    [409, 'voting-closed', { body: vote }, 'data-problem'],
    [400, undefined, { body: { ...vote, round_num: 0 } }, 'request-problem'],
    [415, undefined, typed('text/plain'), 'request-problem'],
    [409, 'voting-closed', typed('application/json'), 'data-problem'],
  ] as [number, Contract['reply']['problem'], Contract['request'], string][]) {
    it(`finds ${kind} for ${status} ${JSON.stringify(request)}`, () => {
      const about = { id: 'a', receiving: 'a vote', operation: operation('v3.fight_vote_cast'), states: [], request };
      const reply = { status, headers: {}, body: undefined, problem };
      expect(classify({ ...about, values: { id: 1 }, reply })).to.equal(kind);
    });
  }
});

describe('deriveContracts', () => {
  const contract = (id: string, of: string, states: string[], problem: string) =>
    ({
      ...{ id, receiving: `request ${id}`, operation: operation(of), reply: { problem } },
      states: states.map((name) => ({ name, params: { of: id } })),
    }) as unknown as Contract;
  const derive = (...contracts: Contract[]) =>
    deriveContracts(Map.groupBy(contracts, ({ operation: of }) => routeKey(of)));
  const derived = (...contracts: Contract[]) => [...derive(...contracts).values()].flat();

  for (const [state, problem, status] of [
    ['the client has asked too often', 'too-many-requests', 429],
    ['the store does not answer', 'service-unavailable', 503],
    ['the store does not reply in time', 'outcome-unknown', 503],
    ['bodies are limited', 'body-too-large', 413],
    ['voting on the round has closed', 'voting-closed', 409],
    ['scoring of the round has closed', 'scoring-closed', 409],
    ['there is no such fighter', 'fighter-not-found', 404],
    ['there is no such article', 'article-not-found', 404],
    ['there is no such media item', 'media-item-not-found', 404],
    ['there is no such ring presenter', 'ring-presenter-not-found', 404],
    ['there is no such translation', 'translation-not-found', 404],
    ['there is no such event', 'event-not-found', 404],
    ['there is no such fight', 'fight-not-found', 404],
    ['no feed was received for the event', 'live-event-not-found', 404],
    ['no statistics were received for the bout', 'live-fight-not-found', 404],
  ] as const) {
    it(`gives "${state}" to each route with its problem`, () => {
      const keys = expectedOperations
        .filter((one) => problemsOf(one).includes(problem))
        .map(({ family, name }) => `${family} ${name}`);
      const isOutage = status === 429 || status === 503;
      // The root has the state here, and so no derived contract.
      const wanted = [...new Set(keys)].filter((key) => !isOutage || key !== 'v3 root');
      const found = derived(contract('a', 'v3.root', ['x', state], 'internal-error'));
      expect(found.map(({ operation: of }) => routeKey(of))).to.have.members(wanted).and.not.be.empty;
      for (const { kind, states, reply } of found) {
        expect(kind).to.equal(isOutage ? 'outage' : 'data-problem');
        expect(states).to.deep.equal([{ name: state, params: { of: 'a' } }]);
        expect(reply).to.deep.include({ status, problem, headers: isOutage ? { 'Retry-After': '2' } : {} });
        expect(reply.body).to.include({ type: `urn:problem-type:${problem}` });
      }
    });
  }

  it('prefers the contract with the same problem', () => {
    const state = 'there is no content';
    const same = contract('same', 'v3.health', [state], 'fighter-not-found');
    const found = derive(contract('first', 'v3.root', [state], 'internal-error'), same);
    expect(['v3 fighter', 'v3 event'].map((key) => found.get(key)?.map(({ id }) => id))).to.deep.equal([
      ...[['same'], ['first']],
    ]);
  });

  it('adds nothing to a route that has the state', () => {
    const found = derive(contract('a', 'v3.fighter', ['the client has asked too often'], 'too-many-requests'));
    expect(found.has('v3 fighter')).to.equal(false);
    expect(found.get('v3 event')).to.have.length(1);
  });
});

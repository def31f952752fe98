import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type Contract, classify, readContracts, readValues, routeKey } from '../../mock/contracts/contract.ts';
import { deriveContracts } from '../../mock/contracts/derived-contracts.ts';
import { expectedOperations, problemsOf } from '../support/expected/routes.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

describe('the values of the request of a contract', () => {
  for (const [id, request, values] of [
    ['v3.news', {}, {}],
    ['v3.news', { query: { limit: 2, other: 'x' } }, { limit: 2 }],
    ['v3.news', { query: { limit: 0 } }, undefined],
    ['v3.fighter_media', { params: { fighter_id: 5 }, query: { limit: '3' } }, { fighter_id: 5, limit: 3 }],
    ['v3.fighter_media', { params: { fighter_id: ':5' } }, { fighter_id: 5 }],
    ['v3.fighter_media', { params: { fighter_id: '5:' } }, undefined],
    ['v3.fighter_media', {}, undefined],
  ] as [string, Contract['request'], Contract['values']][]) {
    it(`${id} ${JSON.stringify(request)}`, () => {
      expect(readValues(operation(id), request)).to.deep.equal(values);
    });
  }
});

describe('the cause of the reply of a contract', () => {
  const vote = { round_num: 2, fighter_statid: 1803, client_id: 'corner-tv-client-1' };
  for (const [status, problem, request, kind] of [
    [304, undefined, {}, 'not-modified'],
    [200, undefined, {}, 'success'],
    [399, undefined, {}, 'success'],
    [429, 'too-many-requests', {}, 'outage'],
    [500, 'internal-error', {}, 'outage'],
    [503, 'service-unavailable', {}, 'outage'],
    [503, undefined, {}, 'outage'],
    [401, 'feed-key-required', { body: vote }, 'request-problem'],
    [403, 'feed-key-rejected', { body: vote }, 'request-problem'],
    [409, 'voting-closed', { body: vote }, 'data-problem'],
    [400, undefined, { body: vote }, 'data-problem'],
    [400, undefined, { body: { ...vote, round_num: 9 } }, 'request-problem'],
    [415, undefined, { body: vote, headers: { 'content-TYPE': 'text/plain' } }, 'request-problem'],
    [
      409,
      'voting-closed',
      { body: vote, headers: { Accept: 'text/plain', 'Content-Type': 'application/json' } },
      'data-problem',
    ],
  ] as [number, Contract['reply']['problem'], Contract['request'], string][]) {
    it(`${status} ${problem} ${JSON.stringify(request)} is ${kind}`, () => {
      expect(
        classify({
          ...{ id: 'a', receiving: 'a vote', operation: operation('v3.fight_vote_cast'), states: [] },
          ...{ values: { id: 1 }, request, reply: { status, headers: {}, body: undefined, problem } },
        }),
      ).to.equal(kind);
    });
  }

  it('is the request where its values are invalid, and the data where its route takes no body', () => {
    const kindOf = (values: Contract['values']) =>
      classify({
        ...{ id: 'a', receiving: 'a fighter', operation: operation('v3.fighter'), states: [] },
        ...{ values, request: { body: 'x', headers: { 'Content-Type': 'text/plain' } } },
        reply: { status: 404, headers: {}, body: undefined, problem: 'fighter-not-found' },
      });
    expect([kindOf(undefined), kindOf({ id: 1 })]).to.deep.equal(['request-problem', 'data-problem']);
  });
});

describe('the contracts of a document', () => {
  const example = (id: string, more: object = {}) => ({
    ...{ summary: `request ${id}`, 'x-contract-id': id, 'x-contract-states': [], 'x-contract-request': {} },
    ...more,
  });
  const path = (id: string) => operation(id).path.replace(/:(\w+)/g, '{$1}');
  /** Every operation, with the responses of some. */
  const documentOf = (responses: Record<string, object>, order: string[] = []) => {
    const paths: Record<string, Record<string, object>> = {};
    for (const { id, method } of operations) {
      const described = { responses: responses[id] ?? {}, 'x-contract-order': order };
      paths[path(id)] = { ...paths[path(id)], [method === 'POST' ? 'post' : 'get']: described };
    }
    return { paths } as unknown as OpenApiDocument;
  };

  it('are those of its examples, in their order, without references and plain examples', () => {
    const state = { name: 'a fighter exists', params: { id: 3107 } };
    const one = example('one', {
      'x-contract-states': [state],
      'x-contract-request': { params: { id: 3107 } },
      'x-contract-headers': { Vary: 'Accept' },
      value: { id: 3107 },
    });
    const problem = example('two', {
      'x-contract-request': { params: { id: 9 } },
      'x-contract-problem': 'fighter-not-found',
      value: { status: 404 },
    });
    const contracts = readContracts(
      documentOf(
        {
          'v3.fighter': {
            304: { 'x-contracts': { a: example('three') } },
            404: {
              content: { 'application/problem+json': { examples: { a: problem, b: { summary: 'x', value: 1 } } } },
            },
            200: { content: { 'application/json': { examples: { a: one } }, 'text/html': {} } },
            503: { $ref: '#/components/responses/x' },
            500: {},
          },
        },
        ['one', 'two', 'three'],
      ),
    );
    const { 'v3 fighter': read, ...others } = Object.fromEntries(contracts);
    expect(Object.values(others).flat()).to.deep.equal([]);
    const common = { operation: operation('v3.fighter'), states: [] };
    expect(read).to.deep.equal([
      {
        ...{ ...common, id: 'one', receiving: 'request one', kind: 'success', states: [state] },
        ...{ request: { params: { id: 3107 } }, values: { id: 3107 } },
        reply: { status: 200, headers: { Vary: 'Accept' }, body: { id: 3107 }, problem: undefined },
      },
      {
        ...{ ...common, id: 'two', receiving: 'request two', kind: 'data-problem' },
        ...{ request: { params: { id: 9 } }, values: { id: 9 } },
        reply: { status: 404, headers: {}, body: { status: 404 }, problem: 'fighter-not-found' },
      },
      {
        ...{ ...common, id: 'three', receiving: 'request three', kind: 'not-modified' },
        ...{ request: {}, values: undefined },
        reply: { status: 304, headers: {}, body: undefined, problem: undefined },
      },
    ]);
  });

  it('of several forms of a path are one list', () => {
    const stats = ['v3.fighters_stats', 'v3.fighters_stats.weight_class', 'v3.fighters_stats.born_country'];
    const responses = stats.map((id) => [id, { 200: { 'x-contracts': { a: example(id) } } }]);
    const contracts = readContracts(documentOf(Object.fromEntries(responses)));
    expect(contracts.get('v3 fighters_stats')?.map(({ id }) => id)).to.deep.equal(stats);
    expect([...contracts.keys()]).to.deep.equal([
      ...new Set(expectedOperations.map(({ family, name }) => `${family} ${name}`)),
    ]);
  });

  it('are refused where an operation is not described', () => {
    const document = documentOf({});
    delete (document.paths[path('v3.score_round')] as Partial<Record<string, unknown>>).post;
    expect(() => readContracts(document)).to.throw(
      'the document does not describe POST /api/v3/mobile/events/score_round',
    );
  });
});

describe('the contracts that are derived', () => {
  const contract = (id: string, of: string, states: string[], problem?: string) =>
    ({
      ...{ id, receiving: `request ${id}`, operation: operation(of), reply: { problem } },
      states: states.map((name) => ({ name, params: { of: id } })),
    }) as unknown as Contract;
  const derive = (...contracts: Contract[]) =>
    deriveContracts(Map.groupBy(contracts, ({ operation: of }) => routeKey(of)));
  const derived = (...contracts: Contract[]) => [...derive(...contracts).values()].flat();

  for (const [state, problem, status, kind, headers] of [
    ['the client has asked too often', 'too-many-requests', 429, 'outage', { 'Retry-After': '2' }],
    ['the store does not answer', 'service-unavailable', 503, 'outage', { 'Retry-After': '2' }],
    ['the store does not reply in time', 'outcome-unknown', 503, 'outage', { 'Retry-After': '2' }],
    ['bodies are limited', 'body-too-large', 413, 'data-problem', {}],
    ['voting on the round has closed', 'voting-closed', 409, 'data-problem', {}],
    ['scoring of the round has closed', 'scoring-closed', 409, 'data-problem', {}],
    ['there is no such fighter', 'fighter-not-found', 404, 'data-problem', {}],
    ['there is no such article', 'article-not-found', 404, 'data-problem', {}],
    ['there is no such media item', 'media-item-not-found', 404, 'data-problem', {}],
    ['there is no such ring presenter', 'ring-presenter-not-found', 404, 'data-problem', {}],
    ['there is no such translation', 'translation-not-found', 404, 'data-problem', {}],
    ['there is no such event', 'event-not-found', 404, 'data-problem', {}],
    ['there is no such fight', 'fight-not-found', 404, 'data-problem', {}],
    ['no feed was received for the event', 'live-event-not-found', 404, 'data-problem', {}],
    ['no statistics were received for the bout', 'live-fight-not-found', 404, 'data-problem', {}],
  ] as const) {
    it(`of "${state}" are of each route that lists the problem`, () => {
      const listing = expectedOperations.filter((one) => problemsOf(one).includes(problem));
      const keys = [...new Set(listing.map(({ family, name }) => `${family} ${name}`))];
      expect(keys.length).to.be.above(0);
      // The root lists no problem of these but those of every route, and so has no contract of its own.
      const found = derived(contract('a', 'v3.root', ['x', state], 'internal-error'));
      const own = status === 429 || status === 503 ? keys.filter((key) => key !== 'v3 root') : keys;
      expect(found.map(({ operation: of }) => routeKey(of))).to.have.members(own);
      for (const { operation: of, reply, ...one } of found) {
        const { body, ...others } = reply;
        expect(one).to.deep.equal({
          ...{ id: 'a', receiving: `${state}: as "request a"`, kind, values: undefined, request: {}, isDerived: true },
          states: [{ name: state, params: { of: 'a' } }],
        });
        expect(others).to.deep.equal({ status, headers, problem });
        const { type, instance } = body as Record<string, string>;
        expect([type, instance]).to.deep.equal([`urn:problem-type:${problem}`, of.path]);
      }
    });
  }

  it('of no content are empty lists, and a 404 of a resource', () => {
    const all = derive(contract('a', 'v3.root', ['there is no content'], 'internal-error'));
    const seen = Object.fromEntries(
      [...all].map(([key, found]) => [key, found.map(({ kind, reply: { body: _, ...rest } }) => ({ kind, ...rest }))]),
    );
    const empty = [{ kind: 'success', status: 200, headers: {}, problem: undefined }];
    const missing = (problem: string) => [{ kind: 'data-problem', status: 404, headers: {}, problem }];
    expect(all.get('v3 news')?.[0]?.reply.body).to.deep.equal([]);
    expect(seen).to.deep.include({
      ...{ 'v3 news': empty, 'v1 alerts': empty, 'v3 fighters_stats': empty, 'v3 fighter_media': empty },
      'v3 fighter': missing('fighter-not-found'),
      'v3 score_round': missing('event-not-found'),
      'v3 fight_vote_read': missing('fight-not-found'),
      'v1 fight_metrics_live_event': missing('live-event-not-found'),
    });
    expect(seen).to.not.have.any.keys('v3 root', 'v3 health', 'v3 chat', 'v1 fight_metrics_update_live_event');
  });

  it('are like the contract with the same problem, or else the first in the state', () => {
    const state = 'there is no content';
    const found = derive(
      contract('first', 'v3.root', [state], 'internal-error'),
      contract('other', 'v3.chat', ['a fighter exists'], 'fighter-not-found'),
      contract('same', 'v3.health', [state], 'fighter-not-found'),
    );
    expect(['v3 fighter', 'v3 event'].map((key) => found.get(key)?.map(({ id }) => id))).to.deep.equal([
      ['same'],
      ['first'],
    ]);
  });

  it('are none where no contract has the state, and none of a route that has it itself', () => {
    expect(derived(contract('a', 'v3.root', ['a fighter exists'], 'internal-error'))).to.deep.equal([]);
    const state = 'the client has asked too often';
    const found = derive(
      contract('a', 'v3.fighter', ['x', state], 'too-many-requests'),
      contract('b', 'v3.event', ['x'], 'too-many-requests'),
    );
    expect([
      found.has('v3 fighter'),
      found.get('v3 event')?.length,
      found.get('v3 fighters_stats')?.length,
    ]).to.deep.equal([...[false, 1, 1]]);
  });

  it('have every state of a route, in the order of the states', () => {
    const states = ['there is no content', 'the store does not answer', 'the client has asked too often'];
    const found = derive(contract('a', 'v3.root', states, 'internal-error'));
    expect(found.get('v3 news')?.map((one) => one.states.map(({ name }) => name))).to.deep.equal([
      ...[['the client has asked too often'], ['the store does not answer'], ['there is no content']],
    ]);
  });
});

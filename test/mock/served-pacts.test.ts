import { expect } from 'chai';
import { type Operation, operations } from '../../contracts/operations.ts';
import type { Written } from '../support/pact/foreign-pacts.ts';
import { inState, useReadPacts } from '../support/pact/read-pacts.ts';

const votePath = '/api/v3/mobile/fights/88005/vote';
const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
const open = inState('voting on the round is open', { fight_id: 88005, round_num: 2 });
const voted = [...open, ...inState('the client has voted', { fight_id: 88005, ...vote })];
const type = (key: string) => ({ type: `urn:problem-type:${key}` });
const fighter = '/api/v3/mobile/fighters/3112';
const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

describe('the contracts of a pact', () => {
  const { file, served } = useReadPacts();
  const bodyOf = (one: Written) => [...served([one]).contracts.values()][0]?.[0]?.reply.body;

  it('are listed by route, each with its request and the whole reply', () => {
    const {
      files,
      contracts: added,
      conflicts,
      notes,
    } = served([
      {
        providerStates: inState('there is no such fighter', { id: 5 }),
        request: { path: '/api/v3/mobile/fighters/5', query: { x: ['1'] }, headers: { Accept: 'application/json' } },
        response: { status: 404, headers: { Vary: 'Accept', 'content-TYPE': 'application/problem+json' } },
      },
      {
        providerStates: voted,
        request: { method: 'POST', path: votePath, body: vote },
        response: {
          ...{ status: 200, body: { created: '2031-04-05T23:50:00Z' } },
          matchingRules: { body: { '$.created': { matchers: [{ match: 'type' }] } } },
        },
      },
      {
        request: { path: '/api/v3/mobile/fighters/6', headers: { 'If-None-Match': '"a"' } },
        response: { status: 304, body: { ignored: true } },
      },
    ]);
    expect([files, conflicts, notes]).to.deep.equal([[file], [], []]);
    const fighterOperation = operation('v3.fighter');
    expect(Object.fromEntries(added)).to.deep.equal({
      'v3 fighter': [
        {
          ...{ id: 'e1a46f79c8f9', receiving: 'ask 1', operation: fighterOperation, kind: 'data-problem' },
          states: [{ name: 'there is no such fighter', params: { id: 5 } }],
          request: { params: { id: '5' }, query: { x: '1' }, headers: { Accept: 'application/json' } },
          values: { id: 5 },
          reply: {
            ...{ status: 404, headers: { Vary: 'Accept' }, problem: 'fighter-not-found' },
            body: {
              ...{ type: 'urn:problem-type:fighter-not-found', title: 'Peleador no encontrado', status: 404 },
              ...{ detail: 'No hay ningún peleador con este id.', instance: '/api/v3/mobile/fighters/5' },
            },
          },
        },
        {
          ...{ id: '57040ee2f04c', receiving: 'ask 3', operation: fighterOperation, kind: 'not-modified' },
          ...{ states: [], request: { params: { id: '6' }, query: {}, headers: { 'If-None-Match': '"a"' } } },
          values: { id: 6 },
          reply: { status: 304, headers: {}, body: undefined, problem: undefined },
        },
      ],
      'v3 fight_vote_cast': [
        {
          ...{ id: '5d4c5fc2f9c9', receiving: 'ask 2', operation: operation('v3.fight_vote_cast'), kind: 'success' },
          ...{ states: voted, request: { params: { id: '88005' }, query: {}, headers: {}, body: vote } },
          values: { id: 88005 },
          reply: {
            ...{ status: 200, headers: {}, problem: undefined },
            body: { fight_id: 88005, ...vote, voted: true, created: '2031-04-05T23:50:00Z' },
          },
        },
      ],
    });
  });

  it('get what they leave out from the contract with the closest values, body and states', () => {
    const member = (one: Written, name: string) => (bodyOf(one) as Record<string, unknown>)[name];
    const get = (path: string, providerStates?: Written['providerStates']): Written => ({
      ...(providerStates && { providerStates }),
      ...{ request: { path }, response: { status: 200, body: {} } },
    });
    expect(member(get(fighter), 'id')).to.equal(3112);
    expect(member(get('/api/v3/mobile/fighters/3101'), 'id')).to.equal(3101);
    const chat = '/api/v3/mobile/chat';
    expect([member(get(chat), 'enabled'), member(get(chat, inState('there is no content')), 'enabled')]).to.deep.equal([
      ...[true, false],
    ]);
    const held = inState('the client holds the current representation', { path: '/api/v3/mobile/fighters/3107' });
    expect(member(get('/api/v3/mobile/fighters/3107', held), 'id')).to.equal(3107);
    const cast = (fighter_statid: number): Written => ({
      request: { method: 'POST', path: votePath, body: { ...vote, fighter_statid } },
      response: { status: 200, body: {} },
    });
    expect([1803, 1804].map((statid) => member(cast(statid), 'fighter_statid'))).to.deep.equal([1803, 1804]);
  });

  it('get a problem in the language of the family, told by its type, a rule, or what it says', () => {
    const path = '/api/v1/us/fight_metrics/live_event/811';
    const problemOf = (response: Partial<Written['response']>) => {
      const { contracts: added } = served([{ request: { path }, response: { status: 404, ...response } }]);
      return [...added.values()][0]?.[0]?.reply.problem;
    };
    const rule = (regex: string) => ({ body: { '$.type': { matchers: [{ match: 'regex', regex }] } } });
    const body = { type: 'x' };
    expect([
      problemOf({}),
      problemOf({ body: type('live-event-not-found') }),
      problemOf({ body: type('live-fight-not-found') }),
      problemOf({ body: { title: 'Live fight not found' } }),
      problemOf({ body: { instance: path } }),
      problemOf({ body: { title: 'Anything' } }),
      problemOf({ body, matchingRules: rule('live-event') }),
      problemOf({ body, matchingRules: rule('live-fight') }),
    ]).to.deep.equal([
      ...['live-event-not-found', 'live-event-not-found', 'live-fight-not-found', 'live-fight-not-found'],
      ...['live-event-not-found', 'live-event-not-found', 'live-event-not-found', 'live-fight-not-found'],
    ]);
  });

  it('get rows from the records of their own family, in any contract', () => {
    const request = { path: '/api/v3/mobile/fighters/3101/media' };
    const rows = bodyOf({ request, response: { status: 200, body: [{ id: 51007 }] } });
    expect((rows as { title: string }[]).map(({ title }) => title)).to.deep.equal(['Careo']);
  });

  it('get the parameters of states in version 2 from their body, or the contracts of another route', () => {
    const { contracts: added } = served(
      [
        {
          providerState: 'voting on the round has closed',
          request: { method: 'POST', path: '/api/v3/mobile/fights/88006/vote', body: { ...vote, round_num: 3 } },
          response: { status: 409 },
        },
        {
          providerState: 'an article exists',
          request: { path: '/api/v3/mobile/events' },
          response: { status: 200 },
        },
      ],
      2,
    );
    expect([...added.values()].map(([one]) => one?.states)).to.deep.equal([
      [{ name: 'voting on the round has closed', params: { fight_id: 88006, round_num: 3 } }],
      [{ name: 'an article exists', params: { id: 90211 } }],
    ]);
  });

  it('are none of HEAD', () => {
    expect(served([{ request: { method: 'HEAD', path: fighter }, response: { status: 200 } }]).contracts).to.deep.equal(
      new Map(),
    );
  });
});

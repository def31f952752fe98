import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listPactFiles, readPacts } from '../../mock/contracts/pacts/read-pacts.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';
import type { Written } from '../support/pact/foreign-pacts.ts';
import { inState, useReadPacts } from '../support/pact/read-pacts.ts';

const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
const open = inState('voting on the round is open', { fight_id: 88005, round_num: 2 });
const voted = [...open, ...inState('the client has voted', { fight_id: 88005, ...vote })];
const live = 'GET /api/v1/us/fight_metrics/live_event/811';
const isFighter = inState('a fighter exists', { id: 3112 });
const type = (key: string) => ({ type: `urn:problem-type:${key}` });
const matching = (path: string, ...matchers: object[]) => ({ matchingRules: { body: { [path]: { matchers } } } });
const asType = (path: string) => matching(path, { match: 'type' });

/** `GET fighters/1` is a path of /api/v3/mobile; `GET /board` is one of the root. */
function about(
  asked: string,
  response: number | Written['response'],
  more: Partial<Written> & { send?: unknown } = {},
) {
  const [method = '', path = ''] = asked.split(' ');
  const { send, ...rest } = more;
  return {
    request: { method, path: path.startsWith('/') ? path : `/api/v3/mobile/${path}`, ...(send ? { body: send } : {}) },
    response: typeof response === 'number' ? { status: response } : response,
    ...rest,
  } as Written;
}

const noType = (status: number, found: string, ...known: string[]) =>
  `unknown problem type "${found}" for the status ${status}; expected ${known.map((one) => `"urn:problem-type:${one}"`).join(' or ')}.`;
const didYouMean = (key: string) => ` Did you mean "urn:problem-type:${key}"?`;
const notEmpty = (status: number) =>
  `the pact expects an empty body, but the response ${status} has one; leave out "body" if the app does not read it`;

describe('readPacts', () => {
  const { folder, contracts, look, served, refusal } = useReadPacts();

  it('lists the JSON files of a folder by name', () => {
    const inner = mkdtempSync(join(folder, 'inner-'));
    for (const name of ['b.json', 'a.json', 'c.txt', '._a.json']) writeFileSync(join(inner, name), '{}');
    mkdirSync(join(inner, 'd'));
    expect(listPactFiles(inner)).to.deep.equal([join(inner, 'a.json'), join(inner, 'b.json')]);
    expect(listPactFiles(join(inner, 'c.txt'))).to.deep.equal([join(inner, 'c.txt')]);
    for (const path of [join(inner, 'none'), '/dev/null']) {
      expect(() => listPactFiles(path)).to.throw(
        BadFile,
        `${path}: not found; expected a pact file or a folder of pact files`,
      );
    }
    expect(readPacts(undefined, contracts)).to.deep.include({ files: [], conflicts: [], notes: [] });
  });

  const regex = { status: 404, body: { type: 'string' }, ...matching('$.type', { regex: '^urn' }) };
  for (const one of [
    about('GET boxers', 404),
    about('PUT /boxers', { status: 404, body: type('route-not-found') }),
    about('DELETE fighters/3112', { status: 405, body: type('method-not-allowed') }),
    about('HEAD fighters/3112', 302),
    about('HEAD boxers', 200),
    about('HEAD fighters/3112', { status: 200, body: null }),
    about('OPTIONS fighters/3112', 204),
    about('PUT /board', 200),
    about('GET fighters/abc', 400),
    about('GET fighters/3112', { status: 304, body: null }),
    ...[200, 201, 304].map((status) => about('POST fights/88005/vote', status, { send: vote })),
    // It contradicts a contract of ours, which is a conflict, but not impossible.
    about('GET fighters/3112', regex, { providerStates: inState('there is no such fighter', { id: 5 }) }),
  ]) {
    it(`accepts ${JSON.stringify(one).slice(0, 150)}`, () => {
      expect(look([one])?.[0]?.[0]).to.equal(false);
      expect(refusal()).to.equal('nothing');
    });
  }

  const noEvent = type('event-not-found').type;
  const misspeltType = type('live-fihgt-not-found').type;
  const fighterStatuses = 'expected 200, 304, 400, 404, 405, 406, 429, 500, 503';
  const inFeed = ['live-event-not-found', 'live-fight-not-found'];
  for (const [asked, status, problem, sentence] of [
    ['GET /boxers', 404, 'x', noType(404, 'x', 'route-not-found')],
    ['PUT fighters/3112', 405, 'x', noType(405, 'x', 'method-not-allowed')],
    [
      'POST fighters/3112',
      200,
      undefined,
      '/api/v3/mobile/fighters/3112 has no method POST; expected GET, HEAD, OPTIONS',
    ],
    [
      'GET boxers',
      200,
      undefined,
      'no route has the path /api/v3/mobile/boxers; the page / of the mock lists the routes',
    ],
    ['GET fighters/3112', 201, undefined, `v3.fighter has no response with the status 201; ${fighterStatuses}`],
    [
      'GET fighters/3112',
      409,
      type('voting-closed').type,
      `v3.fighter has no response with the status 409; ${fighterStatuses}`,
    ],
    ['GET fighters/3112', 404, noEvent, noType(404, noEvent, 'fighter-not-found') + didYouMean('fighter-not-found')],
    [live, 404, misspeltType, noType(404, misspeltType, ...inFeed) + didYouMean('live-fight-not-found')],
  ] as [string, number, string | undefined, string][]) {
    it(`refuses ${asked} with ${status} ${problem ?? ''}`, () => {
      const one = about(asked, { status, ...(problem !== undefined && { body: { type: problem } }) });
      expect(look([one])).to.deep.equal([[true, `"ask 1": ${sentence}`]]);
      expect(refusal()).to.equal(`"ask 1": ${sentence}`);
    });
  }

  const fighter = (response: object, states?: Written['providerStates']) =>
    about('GET fighters/3112', { status: 200, ...response }, states && { providerStates: states });
  const wrong = { body: { draws: 99 } };
  const nickname = (rule: object) =>
    about('GET fighters/3104', {
      ...{ status: 200, body: { nickname: 'A nickname' } },
      matchingRules: { body: { '$.nickname': rule } },
    });
  const either = { combine: 'OR', matchers: [{ match: 'null' }, { match: 'type' }] };
  const misfit = ': the response violates its schema: #/wins: Must be an integer of at least 0 or null.';
  const odds = (where: string) =>
    ` contradicts contract af294c60d5ae "fighter 3112", which has the same request: ${where}`;
  const noState = (name: string, more = '') => `: unknown state "${name}"; GET /__mock/states lists all.${more}`;
  const missing = ': the state "a fighter exists" lacks id; it needs id.';
  const ofUnknown = about('GET fighters/99', { status: 200, ...wrong }, { providerStates: isFighter });
  const noVotes = { providerStates: inState('a fight exists', { id: 88005 }) };
  const misspelt = inState('a figther exists', { id: 3112 });

  for (const [what, one, ...sentences] of [
    ['a member of another type', fighter({ body: { wins: 'many' } }), misfit],
    ['JSON in a text', fighter({ body: '{"id":3112,"draws":99}' }), odds('$.draws')],
    ['null for a body', fighter({ body: null }), `: ${notEmpty(200)}`],
    [
      'a header name with a space',
      fighter({ headers: { 'X Corner': '1' } }),
      ': invalid response header: Header name must be a valid HTTP token ["X Corner"]',
    ],
    [
      'a header with a line break',
      fighter({ headers: { X: 'a\r\nb' } }),
      ': invalid response header: Invalid character in header content ["X"]',
    ],
    ['a header in Latin-1', fighter({ headers: { X: 'rincón' } })],
    ['a misspelt state', fighter({}, misspelt), noState('a figther exists', ' Did you mean "a fighter exists"?')],
    ['a state without its parameter', fighter({}, inState('a fighter exists')), missing],
    ['a state and the reply', fighter({ body: { wins: 'x' } }, inState('x')), misfit, noState('x')],
    ['another value', fighter(wrong, isFighter), odds('$.draws')],
    ['another value, in no state', fighter(wrong), odds('$.draws')],
    ['another value of any number', fighter({ ...wrong, ...asType('$.draws') }, isFighter)],
    ['another value of an unknown id', ofUnknown],
    ['another status', fighter({ status: 404, body: type('fighter-not-found') }, isFighter), odds('status')],
    ['votes in another state', about('GET fights/88005/votes', { status: 200, body: { total_votes: 77 } }, noVotes)],
    ['null or a text, where ours is null', nickname(either)],
    ['a text, where ours is null', nickname({ matchers: [{ match: 'type' }] }), /: \$\.nickname$/],
  ] as [string, Written, ...(string | RegExp)[]][]) {
    it(`reports ${sentences.length === 0 ? 'no conflict of' : 'a conflict of'} ${what}`, () => {
      const [found = []] = look([one]) ?? [];
      const lines = found.slice(1).map((line) => String(line).replace('"ask 1"', ''));
      expect(lines).to.have.length(sentences.length);
      for (const [nth, sentence] of sentences.entries()) {
        if (typeof sentence === 'string') expect(lines[nth]).to.equal(sentence);
        else expect(lines[nth]).to.match(sentence);
      }
    });
  }

  it('reports another status of the same vote', () => {
    const cast = about('POST fights/88005/vote', 201, { providerStates: voted, send: vote });
    expect(look([cast])?.[0]?.[1]).to.match(/contradicts contract \w+ "the same vote again", .*: status$/);
  });

  it('reports the twin of a contract', () => {
    const twin = { ...fighter(wrong, isFighter), description: 'fighter 3112' };
    expect(look([twin], 3, 'mobile-es-us')).to.deep.equal([
      [false, '"fighter 3112" has the consumer, description and states of contract af294c60d5ae; change one of them'],
    ]);
  });

  it('reports pending interactions as notes only', () => {
    const pending = (asked: string) => about(asked, 200, { pending: true });
    const { notes, conflicts, contracts: added } = served([pending('GET boxers'), pending('GET fighters/3112')], 4);
    expect([conflicts, [...added.keys()]]).to.deep.equal([[], ['v3 fighter']]);
    expect(notes).to.have.length(1);
    expect(notes[0]).to.match(/"ask 1": no route has the path \/api\/v3\/mobile\/boxers; .* \(pending\)$/);
  });
});

describe('the contract that a pact adds', () => {
  const { served } = useReadPacts();
  const contractOf = (one: Written, version = 3) => [...served([one], version).contracts.values()][0]?.[0];
  const problem = (response: object) => about(live, { status: 404, ...response });
  const cast = (fighter_statid: number, more: object = {}) =>
    about('POST fights/88005/vote', { status: 200, ...more }, { send: { ...vote, fighter_statid } });

  const media = (body: object[]) => about('GET fighters/3101/media', { status: 200, body });
  const created = { id: 0, created: 'a date', title: 'text' };
  const any = about('GET media/51007', { status: 200, body: created, ...asType('$') });
  const ruled = matching('$.type', { match: 'regex', regex: 'live-fight' });

  it('has the request, the states and the whole reply', () => {
    const headers = { Vary: 'Accept', 'content-TYPE': 'application/problem+json' };
    const states = inState('there is no such fighter', { id: 5 });
    const one = about('GET fighters/5', { status: 404, headers }, { providerStates: states });
    Object.assign(one.request, { query: { x: ['1'] }, headers: { Accept: 'application/json' } });
    expect(contractOf(one)).to.deep.include({
      ...{ id: 'e1a46f79c8f9', receiving: 'ask 1', kind: 'data-problem', states, values: { id: 5 } },
      request: { params: { id: '5' }, query: { x: '1' }, headers: { Accept: 'application/json' } },
      reply: {
        ...{ status: 404, headers: { Vary: 'Accept' }, problem: 'fighter-not-found' },
        body: {
          ...{ type: 'urn:problem-type:fighter-not-found', title: 'Peleador no encontrado', status: 404 },
          ...{ detail: 'No hay ningún peleador con este id.', instance: '/api/v3/mobile/fighters/5' },
        },
      },
    });
  });

  for (const [what, one, body] of [
    ['of its id', about('GET fighters/3101', { status: 200, body: {} }), { id: 3101 }],
    ['of its body', cast(1804), { fighter_statid: 1804, voted: true }],
    ['of another route', media([{ id: 51007 }]), [{ title: 'Careo' }]],
    ['at its place', media([{ id: 51007 }, { id: 99 }]), [{}, { id: 99, title: 'Momentos de la Noche 40' }]],
    ['of its state', about('GET chat', 200, { providerStates: inState('there is no content') }), { enabled: false }],
    ['where a matcher allows others', any, { id: 51007, title: 'text', created: '2031-04-04T20:00:00Z' }],
    ['of the problem by its type', problem({ body: type('live-fight-not-found') }), type('live-fight-not-found')],
    ['of the closest problem', problem({ body: { title: 'Live fight not found' } }), type('live-fight-not-found')],
    ['of the problem that a rule allows', problem({ body: { type: 'x' }, ...ruled }), type('live-fight-not-found')],
    ['of nothing for 304', about('GET fighters/6', { status: 304, body: { ignored: true } }), undefined],
  ] as [string, Written, unknown][]) {
    it(`has the values ${what}`, () => {
      const found = contractOf(one)?.reply.body as object;
      if (body === undefined) expect(found).to.equal(undefined);
      else if (!Array.isArray(body)) expect(found).to.include(body);
      else for (const [nth, row] of body.entries()) expect((found as object[])[nth]).to.include(row);
    });
  }

  for (const [asked, status, wanted, expected] of [
    ['GET fighters/3112', 201, 'success', 200],
    ['GET fighters/3999', 400, 'clientError', 404],
    ['GET fighters/3112', 302, [200, 201], 200],
    ['GET fighters/3112', 500, 'nonError', 200],
    ['GET fighters/3112', 500, 'serverError', 500],
  ] as const) {
    it(`answers ${asked} with ${expected} where ${wanted} is allowed`, () => {
      const matchingRules = { status: { matchers: [{ match: 'statusCode', status: wanted }] } };
      expect(contractOf(about(asked, { status, matchingRules }), 4)?.reply.status).to.equal(expected);
    });
  }

  const closed = 'voting on the round has closed';
  const held = 'the client holds the current representation';
  for (const [providerState, asked, status, params, more] of [
    ['a fighter exists', 'GET fighters/3112', 200, { id: 3112 }],
    ['there is no such fighter', 'GET fighters/5', 404, { id: 5 }],
    ['there is no content', 'GET events', 200, {}],
    ['an event is live', 'GET live', 200, { statid: 811 }],
    ['an article exists', 'GET events', 200, { id: 90211 }],
    [closed, 'POST fights/88006/vote', 409, { fight_id: 88006, round_num: 3 }, { send: { ...vote, round_num: 3 } }],
    [closed, 'POST fights/88006/vote', 409, { fight_id: 88006, round_num: 1 }, { send: [4] }],
    [held, 'GET events', 200, { path: '/api/v3/mobile/events' }],
  ] as [string, string, number, object, object?][]) {
    it(`completes "${providerState}" of version 2 for ${asked}`, () => {
      const found = contractOf(about(asked, status, { providerState, ...more }), 2);
      expect(found?.states).to.deep.equal([{ name: providerState, params }]);
    });
  }

  it('has the query in the path of a state', () => {
    const one = about('GET news', 200, { providerState: held });
    Object.assign(one.request, { query: 'limit=2' });
    expect(contractOf(one, 2)?.states[0]?.params).to.deep.equal({ path: '/api/v3/mobile/news?limit=2' });
  });
});

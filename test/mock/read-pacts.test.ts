import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Contract } from '../../mock/contracts/contract.ts';
import { listPactFiles, readPactFiles, readPacts } from '../../mock/contracts/pacts/read-pacts.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';
import type { Written } from '../support/pact/foreign-pacts.ts';
import { inState, useReadPacts } from '../support/pact/read-pacts.ts';

const votePath = '/api/v3/mobile/fights/88005/vote';
const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
const open = inState('voting on the round is open', { fight_id: 88005, round_num: 2 });
const voted = [...open, ...inState('the client has voted', { fight_id: 88005, ...vote })];
const type = (key: string) => ({ type: `urn:problem-type:${key}` });
const fighter = '/api/v3/mobile/fighters/3112';
const isFighter = inState('a fighter exists', { id: 3112 });

describe('the pacts beside the contracts', () => {
  const { folder, file, shown, contracts, write, short, refusal, look, served } = useReadPacts();

  it('are none where no path is given', () => {
    expect(readPacts(undefined, contracts)).to.deep.equal({
      files: [],
      contracts: new Map(),
      conflicts: [],
      notes: [],
    });
  });

  it('are those of a file, or of the files of a folder in the order of their names', () => {
    const inner = mkdtempSync(join(folder, 'inner-'));
    for (const name of ['b.json', 'a.json', 'c.txt']) writeFileSync(join(inner, name), '{}');
    mkdirSync(join(inner, 'd'));
    expect(listPactFiles(inner)).to.deep.equal([join(inner, 'a.json'), join(inner, 'b.json')]);
    expect(listPactFiles(join(inner, 'c.txt'))).to.deep.equal([join(inner, 'c.txt')]);
    for (const path of [join(inner, 'none'), '/dev/null']) {
      expect(() => listPactFiles(path)).to.throw(BadFile, `${path} is neither a folder of pacts nor a pact file`);
    }
  });

  for (const [title, request, status, body, sentence] of [
    ['no route', { path: '/api/v3/mobile/boxers' }, 404, undefined, undefined],
    ['no route, by its type', { path: '/api/v3/mobile/boxers' }, 404, type('route-not-found'), undefined],
    ['no page, by its type', { path: '/boxers' }, 404, type('route-not-found'), undefined],
    [
      'no route, by another type',
      { path: '/boxers' },
      404,
      { type: 'x' },
      'no provider answers 404 of the type "x" here, only "urn:problem-type:route-not-found".',
    ],
    ['another method', { path: fighter, method: 'DELETE' }, 405, type('method-not-allowed'), undefined],
    [
      'another method, by another type',
      { path: fighter, method: 'PUT' },
      405,
      { type: 'x' },
      'no provider answers 405 of the type "x" here, only "urn:problem-type:method-not-allowed".',
    ],
    [
      'another method that is found',
      { path: fighter, method: 'POST' },
      200,
      undefined,
      `${fighter} does not know POST`,
    ],
    [
      'another method that is not found',
      { path: fighter, method: 'POST' },
      404,
      undefined,
      `${fighter} does not know POST`,
    ],
    [
      'a route that does not exist',
      { path: '/api/v3/mobile/boxers' },
      200,
      undefined,
      'no route has the path /api/v3/mobile/boxers',
    ],
    [
      'a method of a route that does not exist',
      { path: '/api/boxers' },
      405,
      undefined,
      'no route has the path /api/boxers',
    ],
    ['HEAD', { path: fighter, method: 'HEAD' }, 200, undefined, undefined],
    ['HEAD, whatever its status', { path: fighter, method: 'HEAD' }, 302, undefined, undefined],
    ['an id that is none', { path: '/api/v3/mobile/fighters/abc' }, 400, undefined, undefined],
    ['HEAD of no route', { path: '/api/v3/mobile/boxers', method: 'HEAD' }, 200, undefined, undefined],
    ['OPTIONS', { path: fighter, method: 'OPTIONS' }, 204, undefined, undefined],
    ['a page', { path: '/docs' }, 200, undefined, undefined],
    ['a page that takes another method', { path: '/docs', method: 'PUT' }, 200, undefined, undefined],
    ['a status that a route never has', { path: fighter }, 201, undefined, 'v3.fighter never answers 201'],
    ['a problem that a route never has', { path: fighter }, 409, type('voting-closed'), 'v3.fighter never answers 409'],
    [
      'a problem of another route',
      { path: fighter },
      404,
      type('event-not-found'),
      'no provider answers 404 of the type "urn:problem-type:event-not-found" here, only "urn:problem-type:fighter-not-found". Did you mean "urn:problem-type:fighter-not-found"?',
    ],
    [
      'one of two problems',
      { path: '/api/v1/us/fight_metrics/live_event/811' },
      404,
      type('live-fihgt-not-found'),
      'no provider answers 404 of the type "urn:problem-type:live-fihgt-not-found" here, only "urn:problem-type:live-event-not-found" or "urn:problem-type:live-fight-not-found". Did you mean "urn:problem-type:live-fight-not-found"?',
    ],
  ] as [string, Written['request'], number, unknown, string | undefined][]) {
    it(`may be about ${title}${sentence ? ', which is impossible' : ''}`, () => {
      const expected = sentence === undefined ? [false] : [true, `"ask 1": ${sentence}`];
      expect(look([{ request, response: { status, ...(body !== undefined && { body }) } }])).to.deep.equal([expected]);
      expect(refusal()).to.equal(sentence === undefined ? 'nothing' : `"ask 1": ${sentence}`);
    });
  }

  it('may be about each status that a route has', () => {
    const cast = (status: number): Written => ({
      request: { method: 'POST', path: votePath, body: vote },
      response: { status },
    });
    expect(look([cast(200), cast(201), cast(304)])).to.deep.equal([[false], [false], [false]]);
    expect(look([cast(202)])).to.deep.equal([[true, '"ask 1": v3.fight_vote_cast never answers 202']]);
  });

  it('conflict where their states or their replies are wrong, and only the states are impossible', () => {
    const response = { status: 200, body: { id: 3112, wins: 'many' } };
    const misfit = 'the reply does not fit: #/wins: Must be an integer of at least 0 or null.';
    const unknown = 'no provider sets up the state "the moon is full" (contracts/states.ts).';
    const missing = 'the state "a fighter exists" needs the parameters id: id is missing.';
    const one = { request: { path: fighter }, response };
    const states = [...inState('the moon is full'), ...inState('a fighter exists')];
    expect(
      look([one, { ...one, providerStates: states, response: { status: 200 } }, { ...one, providerStates: states }]),
    ).to.deep.equal([
      [false, `"ask 1": ${misfit}`],
      [true, `"ask 2": ${unknown}`, `"ask 2": ${missing}`],
      [true, `"ask 3": ${misfit}`, `"ask 3": ${unknown}`, `"ask 3": ${missing}`],
    ]);
    const { conflicts, contracts: added } = readPacts(folder, contracts);
    const single = {
      request: { path: fighter },
      response: { status: 200 },
      providerStates: inState('a fighter exists'),
    };
    expect(look([single])).to.deep.equal([[true, `"ask 1": ${missing}`]]);
    expect([conflicts.length, [...added.values()].flat().map(({ receiving }) => receiving)]).to.deep.equal([
      6,
      ['ask 2'],
    ]);
  });

  it('conflict with a contract of the same consumer, description and states', () => {
    const twin = { description: 'a request for fighter 3112', providerStates: isFighter };
    const one = { ...twin, request: { path: fighter }, response: { status: 200, body: { draws: 99 } } };
    const sentence =
      '"a request for fighter 3112" has the consumer, description and states of contract 716d500040f1, so Pact treats them as the same';
    expect(look([one], 3, 'mobile-es-us')).to.deep.equal([[false, sentence]]);
    const elsewhere = { ...one, request: { path: '/api/v3/mobile/fighters/3101' } };
    expect(look([elsewhere], 3, 'mobile-es-us')).to.deep.equal([
      [
        false,
        sentence,
        '"a request for fighter 3112" is at odds with contract f635275fc982 "a request for fighter 3101", which answers the same request: $.draws',
      ],
    ]);
  });

  it('conflict with the contract of the same request, whatever their states', () => {
    const odds = (nth: number, where: string) =>
      `"ask ${nth}" is at odds with contract 716d500040f1 "a request for fighter 3112", which answers the same request: ${where}`;
    const get = (response: object, more: Partial<Written> = {}): Written => ({
      ...{ providerStates: isFighter, request: { path: fighter }, response: { status: 200, ...response } },
      ...more,
    });
    const wrong = { body: { draws: 99 } };
    expect(
      look([
        get(wrong),
        get({ body: { draws: 99 }, matchingRules: { body: { '$.draws': { matchers: [{ match: 'type' }] } } } }),
        get({}),
        get(wrong, { providerStates: [...isFighter, ...inState('there is no content')] }),
        get(wrong, { request: { path: '/api/v3/mobile/fighters/99' } }),
        get({ status: 404, body: type('fighter-not-found') }),
        get(wrong, { providerStates: inState('a fighter exists', { id: 1 }) }),
      ]),
    ).to.deep.equal([
      [false, odds(1, '$.draws')],
      [false],
      [false],
      [false, odds(4, '$.draws')],
      [false],
      [false, odds(6, 'status')],
      [false, odds(7, '$.draws')],
    ]);
    const cast = (response: object, body: object = vote): Written => ({
      ...{ providerStates: voted, request: { method: 'POST', path: votePath, body } },
      response: { status: 201, ...response },
    });
    expect(
      look([cast({ body: { voted: true } }), cast({}), cast({ body: { voted: true } }, { ...vote, round_num: 3 })]),
    ).to.deep.equal([
      ...[1, 2].map((nth) => [
        false,
        `"ask ${nth}" is at odds with contract 3b926493ab37 "the same vote again", which answers the same request: status`,
      ]),
      [false],
    ]);
  });

  it('stop nothing while they are pending, and are noted', () => {
    const one: Written = { pending: true, request: { path: '/api/v3/mobile/boxers' }, response: { status: 200 } };
    const other: Written = { pending: true, request: { path: fighter }, response: { status: 200 } };
    const { notes, conflicts, contracts: added } = served([one, other], 4);
    expect([notes.map(short), conflicts]).to.deep.equal([
      ['"ask 1": no route has the path /api/v3/mobile/boxers (pending)'],
      [],
    ]);
    expect([...added.keys()]).to.deep.equal(['v3 fighter']);
    expect(look([one], 4)).to.deep.equal([[true, '"ask 1": no route has the path /api/v3/mobile/boxers']]);
  });

  it('are listed with what is skipped', () => {
    writeFileSync(file, JSON.stringify({ consumer: { name: 'a' }, provider: { name: 'tickets' }, interactions: [] }));
    const skipped = ['a pact with "tickets" and not with "fight-sports-api": skipped'].map(
      (line) => `${shown}: ${line}`,
    );
    expect(readPactFiles([file], contracts)).to.deep.equal([
      { file, skipped, unsupported: undefined, interactions: [] },
    ]);
    expect(readPacts(file, contracts)).to.deep.equal({
      files: [file],
      contracts: new Map(),
      conflicts: [],
      notes: skipped,
    });
  });

  it('get the parameters of the states that version 2 lacks', () => {
    const { providerStates: _, ...one } = { providerStates: [], request: { path: fighter }, response: { status: 200 } };
    write([{ ...one, providerState: 'a fighter exists' } as Written], 2);
    const [read] = readPactFiles([file], contracts);
    expect(read?.interactions[0]?.interaction.states).to.deep.equal([
      { name: 'a fighter exists', params: { id: 3112 } },
    ]);
    const [added] = [...readPacts(folder, contracts).contracts.values()][0] as [Contract];
    expect(added.states).to.deep.equal([{ name: 'a fighter exists', params: { id: 3112 } }]);
  });
});

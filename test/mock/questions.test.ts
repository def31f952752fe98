import { expect } from 'chai';
import { operations } from '../../contracts/operations.ts';
import type { Problem } from '../../contracts/requests/problem.ts';
import { writeAskedPact } from '../../mock/control/asked-pact.ts';
import { interactionSource } from '../../mock/control/interaction-source.ts';
import { answerQuestion } from '../../mock/control/question.ts';
import { generatedContractSet } from '../../mock/reply/generated-set.ts';
import type { RequestEntry } from '../../mock/session/request-log.ts';

/** What the mock says about the requests that it was asked, without a mock around it. */

const v3 = '/api/v3/mobile';
const entryOf = (more: Partial<RequestEntry>): RequestEntry => ({
  ...{ number: 1, at: '', session: 'a', method: 'GET', path: `${v3}/fighters/3107` },
  ...more,
});
const refusalOf = (ask: () => unknown) => {
  try {
    return ask();
  } catch (error) {
    const { key, more } = error as Problem;
    return [key, more.errors];
  }
};

describe('a question about requests', () => {
  const count = (question: Record<string, string>, more: Partial<RequestEntry> = {}) =>
    answerQuestion([entryOf(more)], new URLSearchParams(question)).count;

  it('may name each part of a request', () => {
    const asked = {
      ...{ method: 'GET', operation: 'v3.fighter', contract: 'cddc690bbf13', match: 'exact' },
      status: '200',
    } as const;
    const whole = { ...asked, match: 'exact', status: 200 } as const;
    expect(count(asked, whole)).to.equal(1);
    for (const [name, other] of Object.entries({
      ...{ method: 'POST', operation: 'v3.event', contract: 'cddc690bbf14', match: 'fallback', status: '201' },
    })) {
      expect(count({ ...asked, [name]: other }, whole), name).to.equal(0);
    }
  });

  it('has a star for any text, also for none', () => {
    const path = `${v3}/news`;
    for (const [pattern, isSo] of [
      [path, 1],
      [`${v3}*/news`, 1],
      [`${v3}*/*news`, 1],
      ['*/api/v3*', 1],
      [`${v3}/n*news`, 0],
      ['*/new', 0],
      ['api*', 0],
      ['/api/v3/mobile/news*/news', 0],
      ['/api/*v3*v3*/news', 0],
      ['/api/*?', 0],
    ] as const) {
      expect(count({ path: pattern }, { path }), pattern).to.equal(isSo);
    }
    expect(count({ path: `${v3}/*?limit=2` }, { path: `${path}?limit=2` })).to.equal(1);
    expect(count({ path: '/api/v3/us/events' }), 'of another region').to.equal(0);
  });

  it('is refused for what no request can have', () => {
    const ids = operations.map(({ family, name }) => `"${family}.${name}"`);
    const known = '"method" or "path" or "operation" or "contract" or "match" or "status" or "times" or "all"';
    const times = 'Must be a number such as 1, or a range such as 1.., ..3 or 1..3.';
    for (const [question, parameter, detail] of [
      ['paht=x', 'paht', `Must be ${known}.`],
      ['match=a&match=b', 'match', `Must be ${known}.`],
      ['operation=fighter', 'operation', `Must be ${[...new Set(ids)].join(' or ')}.`],
      [
        'path=/api/v3/mobile/figthers',
        'path',
        'Must be a path of the service, such as /api/v3/mobile/events; * stands for any text.',
      ],
      ...['', 'x1', '1x', '12345', '1...3', '12345..', '..12345', '11 '].map((value) => [
        `times=${value}`,
        'times',
        times,
      ]),
    ] as [string, string, string][]) {
      expect(
        refusalOf(() => answerQuestion([], new URLSearchParams(question))),
        question,
      ).to.deep.equal(['invalid-request', [{ parameter, detail }]]);
    }
  });

  it('has a number or a range of times, whose ends count', () => {
    const isSo = (times: string, many: number) => {
      const entries = Array.from({ length: many }, (_, number) => entryOf({ number }));
      const { answer, requests, ...rest } = answerQuestion(entries, new URLSearchParams({ times }));
      expect(rest).to.deep.equal({ count: many, times, of: many });
      expect(requests).to.deep.equal(entries.slice(-20));
      return answer;
    };
    for (const [times, answers] of [
      ['2', ['no', 'no', 'yes', 'no', 'no']],
      ['2..', ['no', 'no', 'yes', 'yes', 'yes']],
      ['..2', ['yes', 'yes', 'yes', 'no', 'no']],
      ['2..3', ['no', 'no', 'yes', 'yes', 'no']],
      ['..', ['yes', 'yes', 'yes', 'yes', 'yes']],
      ['0', ['yes', 'no', 'no', 'no', 'no']],
    ] as const) {
      expect(
        answers.map((_, many) => isSo(times, many)),
        times,
      ).to.deep.equal(answers);
    }
    expect(isSo('9999', 21)).to.equal('no');
  });
});

describe('a request that no contract covers, as source', () => {
  const sourceOf = (id: string, given: object) => {
    const operation = operations.find((one) => one.id === id) as (typeof operations)[number];
    return interactionSource({ ...{ operation, params: {}, query: {}, closestMatch: undefined, count: 1 }, ...given });
  };

  it('has no part that the request has not', () => {
    expect(sourceOf('v1.events', {})).to.deep.equal({
      ...{ operation: 'v1.events', request: 'GET /api/v1/us/events', count: 1 },
      interaction: [
        "success('events', 'v1', {",
        "  receiving: 'a request for events',",
        "  given: given('the sample content is published'),",
        '  body: {}, // the reply that the client relies on',
        '}),',
      ].join('\n'),
    });
    expect(sourceOf('v1.alerts', { query: { limit: 2 }, count: 4 })).to.deep.equal({
      ...{ operation: 'v1.alerts', request: 'GET /api/v1/us/alerts?limit=2', count: 4 },
      interaction: [
        "success('alerts', 'v1', {",
        "  receiving: 'a request for alerts with limit 2',",
        "  given: given('the sample content is published'),",
        '  request: {',
        '    query: {',
        '      limit: 2,',
        '    },',
        '  },',
        '  body: {}, // the reply that the client relies on',
        '}),',
      ].join('\n'),
    });
  });

  it('has the state of the resource in its path, where the route has one', () => {
    for (const [id, params, request, given] of [
      ['v3.octagon_girl', { id: 9 }, '/octagon_girls/9', "given('a ring presenter exists', { id: 9 })"],
      ['v3.octagon_girl', {}, '/octagon_girls/', "given('the sample content is published')"],
      [
        'v3.fighters_stats.weight_class',
        { weight_class: 'LW' },
        '/fighters/stats/weight_class/LW',
        "given('the sample content is published')",
      ],
    ] as const) {
      const source = sourceOf(id, { params });
      expect([source.request, source.interaction.split('\n')[2]]).to.deep.equal([
        `GET ${v3}${request}`,
        `  given: ${given},`,
      ]);
    }
  });

  it('has names without quotes where they are names', () => {
    const body = { $a_1: 1, '1a': [], 'a-b': true, b: null };
    const lines = sourceOf('v3.score_round', { body }).interaction.split('\n');
    expect(lines.slice(7, 13)).to.deep.equal([
      '    body: {',
      '      $a_1: 1,',
      "      '1a': [],",
      "      'a-b': true,",
      '      b: null,',
      '    },',
    ]);
  });
});

describe('the pact of requests', () => {
  const asked = entryOf({ operation: 'v3.fighter', contract: 'cddc690bbf13', match: 'exact', status: 200 });
  const busy = { contract: 'cf4b9613ea1a', status: 503 };
  const pactOf = (entries: RequestEntry[], query = 'consumer=corner-tv') =>
    writeAskedPact(entries, new URLSearchParams(query), generatedContractSet());
  const written = (entries: RequestEntry[]) => {
    const { interactions, metadata } = pactOf(entries);
    const titles = interactions.map(({ description, providerStates, request: { method, path, query, body } }) => [
      ...[description, providerStates, `${method} ${path}`],
      ...(query === undefined ? [] : [query]),
      ...(body === undefined ? [] : [body.content]),
    ]);
    return { titles, metadata };
  };

  it('has each contract once in alphabetical order, and names all else in that order', () => {
    const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
    const ofVote = { operation: 'v3.fight_vote_cast', method: 'POST', path: `${v3}/fights/88005/vote?x=1` };
    const { titles, metadata } = written([
      entryOf({ ...busy, operation: 'v3.fighter', path: `${v3}/fighters/3136?x=1`, match: 'fallback' }),
      { ...asked, number: 2 },
      asked,
      entryOf({ ...ofVote, ...busy, match: 'exact' }),
      { ...asked, isStream: true },
      { ...asked, match: 'fallback', nearest: { contract: 'a', receiving: 'b', differs: [] } },
      { ...asked, contract: 'another' },
      entryOf({ status: 404 }),
      entryOf({}),
      { ...asked, operation: 'v3.nothing' },
    ]);
    const state = [{ name: 'the store does not answer' }];
    expect(titles).to.deep.equal([
      [
        'a request for one fighter (v3.fighter)',
        [{ name: 'a fighter exists', params: { id: 3107 } }],
        `GET ${v3}/fighters/3107`,
      ],
      ['a request when the store does not answer (v3.fighter)', state, `GET ${v3}/fighters/3136`, { x: ['1'] }],
    ]);
    expect(metadata).to.deep.equal({
      pactSpecification: { version: '4.0' },
      fightcard: {
        withoutContract: [
          ...['GET v3.fighter 200', 'GET v3.fighter as a stream', 'GET v3.nothing 200'],
          ...['GET without a route 404', 'GET without a route cut off', 'POST v3.fight_vote_cast 503'],
        ],
      },
    });
    const missing = { ...ofVote, contract: '62acca58f9f7', status: 404, match: 'exact' } as const;
    expect(written([entryOf(missing)]).titles).to.deep.equal([
      [
        'a request when there is no content (v3.fight_vote_cast)',
        [{ name: 'there is no content' }],
        `POST ${v3}/fights/88005/vote`,
        { x: ['1'] },
        vote,
      ],
    ]);
    expect(pactOf([asked]).metadata).to.deep.equal({ pactSpecification: { version: '4.0' } });
  });

  it('has the address of a derived problem in its body', () => {
    const [one] = pactOf([
      entryOf({ ...busy, operation: 'v3.fighter', path: `${v3}/fighters/3136`, match: 'exact' }),
    ]).interactions;
    expect((one?.response.body?.content as { instance: string } | undefined)?.instance).to.equal(`${v3}/fighters/3136`);
  });

  it('is refused without the name of an app, or without a contract', () => {
    const own = (name: string) => `Must be the name of your app; ${name} is a consumer of the contracts themselves.`;
    const form = 'Must be the name of your app, of 1 to 64 letters, digits and " ._-" between them.';
    for (const [query, parameter, detail] of [
      ['consumer=a&al=true', 'al', 'Must be "consumer" or "all".'],
      ['consumer=a&all=true&all=true', 'all', 'Must be "consumer" or "all".'],
      ...['mobile-us', 'mobile-es-us', 'metrics-feed'].map((name) => [`consumer=${name}`, 'consumer', own(name)]),
      ...['', ' a', 'a ', '.a', 'a-', 'a/b', 'a'.repeat(65)].map((name) => [`consumer=${name}`, 'consumer', form]),
      ['', 'consumer', form],
    ] as [string, string, string][]) {
      expect(
        refusalOf(() => pactOf([asked], query)),
        query,
      ).to.deep.equal(['invalid-request', [{ parameter, detail }]]);
    }
    for (const name of ['a', 'a b', 'A.b_c-1', 'a'.repeat(64)]) {
      expect(pactOf([asked], `consumer=${name}&all=true`).consumer).to.deep.equal({ name });
    }
    for (const [entries, detail] of [
      [[], 'Let the app send its requests first.'],
      [[entryOf({ status: 404 }), entryOf({})], 'Only: GET without a route 404; GET without a route cut off.'],
    ] as const) {
      expect(() => pactOf([...entries]))
        .to.throw()
        .that.deep.includes({ key: 'nothing-asked', errors: [{ parameter: 'Mock-Session', detail }] });
    }
  });
});

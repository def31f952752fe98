import { expect } from 'chai';
import { families, familyNames, feedConsumer, provider } from '../../contracts/families.ts';
import type { Deprecation } from '../../contracts/http/deprecation.ts';
import { replyHeaders } from '../../contracts/openapi/headers.ts';
import { operationObject } from '../../contracts/openapi/operation.ts';
import {
  allowedMethods,
  familyOfPath,
  filteredPath,
  operations,
  pathParameters,
  pathTree,
  problemsOf,
  queryParameters,
  replySchema,
  rootOf,
  sampleParameters,
} from '../../contracts/operations.ts';
import { routeNames, routeOf, routesOf } from '../../contracts/routes.ts';
import { prefixes } from '../support/expected/headers.ts';
import { ruleOf } from '../support/expected/parameters.ts';
import { problems } from '../support/expected/problems.ts';
import { expectedOperations, problemsOfEveryPost, problemsOfEveryRoute } from '../support/expected/routes.ts';
import { committedOperations } from '../support/suites/operations.ts';

describe('the route table', () => {
  it('gives the committed operations, each once; after a change: npm run generate', () => {
    expect(operations.map(({ id }) => id)).to.deep.equal(committedOperations);
    expect(new Set(committedOperations).size).to.equal(committedOperations.length);
  });
  it('gives four operations of fighters_stats', () => {
    expect(operations.filter(({ name }) => name === 'fighters_stats').map(({ id }) => id)).to.deep.equal([
      'v3.fighters_stats',
      'v3.fighters_stats.weight_class',
      'v3.fighters_stats.born_country',
      'v3.fighters_stats.weight_class.born_country',
    ]);
  });
  it('has a sample of every path parameter', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(sampleParameters(operation)), operation.id).to.deep.equal(named);
    }
  });
  it('has a reply schema and parameter rules for every operation', () => {
    for (const { name, family, path } of operations) {
      expect(replySchema(name, family)).to.be.an('object');
      for (const { name: parameter } of pathParameters(name, path)) expect(path).to.include(`:${parameter}`);
    }
  });
  it('uses every problem', () => {
    const used = new Set(['route-not-found', ...routeNames.flatMap(problemsOf)]);
    expect(Object.keys(problems).filter((key) => !used.has(key))).to.deep.equal([]);
  });
  it('works the same in any order of its rows: each path finds its operation', () => {
    const tree = pathTree();
    for (const { path, method, id } of operations) {
      const bare = path.endsWith('/') ? path.slice(0, -1) : path;
      expect(tree.find(bare)?.value[method]?.id).to.equal(id);
    }
  });
});

describe('the operations of the wire specification', () => {
  it('are those of the route table', () => {
    expect(operations.map(({ id }) => id)).to.have.members(expectedOperations.map(({ id }) => id));
  });
  for (const expected of expectedOperations) {
    const { id, name, family, method, path, cache, list, stream, bodyLimit, needsFeedKey } = expected;
    const isPost = method === 'POST';

    it(`${id}: path, method, caching, rows, parameters, problems, body limit and key`, () => {
      const operation = operations.find((one) => one.id === id) as (typeof operations)[number];
      expect(operation).to.deep.equal({ id, name, family, method, path });
      const row = routeOf(operation.name);
      expect({ cache: row.cache, list: row.list?.limit, stream: row.stream ?? false }).to.deep.equal({
        ...{ cache, list, stream },
      });
      expect(row.bodyLimit).to.equal(isPost ? bodyLimit : undefined);
      expect(row.credential).to.equal(needsFeedKey ? 'feed' : undefined);
      expect(row.success).to.deep.equal(isPost && !needsFeedKey ? [200, 201] : undefined);
      expect(problemsOf(operation.name)).to.have.members([
        ...expected.problems,
        ...(isPost ? problemsOfEveryPost : []),
        ...problemsOfEveryRoute,
      ]);
      const ofQuery = list ? ['limit', 'cursor'] : name === 'fight_metrics_live_event' ? ['fight'] : [];
      expect([...queryParameters(operation.name)]).to.deep.equal(ofQuery);
      for (const { name: parameter } of pathParameters(operation.name, path)) {
        expect(ruleOf(name, parameter), parameter).to.be.an('object');
      }
    });
  }
  it('allow GET with HEAD, or POST, and OPTIONS', () => {
    const tree = pathTree();
    for (const { path, allow } of expectedOperations) {
      expect(allowedMethods(tree.find(path.replace(/(?<=.)\/$/, ''))?.value ?? {}), path).to.equal(allow);
    }
  });
  it('are of two applications and a supplier, with a language for each', () => {
    expect(families).to.deep.equal({
      v3: {
        ...{ version: 'v3', prefix: '/api/v3/mobile', locale: 'es_US', language: 'es-US' },
        consumer: 'mobile-es-us',
      },
      v1: { version: 'v1', prefix: '/api/v1/us', locale: 'en_US', language: 'en-US', consumer: 'mobile-us' },
    });
    expect([provider, feedConsumer]).to.deep.equal(['fight-sports-api', 'metrics-feed']);
  });
  it('are listed at the root of their family', () => {
    const { routes: rows, ...rest } = rootOf('v3');
    expect(rest).to.deep.equal({ version: 'v3', locale: 'es_US' });
    expect(rows.find(({ name }) => name === 'score_round')).to.deep.equal({
      ...{ name: 'score_round', method: 'POST', path: '/api/v3/mobile/events/score_round' },
    });
  });
  it('have a path without the filters that mean none', () => {
    const pathWith = (values: Record<string, string>) => filteredPath({ name: 'fighters_stats', family: 'v3' }, values);
    const start = '/api/v3/mobile/fighters/stats';
    expect([
      pathWith({}),
      pathWith({ weight_class: 'all', born_country: 'PER' }),
      pathWith({ weight_class: 'Fly', born_country: 'ALL' }),
    ]).to.deep.equal([start, `${start}/born_country/PER`, `${start}/weight_class/Fly`]);
  });
  it('have a schema of their replies, which is an array for a list, and rules, read once', () => {
    expect(replySchema('news', 'v1')).to.include({ type: 'array' });
    expect(replySchema('chat', 'v1')).not.to.include({ type: 'array' });
    expect(() => replySchema('none' as never, 'v1')).to.throw('none is not a route of v1');
    const rules = pathParameters('news', '/own/:id/:event_id');
    expect(rules).to.deep.equal([
      { name: 'id', rule: 'id' },
      { name: 'event_id', rule: 'event_id' },
    ]);
    expect(pathParameters('news', '/own/:id/:event_id')).to.equal(rules);
    expect(pathParameters('translations', '/own/:id')).to.deep.equal([{ name: 'id', rule: 'translation_id' }]);
    expect(() => pathParameters('news', '/own/:odd')).to.throw('no rule for the parameter "odd" of news');
    expect(() => sampleParameters({ name: 'news', path: '/own/:odd' })).to.throw(
      'contracts/routes.ts: news has no sample of odd',
    );
  });
  it('are under the prefix of their family', () => {
    expect(familyNames.map((family) => [family, families[family].prefix])).to.deep.equal(Object.entries(prefixes));
    expect(families.v3.locale).to.equal('es_US');
    expect(families.v1.locale).to.equal('en_US');
  });
});

describe('ties between paths', () => {
  const tree = pathTree();
  const rows: [string, string, string | undefined][] = [
    ['v3', '/events/round_scoring/discuss', 'v3.round_scoring'],
    ['v1', '/events/round_scoring/discuss', 'v1.round_scoring'],
    ['v3', '/fighters/title_holders', 'v3.title_holders'],
    ['v3', '/fighters/title_holders/news', undefined],
    ['v3', '/fighters/stats', 'v3.fighters_stats'],
    ['v3', '/fighters/stats/news', undefined],
    ['v3', '/fighters/stats/weight_class', undefined],
    ['v3', '/fighters/stats/born_country/PER/weight_class/lw', undefined],
    ['v1', '/fight_metrics/live_event_url', 'v1.fight_metrics_live_event_url'],
    ['v1', '/fight_metrics/live_event/811', 'v1.fight_metrics_live_event'],
  ];
  for (const [family, path, id] of rows) {
    it(`gives ${family} ${path} to ${id ?? 'no operation'}`, () => {
      expect(tree.find(prefixes[family as 'v3' | 'v1'] + path)?.value.GET?.id).to.equal(id);
    });
  }
  it('gives GET /events/score_round to no operation, and names POST', () => {
    const entry = tree.find('/api/v3/mobile/events/score_round')?.value;
    expect(entry?.GET).to.equal(undefined);
    expect(allowedMethods(entry ?? {})).to.equal('POST, OPTIONS');
  });
  it('has in each family none of the routes that only the other has', () => {
    for (const family of familyNames) {
      const other = family === 'v3' ? 'v1' : 'v3';
      const foreign = operations.filter(
        ({ name, ...rest }) => rest.family === other && !routesOf(family).includes(name),
      );
      for (const { path, method } of foreign) {
        const entry = tree.find(path.replace(prefixes[other], prefixes[family]))?.value;
        // A literal of the other family may be an id here: /events/:id is a route of v1, /fighters/stats is not.
        expect(entry?.[method]?.path.includes(':') ?? true).to.equal(true);
      }
    }
  });
});

describe('familyOfPath', () => {
  it('finds the family of every path under a prefix, also of one without a route', () => {
    expect(familyOfPath('/api/v3/mobile')).to.equal('v3');
    expect(familyOfPath('/api/v1/us/none')).to.equal('v1');
    expect(familyOfPath('/api/v1/usa')).to.equal(undefined);
    expect(familyOfPath('/')).to.equal(undefined);
  });
});

const operationNamed = (id: string) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
};

describe('a deprecated route in the OpenAPI document', () => {
  const marked = ['chat', 'news'] as const;
  const mark = (name: (typeof marked)[number], deprecated: Deprecation) => Object.assign(routeOf(name), { deprecated });
  afterEach(() => {
    for (const name of marked) Reflect.deleteProperty(routeOf(name), 'deprecated');
  });
  const names = ['Deprecation', 'Sunset', 'Link'];
  const headersOf = (id: string) =>
    Object.fromEntries(Object.entries(replyHeaders(operationNamed(id), 200)).filter(([name]) => names.includes(name)));
  const component = (name: string) => ({ $ref: `#/components/headers/${name}` });

  it('says since when, until when and what takes its place, as far as that is known', () => {
    const since = '2030-12-31';
    for (const [more, expected] of [
      [{}, ['Deprecation']],
      [{ sunset: '2031-07-01' }, ['Deprecation', 'Sunset']],
      [{ successor: '/alerts' }, ['Deprecation', 'Link.deprecated']],
      [{ sunset: '2031-07-01', successor: '/alerts' }, ['Deprecation', 'Sunset', 'Link.deprecated']],
    ] as const) {
      mark('chat', { since, ...more });
      expect(Object.values(headersOf('v1.chat'))).to.deep.equal(expected.map(component));
    }
    Reflect.deleteProperty(routeOf('chat'), 'deprecated');
    expect(headersOf('v1.chat')).to.deep.equal({});
  });

  it('has one Link in a list, for the next page too', () => {
    expect(headersOf('v3.news')).to.deep.equal({ Link: component('Link') });
    const listed = { Link: component('Link.deprecated'), Deprecation: component('Deprecation') };
    mark('news', { since: '2030-12-31', successor: '/alerts' });
    expect(headersOf('v3.news')).to.deep.equal(listed);
    mark('news', { since: '2030-12-31', sunset: '2031-07-01' });
    expect(headersOf('v3.news')).to.deep.equal({ ...listed, Sunset: component('Sunset') });
  });

  it('is marked, and described in a sentence', () => {
    expect(operationObject(operationNamed('v1.chat'), [])).not.to.have.property('deprecated');
    mark('chat', { since: '2030-12-31', sunset: '2031-07-01', successor: '/alerts' });
    const { deprecated, description } = operationObject(operationNamed('v1.chat'), []);
    expect(deprecated).to.equal(true);
    expect(description).to.equal(
      'Where the chat is, when there is one. Family v1, texts in en_US. The reply: can be kept for a minute; carries an etag. Deprecated since 2030-12-31, and may be gone from 2031-07-01 on. /api/v1/us/alerts takes its place. `.json` after the last segment and a trailing slash are accepted.',
    );
  });
});

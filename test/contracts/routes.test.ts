import { expect } from 'chai';
import { families, familyNames } from '../../contracts/families.ts';
import {
  allowedMethods,
  familyOfPath,
  operations,
  pathParameters,
  pathTree,
  problemsOf,
  queryParameters,
  replySchema,
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

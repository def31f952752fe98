import { expect } from 'chai';
import { families, feedConsumer, provider } from '../../contracts/families.ts';
import {
  allowedMethods,
  familyOfPath,
  operations,
  pathParameters,
  pathTree,
  problemsOf,
  queryParameters,
  rootOf,
  sampleParameters,
} from '../../contracts/operations.ts';
import { routeNames, routeOf } from '../../contracts/routes.ts';
import { prefixes } from '../support/expected/headers.ts';
import { ruleOf } from '../support/expected/parameters.ts';
import { problems } from '../support/expected/problems.ts';
import { expectedOperations, problemsOfEveryPost, problemsOfEveryRoute } from '../support/expected/routes.ts';

describe('route table', () => {
  it('has a sample of every path parameter', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(sampleParameters(operation)), operation.id).to.deep.equal(named);
    }
  });
  it('uses every problem', () => {
    const used = new Set(['route-not-found', ...routeNames.flatMap(problemsOf)]);
    expect(Object.keys(problems).filter((key) => !used.has(key))).to.deep.equal([]);
  });
});

describe('operations', () => {
  it('are those of the specification', () => {
    expect(operations.map(({ id }) => id)).to.have.members(expectedOperations.map(({ id }) => id));
  });
  for (const expected of expectedOperations) {
    const { id, name, family, method, path, cache, list, stream, bodyLimit, needsFeedKey } = expected;
    const isPost = method === 'POST';

    it(`${id} matches the specification`, () => {
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
  it('have two families and a feed', () => {
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
});

describe('similar paths', () => {
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
});

describe('familyOfPath', () => {
  it('finds the family by prefix', () => {
    expect(familyOfPath('/api/v3/mobile')).to.equal('v3');
    expect(familyOfPath('/api/v1/us/none')).to.equal('v1');
    expect(familyOfPath('/api/v1/usa')).to.equal(undefined);
    expect(familyOfPath('/')).to.equal(undefined);
  });
});

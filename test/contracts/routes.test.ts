import { expect } from 'chai';
import { families, familyNames } from '../../contracts/families.ts';
import {
  allowedMethods,
  familyOfPath,
  operations,
  pathParameters,
  pathTree,
  problemsOf,
  replySchema,
  sampleParameters,
} from '../../contracts/operations.ts';
import { commonProblems, problems } from '../../contracts/problems.ts';
import { routeNames, routesOf } from '../../contracts/routes.ts';
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
  it('lists known problems only, and no common problem twice', () => {
    for (const name of routeNames) {
      const listed = problemsOf(name);
      expect(listed).to.have.members([...new Set(listed)]);
      expect(Object.keys(problems)).to.include.members(listed);
      expect(listed).to.include.members([...commonProblems]);
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
      const prefix = families[family as 'v3' | 'v1'].prefix;
      expect(tree.find(prefix + path)?.value.GET?.id).to.equal(id);
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
        const entry = tree.find(path.replace(families[other].prefix, families[family].prefix))?.value;
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

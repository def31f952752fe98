import { expect } from 'chai';
import { familyNames } from '../../../contracts/families.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import { type Interaction, identityOf } from '../../../contracts/interactions/interaction.ts';
import { operations } from '../../../contracts/operations.ts';
import { problemsOfEveryRoute } from '../../support/expected/routes.ts';
import { coverageOf } from '../../support/pact/coverage.ts';

const all = interactions.map(identityOf);
const everything = { verified: { mock: all, server: all } };

describe('coverageOf', () => {
  it('has no gap', () => {
    const { rows, gaps } = coverageOf(interactions, everything);
    expect(gaps.map(({ id, reason }) => `${id}: ${reason}`)).to.deep.equal([]);
    expect(rows.map(({ id }) => id)).to.deep.equal(operations.map(({ id }) => id));
  });

  it('gives every interaction a unique identity', () => {
    expect(new Set(all).size).to.equal(all.length);
  });

  for (const family of familyNames) {
    it(`meets every common problem in ${family}`, () => {
      const met = interactions.filter((interaction) => interaction.family === family).map(({ reply }) => reply.problem);
      // The only problem without a route in the table: its method is not the route's.
      const askable = problemsOfEveryRoute.filter((problem) => problem !== 'method-not-allowed');
      expect(met).to.include.members(askable);
    });
  }

  it('names an unverified interaction', () => {
    const [first, ...rest] = all;
    const { gaps } = coverageOf(interactions, { verified: { mock: rest, server: all } });
    expect(gaps).to.have.length(1);
    expect(gaps[0]).to.include({ cell: 'mock' });
    expect(first).to.include(/"(.*)"/.exec(gaps[0]?.reason ?? '')?.[1]);
  });

  it('names an unmet problem', () => {
    const without = interactions.filter(({ route, reply }) => route !== 'event' || reply.problem !== 'event-not-found');
    const { gaps } = coverageOf(without, everything);
    expect(gaps.map(({ id, cell, reason }) => `${id} ${cell} ${reason}`)).to.deep.equal([
      'v3.event contract no interaction shows event-not-found',
      'v1.event contract no interaction shows event-not-found',
    ]);
  });

  for (const [what, route, isShown] of [
    ['304', 'news', ({ reply }) => reply.status === 304],
    ['a page with a Link', 'news', ({ reply }) => reply.headers?.Link !== undefined],
    ['201', 'score_round', ({ reply }) => reply.status === 201],
    ['malformed-json', 'score_round', ({ reply }) => reply.problem === 'malformed-json'],
    ['invalid-request', 'news', ({ reply }) => reply.problem === 'invalid-request'],
  ] satisfies [string, string, (one: Interaction) => boolean][]) {
    it(`names a missing ${what} of ${route}`, () => {
      const without = interactions.filter((one) => one.route !== route || !isShown(one));
      expect(without.length).to.be.below(interactions.length);
      const { gaps } = coverageOf(without, everything);
      expect(gaps.map(({ id, cell, reason }) => `${id} ${cell} ${reason}`)).to.deep.equal(
        ['v3', 'v1'].map((family) => `${family}.${route} contract no interaction shows ${what}`),
      );
    });
  }
});

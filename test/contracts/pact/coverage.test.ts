import { expect } from 'chai';
import { familyNames } from '../../../contracts/families.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import type { Interaction } from '../../../contracts/interactions/interaction.ts';
import { operations } from '../../../contracts/operations.ts';
import { coverageOf, gapsOf, identityOf, targetNames } from '../../../contracts/pact/coverage.ts';
import { problemsOfEveryRoute } from '../../support/expected/routes.ts';

const all = interactions.map(identityOf);
const everything = { verified: { mock: all, server: all } };

describe('coverage of the contracts', () => {
  it('has no gap: every operation with its successes, pages, 304 and problems', () => {
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

  it('names an interaction that a target was not verified against', () => {
    const [first, ...rest] = all;
    const { gaps } = coverageOf(interactions, { verified: { mock: rest, server: all } });
    expect(gaps).to.have.length(1);
    expect(gaps[0]).to.include({ cell: 'mock' });
    expect(first).to.include(/"(.*)"/.exec(gaps[0]?.reason ?? '')?.[1]);
  });

  it('names a problem that no interaction meets any more', () => {
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
    it(`names ${what} of ${route} that no interaction shows any more`, () => {
      const without = interactions.filter((one) => one.route !== route || !isShown(one));
      expect(without.length).to.be.below(interactions.length);
      const { gaps } = coverageOf(without, everything);
      expect(gaps.map(({ id, cell, reason }) => `${id} ${cell} ${reason}`)).to.deep.equal(
        ['v3', 'v1'].map((family) => `${family}.${route} contract no interaction shows ${what}`),
      );
    });
  }
});

describe('coverage of made-up contracts', () => {
  const published = { name: 'the sample content is published', params: {} } as const;
  const made = (one: Pick<Interaction, 'route' | 'family' | 'receiving' | 'request' | 'reply'>): Interaction => ({
    consumer: 'mobile-es-us',
    given: [published],
    ...one,
  });
  const event = { route: 'event', family: 'v3', request: { params: { id: 7001 } } } as const;
  const stats = { route: 'fighters_stats', family: 'v3', request: { params: { weight_class: 'lw' } } } as const;
  const some = [
    made({ ...event, receiving: 'a request for one event', reply: { status: 200 } }),
    made({ ...event, receiving: 'a request for no event', reply: { status: 404, problem: 'event-not-found' } }),
    made({ ...event, receiving: 'a request for the same event', reply: { status: 304 } }),
    made({ ...stats, receiving: 'a wrong request', reply: { status: 400, problem: 'invalid-request' } }),
    made({ ...stats, receiving: 'a page', reply: { status: 200, headers: { Link: '<https://a.example>' } } }),
  ];
  const identities = some.map(identityOf);
  const of = (id: string, { rows, gaps }: ReturnType<typeof coverageOf>) => ({
    row: rows.find((row) => row.id === id),
    gaps: gaps.filter((gap) => gap.id === id).map(({ cell, reason }) => `${cell}: ${reason}`),
  });
  const unverifiable = ['mock: nothing to verify', 'server: nothing to verify'];
  const shows = (...names: string[]) => names.map((name) => `contract: no interaction shows ${name}`);

  it('identifies them by consumer, words and the names of states', () => {
    expect(targetNames).to.deep.equal(['mock', 'server']);
    const { consumer, receiving } = some[0] as Interaction;
    const held = { name: 'the client holds the current representation', params: { path: '/x' } } as const;
    expect(identityOf({ consumer, receiving, given: [published, held] })).to.equal(
      'mobile-es-us\na request for one event\nthe sample content is published\nthe client holds the current representation',
    );
  });

  it('counts contracts, problems and what each target has shown, and names what is missing', () => {
    const server = [identities[0] as string, identities[2] as string];
    const covered = coverageOf(some, { verified: { mock: identities, server } });
    expect(of('v3.event', covered)).to.deep.equal({
      row: { id: 'v3.event', interactions: 3, problems: { covered: 1, listed: 2 }, verified: { mock: 3, server: 2 } },
      gaps: [...shows('invalid-request'), 'server: "a request for no event" is not verified'],
    });
    expect(of('v3.fighters_stats.weight_class', covered)).to.deep.equal({
      row: {
        ...{ id: 'v3.fighters_stats.weight_class', interactions: 2 },
        ...{ problems: { covered: 1, listed: 1 }, verified: { mock: 2, server: 0 } },
      },
      gaps: [...shows('304'), 'server: nothing is verified'],
    });
  });

  it('takes problems and pages, and no success, from another path form of the same route in the same family', () => {
    const covered = coverageOf(some, { verified: { mock: [], server: [] } });
    expect(of('v3.fighters_stats.born_country', covered)).to.deep.equal({
      row: {
        ...{ id: 'v3.fighters_stats.born_country', interactions: 0 },
        ...{ problems: { covered: 1, listed: 1 }, verified: { mock: 0, server: 0 } },
      },
      gaps: [...shows('a success', '304'), ...unverifiable],
    });
    expect(of('v1.event', covered).gaps).to.deep.equal([
      ...shows('a success', '304', 'event-not-found', 'invalid-request'),
      ...unverifiable,
    ]);
  });

  it('asks of each operation what its route promises', () => {
    const covered = coverageOf([], { verified: { mock: identities, server: identities } });
    const bodies = ['malformed-json', 'body-too-large', 'unsupported-media-type', 'invalid-body', 'outcome-unknown'];
    for (const [id, ...missing] of [
      ['v3.root', 'a success', '304'],
      ['v3.health', 'a success'],
      ['v3.news', 'a success', '304', 'a page with a Link', 'invalid-request'],
      ['v3.article', 'a success', '304', 'article-not-found', 'invalid-request'],
      ['v1.alerts', 'a success', '304', 'a page with a Link', 'invalid-request'],
      [
        'v3.fight_vote_cast',
        'a success',
        '200',
        '201',
        'fight-not-found',
        'voting-closed',
        ...bodies,
        'invalid-request',
      ],
      ['v1.score_round', 'a success', '200', '201', 'event-not-found', 'fight-not-found', 'scoring-closed', ...bodies],
    ] as const) {
      expect(of(id, covered).gaps, id).to.deep.equal([...shows(...missing), ...unverifiable]);
    }
    expect(of('v3.fight_vote_cast', covered).row).to.deep.equal({
      ...{ id: 'v3.fight_vote_cast', interactions: 0 },
      ...{ problems: { covered: 0, listed: 8 }, verified: { mock: 0, server: 0 } },
    });
  });

  it('takes a 201 for a success', () => {
    const request = { params: { id: 88001 } };
    const cast = made({ route: 'fight_vote_cast', family: 'v3', receiving: 'a vote', request, reply: { status: 201 } });
    const { gaps } = of('v3.fight_vote_cast', coverageOf([cast], { verified: { mock: [], server: [] } }));
    expect(gaps.slice(0, 2)).to.deep.equal(shows('200', 'fight-not-found'));
  });

  it('names the gaps of other pacts: what is not verified, and where there is nothing', () => {
    const expected = ['corner-tv\na request for news\nthe news are out', 'corner-tv\na request for media', 'alone'];
    const gaps = (mock: string[], server: string[], all = expected) =>
      gapsOf('pacts', all, { verified: { mock, server } });
    expect(gaps(expected, expected)).to.deep.equal([]);
    expect(gaps(expected.slice(1, 2), expected)).to.deep.equal([
      { id: 'pacts', cell: 'mock', reason: '"a request for news" is not verified' },
      { id: 'pacts', cell: 'mock', reason: '"alone" is not verified' },
    ]);
    const nothing = (cell: string) => ({ id: 'pacts', cell, reason: 'nothing is verified' });
    expect(gaps(expected, [])).to.deep.equal([nothing('server')]);
    expect(gaps(expected, ['x'], [])).to.deep.equal([nothing('mock'), nothing('server')]);
  });
});

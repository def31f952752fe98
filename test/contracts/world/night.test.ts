import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { advance, boutFacts, eventFacts, noWindows } from '../../../contracts/rules/rounds.ts';
import {
  BoutFeed,
  BoutUpdate,
  completeBoutFeed,
  completeEventFeed,
  EventFeed,
  EventUpdate,
  isBoutUpdate,
  type LiveUpdate,
} from '../../../contracts/schemas/metrics.ts';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import { ids } from '../../../contracts/world/index.ts';
import { scoreRound } from '../../../contracts/world/night/judges.ts';
import { createNight, type Night, parseRound, worldCard } from '../../../contracts/world/night/night.ts';
import { scaled } from '../../support/run/scale.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Of the nights that every test looks at; TEST_SCALE=3 looks at 30. */
const seeds = fc.sample(fc.integer({ min: 0, max: 4_294_967_295 }), { seed, numRuns: scaled(10) });
/** Each takes 3.4 MB. */
const mostCached = 10;
const cached = new Map<number, Night>();

function nightOf(seed: number): Night {
  const night = cached.get(seed) ?? createNight({ seed });
  if (cached.size < mostCached) cached.set(seed, night);
  return night;
}

function forEachNight(check: (night: Night, seed: number) => void): void {
  for (const seed of seeds) {
    try {
      check(nightOf(seed), seed);
    } catch (error) {
      if (error instanceof Error) error.message = `the night of seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}

/** The posts that change the most, and some of the others. */
const samplePosts = ({ posts }: Night) =>
  posts.filter((post, index) => post.opens || post.closes || index % 97 === 0 || index === posts.length - 1);

/** The last update of a row. */
function last(night: Night, bout: string | undefined): LiveUpdate {
  const last = night.posts.findLast((post) => post.bout === bout);
  if (!last) throw new Error(`nothing was posted of ${bout}`);
  return last.update;
}

describe('fight night', () => {
  after(() => cached.clear());

  it('has the same bytes for the same seed', () => {
    for (const [seed, digest] of [
      [0, '35f2daaa7fd8257e'],
      [811, '563710e9a0624f3b'],
      [4_294_967_295, 'd30a78b7a6e4bdf2'],
    ] as const) {
      const { posts, fights } = createNight({ seed });
      const bytes = JSON.stringify([posts, fights]);
      expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16), `seed ${seed}`).to.equal(digest);
    }
  });

  it('has snapshots that fit their schemas', () => {
    forEachNight((night) => {
      for (const { update } of samplePosts(night)) {
        const faults = isBoutUpdate(update)
          ? [...findMismatches(BoutUpdate, update, 'en'), ...findMismatches(BoutFeed, completeBoutFeed(update), 'en')]
          : [
              ...findMismatches(EventUpdate, update, 'en'),
              ...findMismatches(EventFeed, completeEventFeed(update), 'en'),
            ];
        expect(faults).to.deep.equal([]);
      }
    });
  });

  it('opens and closes every round once', () => {
    forEachNight((night) => {
      let windows = noWindows;
      const opened: string[] = [];
      for (const { update, atMs, opens, closes } of night.posts.filter(
        (post, index) => post.opens || post.closes || index % 50 === 0,
      )) {
        const before = windows;
        const facts = isBoutUpdate(update)
          ? boutFacts(completeBoutFeed(update))
          : eventFacts(completeEventFeed(update));
        windows = advance(windows, facts, atMs, 0);
        const rounds = Object.entries(windows.bouts).flatMap(([id, bout]) =>
          Object.keys(bout.rounds).map((round) => `${id}:${round}`),
        );
        const had = Object.entries(before.bouts).flatMap(([id, bout]) =>
          Object.keys(bout.rounds).map((round) => `${id}:${round}`),
        );
        const shown = rounds.filter((round) => !had.includes(round));
        expect(shown).to.deep.equal(opens ? [`${opens.fight}:${opens.round}`] : []);
        opened.push(...shown);
        if (closes) expect(windows.bouts[closes.fight]?.rounds[closes.round]?.closesMs).to.equal(atMs);
      }
      expect(opened).to.deep.equal(night.rounds.map(({ fight, round }) => `${fight}:${round}`));
      const { FMLiveFeed } = completeEventFeed(last(night, undefined) as EventUpdate);
      expect(FMLiveFeed.EventEnd).to.match(/^\d\d:\d\d:\d\d$/);
      expect(FMLiveFeed.Fights.map(({ Status }) => Status)).to.deep.equal(FMLiveFeed.Fights.map(() => 'closed'));
    });
  });

  it('may start at a round', () => {
    const whole = createNight({ seed: 1 });
    const from = parseRound('R2', worldCard);
    expect(from).to.deep.equal({ fight: String(ids.fightInProgressStatid), round: 2 });
    const part = createNight({ seed: 1, from });
    expect(part.rounds[0]).to.deep.equal(from);
    const opening = part.posts.findIndex(({ opens }) => opens !== undefined);
    expect(part.posts.slice(0, opening).map(({ bout }) => bout)).to.deep.equal([undefined, '6416', '6415']);
    const rest = whole.posts.slice(whole.posts.length - (part.posts.length - opening));
    expect(rest.map(({ atMs, bout }) => [atMs, bout])).to.deep.equal(
      part.posts.slice(opening).map(({ atMs, bout }) => [atMs, bout]),
    );
    expect(rest[0]?.update).to.deep.equal(part.posts[opening]?.update);
    expect(parseRound('6411:R5', worldCard)).to.deep.equal({ fight: '6411', round: 5 });
    for (const bad of ['R9', '6415:R4', '1:R1', 'round 2', '']) {
      expect(() => parseRound(bad, worldCard), bad).to.throw(/\.$/);
    }
    expect(() => createNight({ seed: 1, from: { fight: '6416', round: 2 } })).to.throw(
      /ends in round 1, before round 2/,
    );
  });
});

describe('scoreRound', () => {
  const even = { blue: {}, red: {} } as Parameters<typeof scoreRound>[0];

  it('returns 10-9, or 10-8 from a lead of 32', () => {
    expect([0, 31, 32].map((lead) => scoreRound(even, lead))).to.deep.equal([
      [10, 9],
      [10, 9],
      [10, 8],
    ]);
    expect([-1, -31, -32].map((lead) => scoreRound(even, lead))).to.deep.equal([
      [9, 10],
      [9, 10],
      [8, 10],
    ]);
  });
});

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { advance, boutFacts, eventFacts, noWindows, type Windows } from '../../../contracts/rules/rounds.ts';
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
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { scoreRound } from '../../../contracts/world/night/judges.ts';
import { createNight, type Night, parseRound, worldCard } from '../../../contracts/world/night/night.ts';
import { emptyTally } from '../../../contracts/world/statistics.ts';
import { scaled } from '../../support/run/scale.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Of the nights that every test looks at; TEST_SCALE=3 looks at 30. */
const seeds = fc.sample(fc.integer({ min: 0, max: 4_294_967_295 }), { seed, numRuns: scaled(10) });

function forEachNight(check: (night: Night) => void): void {
  for (const seed of seeds) {
    try {
      check(createNight({ seed }));
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
          ? [...findViolations(BoutUpdate, update, 'en'), ...findViolations(BoutFeed, completeBoutFeed(update), 'en')]
          : [
              ...findViolations(EventUpdate, update, 'en'),
              ...findViolations(EventFeed, completeEventFeed(update), 'en'),
            ];
        expect(faults).to.deep.equal([]);
      }
    });
  });

  it('opens and closes every round once', () => {
    forEachNight((night) => {
      let windows = noWindows;
      const roundsIn = ({ bouts }: Windows) =>
        Object.entries(bouts).flatMap(([id, bout]) => Object.keys(bout.rounds).map((round) => `${id}:${round}`));
      const opened: string[] = [];
      for (const { update, atMs, opens, closes } of samplePosts(night)) {
        const had = roundsIn(windows);
        const facts = isBoutUpdate(update)
          ? boutFacts(completeBoutFeed(update))
          : eventFacts(completeEventFeed(update));
        windows = advance(windows, facts, atMs, 0);
        const shown = roundsIn(windows).filter((round) => !had.includes(round));
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
  });
});

describe('scoreRound', () => {
  const even = { second: 0, positions: { distance: 0, clinch: 0, ground: 0 }, blue: emptyTally(), red: emptyTally() };

  for (const [lead, ...scores] of [
    [0, 10, 9],
    [31, 10, 9],
    [32, 10, 8],
    [-1, 9, 10],
    [-31, 9, 10],
    [-32, 8, 10],
  ] as const) {
    it(`returns ${scores.join('-')} for a lead of ${lead}`, () => {
      expect(scoreRound(even, lead)).to.deep.equal(scores);
    });
  }
});

describe('parseRound', () => {
  for (const [text, fight, round] of [
    ['R2', '6415', 2],
    ['r3', '6415', 3],
    ['6415:R1', '6415', 1],
    ['6411:r5', '6411', 5],
  ] as const) {
    it(`reads ${text}`, () => expect(parseRound(text, worldCard)).to.deep.equal({ fight, round }));
  }

  const unread = (text: string) => `A round is written R2, or 6415:R2 with the FightID before it; not ${text}.`;
  for (const [text, sentence] of [
    ...['', 'R0', 'R22', 'xR2', 'R2x', '0415:R1', '12345678901:R1'].map((text) => [text, unread(text)] as const),
    ['1:R1', 'The card has no fight 1; it has 6416, 6415, 6413, 6412, 6411.'],
    ['R4', 'Fight 6415 is scheduled for 3 rounds.'],
    ['6411:R6', 'Fight 6411 is scheduled for 5 rounds.'],
  ] as const) {
    it(`refuses "${text}"`, () => expect(() => parseRound(text, worldCard)).to.throw(sentence));
  }

  it('is refused after the end of its fight', () => {
    const from = { fight: '6416', round: 2 };
    expect(() => createNight({ seed: 1, from })).to.throw('With seed 1 fight 6416 ends in round 1, before round 2.');
  });
});

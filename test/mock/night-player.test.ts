import { mock } from 'node:test';
import { expect } from 'chai';
import { countCrowd } from '../../mock/night/crowd.ts';
import { type NightOptions, NightPlayer, NoSuchRound } from '../../mock/night/night.ts';

/** Nights on a clock that the test moves. Night 7: 6416 ends first, then 6415, 6413, 6412 and last 6411. */

let nowMs = 0;
const player = (more: Partial<NightOptions> = {}) => new NightPlayer({ speed: 10, seed: 7, voters: 500, ...more });

describe('the player of a night', () => {
  beforeEach(() => {
    nowMs = 50_000;
    mock.method(performance, 'now', () => nowMs);
  });
  afterEach(() => mock.reset());

  it('has this status at these moments', () => {
    const night = player();
    const known = { seed: 7, speed: 10, voters: 500, state: 'playing', ends_at: 5693, event: '811' };
    const at = (seconds: number) => {
      night.seek(seconds * 1_000);
      return night.status();
    };
    const none = { fight: null, round: null, open: [] };
    const first = { fight: '6416', round: 1 };
    for (const [seconds, clock, rest] of [
      [0, '2031-04-05T23:00:00Z', none],
      [29.999, '2031-04-05T23:00:29Z', none],
      [30, '2031-04-05T23:00:30Z', { ...none, fight: '6416' }],
      [234.999, '2031-04-05T23:03:54Z', { ...none, fight: '6416' }],
      [235, '2031-04-05T23:03:55Z', { ...first, open: [first] }],
      [595.999, '2031-04-05T23:09:55Z', { ...first, open: [first] }],
      [596, '2031-04-05T23:09:56Z', { ...first, open: [] }],
      [741, '2031-04-05T23:12:21Z', { ...none, fight: '6415' }],
      [
        1_306,
        '2031-04-05T23:21:46Z',
        {
          ...{ fight: '6415', round: 2 },
          open: [
            { fight: '6415', round: 1 },
            { fight: '6415', round: 2 },
          ],
        },
      ],
    ] as const) {
      expect(at(seconds), `${seconds}`).to.deep.equal({ ...known, clock, at: Math.floor(seconds), ...rest });
    }
    for (const seconds of [5_693, 9_000]) {
      const over = { state: 'over', at: 5_693, clock: '2031-04-06T00:34:53Z', fight: '6411', round: 2, open: [] };
      expect(at(seconds), `${seconds}`).to.deep.equal({ ...known, ...over });
    }
    expect(at(-5)).to.deep.equal({ ...known, clock: '2031-04-05T23:00:00Z', at: 0, ...none });
    expect([night.eventStatid, night.nowMs, night.momentMs(1)]).to.deep.equal([
      811, 1_933_196_400_000, 1_933_196_400_001,
    ]);
  });

  it('moves at its speed since the clock was last set, and not while it is paused', () => {
    const night = player();
    const seen: unknown[] = [];
    const later = (ms: number) => {
      nowMs += ms;
      seen.push([night.atMs, night.status().state]);
    };
    later(0);
    later(100);
    night.setSpeed(20);
    later(100);
    night.pause();
    later(1_000);
    night.setSpeed(0.1);
    later(1_000);
    night.play();
    later(1_005);
    night.pause();
    night.seek(5_000);
    later(1_000);
    night.play();
    night.setSpeed(1_000);
    later(5_687.5);
    later(0.5);
    later(1_000);
    expect(seen).to.deep.equal([
      ...[
        [0, 'playing'],
        [1_000, 'playing'],
        [3_000, 'playing'],
        [3_000, 'paused'],
        [3_000, 'paused'],
        [3_100, 'playing'],
      ],
      ...[
        [5_000, 'paused'],
        [5_692_500, 'playing'],
        [5_693_000, 'over'],
        [5_693_000, 'over'],
      ],
    ]);
    expect(night.isOver).to.equal(true);
    nowMs = 7;
    expect(player({ from: '6413:R3' }).atMs, 'from the bell of a round').to.equal(3_216_000);
    const moments = [0, 1_000, 1_000];
    mock.reset();
    mock.method(performance, 'now', () => moments.shift());
    expect(player().atMs, 'from when it is built').to.equal(0);
  });

  it('closes the rounds before the one that it starts with at once', () => {
    const night = player({ from: 'R2' });
    const startMs = 1_933_197_706_000;
    const skipped = { openedMs: startMs, closesMs: startMs };
    const earlier = { '6416': { rounds: { 1: skipped }, endedMs: startMs } };
    expect(night.windows()).to.deep.equal({
      bouts: {
        '6415': { rounds: { 1: skipped, 2: { openedMs: startMs, closesMs: null } }, endedMs: null },
        ...earlier,
      },
      endedMs: null,
    });
    night.seek(1_666_000);
    expect(night.windows().bouts['6415']).to.deep.equal({
      rounds: {
        ...{ 1: skipped, 2: { openedMs: startMs, closesMs: startMs + 480_000 } },
        3: { openedMs: startMs + 360_000, closesMs: null },
      },
      endedMs: null,
    });
    night.seek(5_693_000);
    expect(night.windows().endedMs, 'nothing of the night ends it').to.equal(null);
    const whole = player();
    whole.seek(476_000);
    expect(whole.windows()).to.deep.equal({
      bouts: {
        '6416': {
          rounds: { 1: { openedMs: 1_933_196_635_000, closesMs: 1_933_196_996_000 } },
          endedMs: 1_933_196_876_000,
        },
      },
      endedMs: null,
    });
  });

  it('has no round that the card or the seed lacks', () => {
    const night = player();
    night.seekRound('6413:R2');
    expect(night.atMs).to.equal(2_856_000);
    const messages = {
      '6416:R2': 'With seed 7 fight 6416 ends in round 1, before round 2.',
      'round two': 'A round is written R2, or 6415:R2 with the FightID before it; not round two.',
    };
    for (const [from, message] of Object.entries(messages)) {
      expect(() => player({ from }), from).to.throw(NoSuchRound, message);
      expect(() => night.seekRound(from), from).to.throw(NoSuchRound, message);
    }
    expect(night.atMs).to.equal(2_856_000);
  });

  it('gives what it sends a version that grows, also after a seek in either direction', () => {
    const night = player();
    night.pause();
    const versions = () => [night.version, ...[undefined, '6416', '6411'].map((bout) => night.latestVersion(bout))];
    const missed = (version: number, bout?: string) => night.since(version, bout, 5).map((one) => one.version);
    expect([versions(), missed(0), missed(1), missed(0, '6416')]).to.deep.equal([[1, 1, 0, 0], [1], [], []]);
    const play = (ms: number) => {
      night.play();
      nowMs += ms / 10;
      night.pause();
    };
    play(235_000);
    expect([versions(), missed(0), missed(47, '6416'), missed(48, '6416')]).to.deep.equal([
      [51, 50, 51, 0],
      [45, 46, 47, 49, 50],
      [48, 51],
      [51],
    ]);
    night.seek(456_000);
    expect([versions(), missed(51), missed(51, '6416'), missed(52, '6416')]).to.deep.equal([
      [52, 52, 52, 52],
      [52],
      [52],
      [],
    ]);
    play(5_000);
    expect([versions(), missed(52, '6416'), missed(51)]).to.deep.equal([[53, 53, 52, 52], [], [52, 53]]);
    night.seek(235_000);
    expect([versions(), missed(0, '6416'), missed(0)]).to.deep.equal([[54, 54, 54, 54], [54], [54]]);
    play(5_000);
    expect([versions(), missed(54, '6416'), missed(54)]).to.deep.equal([[56, 55, 56, 54], [56], [55]]);
    expect(night.since(0, '6411', 5)).to.deep.equal([]);
  });

  it('has the snapshots that a client missed as they were, the newest of too many', () => {
    const night = player();
    nowMs += 24_000;
    const all = night.since(0, '6416', 9);
    expect(all.map(({ version }) => version)).to.deep.equal([48, 51, 53]);
    expect(all.at(-1)?.feed).to.deep.equal(night.boutFeed('6416'));
    expect(all[0]?.feed.FMLiveFeed).to.include({ FightID: '6416', CurrentRound: '0' });
    expect(night.since(0, '6416', 2)).to.deep.equal(all.slice(1));
    expect(night.since(0, undefined, 1)[0]?.feed).to.deep.equal(night.eventFeed());
  });

  it('builds a document once while it is the latest of its row', () => {
    const night = player();
    night.pause();
    expect(night.boutFeed('6416')).to.equal(undefined);
    night.seek(240_000);
    const [event, bout] = [night.eventFeed(), night.boutFeed('6416')];
    expect([night.eventFeed(), night.boutFeed('6416')].map((one, index) => one === [event, bout][index])).to.deep.equal(
      [true, true],
    );
    night.seek(244_999);
    expect(night.boutFeed('6416')).to.equal(bout);
    night.seek(245_000);
    const next = night.eventFeed();
    expect([next === event, night.boutFeed('6416') === bout]).to.deep.equal([false, false]);
    night.seek(240_000);
    expect(night.eventFeed()).to.deep.equal(event);
    expect(night.eventFeed() === event).to.equal(false);
  });
});

describe('the crowd of a night', () => {
  beforeEach(() => {
    mock.method(performance, 'now', () => 0);
  });
  afterEach(() => mock.reset());

  const counted = (night: NightPlayer, atMs: number, fight: string, fighter1: number | null) => {
    night.seek(atMs);
    const { votes = [], scores = [] } = countCrowd(night, fight, fighter1) ?? {};
    return {
      votes: [...votes].map(([round, { fighter1Votes, fighter2Votes }]) => [round, fighter1Votes, fighter2Votes]),
      scores: [...scores].map(([round, one]) => [round, one.count, one.fighter1Sum, one.fighter2Sum]),
    };
  };

  it('votes in the course of a round and scores it in the minute after', () => {
    const night = player();
    expect(countCrowd(night, '1', 1851)).to.equal(undefined);
    for (const [seconds, votes, scores] of [
      [234.999, [], []],
      [235, [[1, 5, 5]], [[1, 0, 0, 0]]],
      [239.999, [[1, 5, 5]], [[1, 0, 0, 0]]],
      [240, [[1, 14, 7]], [[1, 0, 0, 0]]],
      [300, [[1, 121, 31]], [[1, 0, 0, 0]]],
      [456, [[1, 434, 66]], [[1, 0, 0, 0]]],
      [470, [[1, 434, 66]], [[1, 58, 580, 520]]],
      [516, [[1, 434, 66]], [[1, 250, 2_500, 2_233]]],
      [600, [[1, 434, 66]], [[1, 250, 2_500, 2_233]]],
    ] as const) {
      expect(counted(night, seconds * 1_000, '6416', 1_851), `${seconds}`).to.deep.equal({ votes, scores });
    }
    expect(counted(night, 470_000, '6416', 1_852)).to.deep.equal({
      votes: [[1, 66, 434]],
      scores: [[1, 58, 520, 580]],
    });
  });

  it('is of any size, and scores with half of its members', () => {
    const [large, small, none] = [player(), player({ voters: 7 }), player({ voters: 0 })];
    expect(counted(large, 1_330_000, '6415', 1_803)).to.deep.equal({
      votes: [
        [1, 263, 237],
        [2, 15, 25],
      ],
      scores: [
        [1, 250, 2_436, 2_314],
        [2, 0, 0, 0],
      ],
    });
    for (const [seconds, votes, scores] of [
      [1_270, [[1, 4, 3]], [[1, 1, 9, 10]]],
      [1_290, [[1, 4, 3]], [[1, 2, 19, 19]]],
      [1_305, [[1, 4, 3]], [[1, 2, 19, 19]]],
    ] as const) {
      expect(counted(small, seconds * 1_000, '6415', 1_803), `${seconds}`).to.deep.equal({ votes, scores });
    }
    expect(counted(small, 1_640_000, '6415', 1_803)).to.deep.equal({
      votes: [
        [1, 4, 3],
        [2, 3, 4],
      ],
      scores: [
        [1, 3, 29, 28],
        [2, 1, 9, 10],
      ],
    });
    expect(counted(none, 1_300_000, '6415', null)).to.deep.equal({ votes: [[1, 0, 0]], scores: [[1, 0, 0, 0]] });
  });
});

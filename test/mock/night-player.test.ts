import { expect } from 'chai';
import { countCrowd } from '../../mock/night/crowd.ts';
import { type NightOptions, NightPlayer, NoSuchRound } from '../../mock/night/night.ts';

/** Paused, so that its time is what the test seeks. With seed 7, 6416 ends first, then 6415, 6413, 6412 and 6411. */
function paused(more: Partial<NightOptions> = {}): NightPlayer {
  const night = new NightPlayer({ speed: 10, seed: 7, voters: 500, ...more });
  night.pause();
  if (more.from === undefined) night.seek(0);
  return night;
}

describe('NightPlayer', () => {
  const none = { fight: null, round: null, open: [] };
  const first = { fight: '6416', round: 1 };
  const second = [1, 2].map((round) => ({ fight: '6415', round }));
  const last = { state: 'over', at: 5_693, fight: '6411', round: 2, open: [] };
  for (const [seconds, clock, rest] of [
    [0, '2031-04-05T23:00:00Z', none],
    [30, '2031-04-05T23:00:30Z', { ...none, fight: '6416' }],
    [235, '2031-04-05T23:03:55Z', { ...first, open: [first] }],
    [595.999, '2031-04-05T23:09:55Z', { ...first, open: [first] }],
    [596, '2031-04-05T23:09:56Z', { ...first, open: [] }],
    [741, '2031-04-05T23:12:21Z', { ...none, fight: '6415' }],
    [1_306, '2031-04-05T23:21:46Z', { fight: '6415', round: 2, open: second }],
    [5_693, '2031-04-06T00:34:53Z', last],
    [9_000, '2031-04-06T00:34:53Z', last],
  ] as const) {
    it(`has its status at ${seconds} s`, () => {
      const night = paused();
      night.seek(seconds * 1_000);
      const known = { seed: 7, speed: 10, voters: 500, state: 'paused', ends_at: 5_693, event: '811' };
      expect(night.status()).to.deep.equal({ ...known, clock, at: Math.floor(seconds), ...rest });
    });
  }

  it('closes rounds before its first one at once', () => {
    const night = paused({ from: 'R2' });
    const startMs = 1_933_197_706_000;
    const skipped = { openedMs: startMs, closesMs: startMs };
    const rounds = () => night.windows().bouts['6415']?.rounds;
    expect(night.windows().bouts['6416']).to.deep.equal({ rounds: { 1: skipped }, endedMs: startMs });
    expect(rounds()).to.deep.equal({ 1: skipped, 2: { openedMs: startMs, closesMs: null } });
    night.seek(1_666_000);
    expect(rounds()).to.deep.equal({
      ...{ 1: skipped, 2: { openedMs: startMs, closesMs: startMs + 480_000 } },
      3: { openedMs: startMs + 360_000, closesMs: null },
    });
    expect(paused({ from: '6413:R3' }).status().at).to.be.within(3_216, 3_220);
  });

  it('closes a round two minutes after its end', () => {
    const night = paused();
    night.seek(476_000);
    const round = { openedMs: 1_933_196_635_000, closesMs: 1_933_196_996_000 };
    expect(night.windows()).to.deep.equal({
      bouts: { '6416': { rounds: { 1: round }, endedMs: 1_933_196_876_000 } },
      endedMs: null,
    });
  });

  for (const [from, message] of [
    ['6416:R2', 'With seed 7 fight 6416 ends in round 1, before round 2.'],
    ['round two', 'A round is written R2, or 6415:R2 with the FightID before it; not round two.'],
  ] as const) {
    it(`refuses to start at ${from}`, () => {
      const night = paused();
      expect(() => paused({ from })).to.throw(NoSuchRound, message);
      expect(() => night.seekRound(from)).to.throw(NoSuchRound, message);
      expect(night.atMs).to.equal(0);
    });
  }

  it('sends each snapshot a growing version', () => {
    const night = paused();
    const sent = (bout?: string) => night.since(0, bout, 9).map(({ version }) => version);
    expect([night.version, night.latestVersion(undefined), night.latestVersion('6416')]).to.deep.equal([2, 2, 2]);
    expect(sent('6416')).to.deep.equal([]);
    night.seek(240_000);
    expect([night.version, sent(), sent('6416')]).to.deep.equal([3, [3], [3]]);
    night.seek(1_000);
    expect([night.version, sent()], 'after a seek back').to.deep.equal([4, [4]]);
    expect(night.since(4, undefined, 9)).to.deep.equal([]);
  });
});

describe('countCrowd', () => {
  const counted = (night: NightPlayer, seconds: number, fight: string, fighter1: number | null) => {
    night.seek(seconds * 1_000);
    const { votes = [], scores = [] } = countCrowd(night, fight, fighter1) ?? {};
    return {
      votes: [...votes].map(([round, { fighter1Votes, fighter2Votes }]) => [round, fighter1Votes, fighter2Votes]),
      scores: [...scores].map(([round, one]) => [round, one.count, one.fighter1Sum, one.fighter2Sum]),
    };
  };

  for (const [voters, fight, seconds, fighter1, votes, scores] of [
    [500, '6416', 235, 1_851, [[1, 5, 5]], [[1, 0, 0, 0]]],
    [500, '6416', 240, 1_851, [[1, 14, 7]], [[1, 0, 0, 0]]],
    [500, '6416', 456, 1_851, [[1, 434, 66]], [[1, 0, 0, 0]]],
    [500, '6416', 470, 1_851, [[1, 434, 66]], [[1, 58, 580, 520]]],
    [500, '6416', 470, 1_852, [[1, 66, 434]], [[1, 58, 520, 580]]],
    [500, '6416', 516, 1_851, [[1, 434, 66]], [[1, 250, 2_500, 2_233]]],
    [7, '6415', 1_270, 1_803, [[1, 4, 3]], [[1, 1, 9, 10]]],
    [0, '6415', 1_300, null, [[1, 0, 0]], [[1, 0, 0, 0]]],
  ] as const) {
    it(`counts ${voters} voters of ${fight} at ${seconds} s`, () => {
      expect(counted(paused({ voters }), seconds, fight, fighter1)).to.deep.equal({ votes, scores });
    });
  }

  it('is undefined for a fight of another card', () => {
    expect(countCrowd(paused(), '1', 1_851)).to.equal(undefined);
  });
});

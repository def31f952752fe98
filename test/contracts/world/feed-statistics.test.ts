import { expect } from 'chai';
import {
  grappling,
  strikes,
  type Tally,
  times,
  wholeFight,
  wholeTime,
} from '../../../contracts/world/feed/statistics.ts';

/** Each count is a number of its own in any sum; ten are attempted for one that lands. */
const everything: Tally = {
  ...{ headPunches: [1, 10], bodyPunches: [2, 20], headKicks: [4, 40], bodyKicks: [8, 80], legKicks: [16, 160] },
  clinch: [
    [32, 320],
    [64, 640],
    [128, 1_280],
  ],
  ground: [
    [256, 2_560],
    [512, 5_120],
    [1_024, 10_240],
  ],
  ...{ lightClinch: [2_048, 20_480], lightGround: [4_096, 40_960], takedowns: [5, 7] },
  ...{ knockDowns: 3, submissions: 2, reversals: 4, standups: 6 },
  control: { clinch: 1, misc: 2, guard: 4, half: 8, side: 16, mount: 32, back: 61 },
};

/** How many landed. */
const landed = {
  'Significant Strikes': 2_047,
  'Total Strikes': 8_191,
  Punches: 7_011,
  Kicks: 1_180,
  'Distance Strikes': 31,
  'Clinch Significant Strikes': 224,
  'Ground Significant Strikes': 1_792,
  'Clinch Total Strikes': 2_272,
  'Ground Total Strikes': 5_888,
  'Head Significant Strikes': 293,
  'Body Significant Strikes': 586,
  'Legs Significant Strikes': 1_168,
  'Head Total Strikes': 4_389,
  'Body Total Strikes': 2_634,
  'Legs Total Strikes': 1_168,
  'Distance Head Strikes': 5,
  'Distance Body Strikes': 10,
  'Distance Leg Strikes': 16,
  'Clinch Head Strikes': 32,
  'Clinch Body Strikes': 64,
  'Clinch Leg Strikes': 128,
  'Ground Head Strikes': 256,
  'Ground Body Strikes': 512,
  'Ground Leg Strikes': 1_024,
  'Distance Head Kicks': 4,
  'Distance Body Kicks': 8,
  'Distance Leg Kicks': 16,
  'Distance Head Punches': 1,
  'Distance Body Punches': 2,
  'Clinch Significant Kicks': 128,
  'Clinch Significant Punches': 96,
  'Ground Significant Kicks': 1_024,
  'Ground Significant Punches': 768,
};

describe('feed statistics', () => {
  it('sum landed and attempted strikes', () => {
    const sent = (times: number) =>
      Object.entries(landed).map(([name, count]) => [
        name,
        { Landed: String(count * times), Attempts: String(count * times * 10) },
      ]);
    expect(Object.entries(strikes(everything))).to.deep.equal([['Knock Down', { Landed: '3' }], ...sent(1)]);
    expect(Object.entries(strikes({}))).to.deep.equal([['Knock Down', { Landed: '0' }], ...sent(0)]);
    expect([grappling(everything), grappling({})]).to.deep.equal([
      {
        Takedowns: { Landed: '5', Attempts: '7' },
        ...{ Submissions: { Attempts: '2' }, Reversals: { Landed: '4' }, Standups: { Landed: '6' } },
      },
      {
        Takedowns: { Landed: '0', Attempts: '0' },
        ...{ Submissions: { Attempts: '0' }, Reversals: { Landed: '0' }, Standups: { Landed: '0' } },
      },
    ]);
  });

  it('report the time in each position', () => {
    const positions = { distance: 610, clinch: 59, ground: 125 };
    expect(times(positions, everything, { control: { clinch: 10, back: 20 } })).to.deep.equal({
      ...{ 'Standing Time': '11:09', 'Ground Time': '02:05', 'Control Time': '02:04', 'Neutral Time': '10:40' },
      ...{ 'Ground Control Time': '02:03', 'Distance Time': '10:10', 'Clinch Time': '00:59' },
      ...{ 'Misc. Ground Control Time': '00:02', 'Guard Control Time': '00:04', 'Half Guard Control Time': '00:08' },
      ...{ 'Side Control Time': '00:16', 'Mount Control Time': '00:32', 'Back Control Time': '01:01' },
    });
    expect(times({ distance: 61, clinch: 5, ground: 0 }, {}, {})).to.deep.equal({
      ...{ 'Standing Time': '01:06', 'Ground Time': '00:00', 'Control Time': '00:00', 'Neutral Time': '01:06' },
      ...{ 'Ground Control Time': '00:00', 'Distance Time': '01:01', 'Clinch Time': '00:05' },
      ...{ 'Misc. Ground Control Time': '00:00', 'Guard Control Time': '00:00', 'Half Guard Control Time': '00:00' },
      ...{ 'Side Control Time': '00:00', 'Mount Control Time': '00:00', 'Back Control Time': '00:00' },
    });
  });

  it('add up over the rounds of a fight', () => {
    const clinch = (times: number): NonNullable<Tally['clinch']> => [
      [times, 2 * times],
      [3 * times, 4 * times],
      [5 * times, 6 * times],
    ];
    const rounds: Tally[] = [
      { knockDowns: 1, headPunches: [1, 2], clinch: clinch(1), control: { guard: 3 } },
      {},
      { knockDowns: 2, headPunches: [10, 20], clinch: clinch(10), legKicks: [4, 5], control: { guard: 4, back: 1 } },
    ];
    expect(wholeFight(rounds)).to.deep.equal({
      ...{ knockDowns: 3, headPunches: [11, 22], clinch: clinch(11), legKicks: [4, 5], control: { guard: 7, back: 1 } },
    });
    expect(wholeFight([])).to.deep.equal({});
    const [first, second] = [
      { distance: 1, clinch: 20, ground: 300 },
      { distance: 4_000, clinch: 50_000, ground: 600_000 },
    ];
    expect(wholeTime([first, second])).to.deep.equal({ distance: 4_001, clinch: 50_020, ground: 600_300 });
    expect(wholeTime([])).to.deep.equal({ distance: 0, clinch: 0, ground: 0 });
  });
});

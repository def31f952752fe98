import type { BoutUpdate } from '../../schemas/metrics.ts';
import { grappling, type Positions, strikes, type Tally, times, wholeFight, wholeTime } from './statistics.ts';

interface Round {
  /** Seconds by position; together the length of the round so far. */
  positions: Positions;
  blue: Tally;
  red: Tally;
}

interface Corner {
  Name: string;
  FighterID: string;
}

const corner = ({ FighterID }: Corner, positions: Positions, own: Tally, opponent: Tally) => ({
  FighterID,
  Strikes: strikes(own),
  Grappling: grappling(own),
  TIP: times(positions, own, opponent),
});

const corners = (blue: Corner, red: Corner, { positions, ...round }: Round) => ({
  Red: corner(red, positions, round.red, round.blue),
  Blue: corner(blue, positions, round.blue, round.red),
});

/** Rounds that were not fought are left out: the feed is completed with empty values. */
export function bout(about: {
  blue: Corner;
  red: Corner;
  rounds: Round[];
}): Required<Pick<BoutUpdate['FMLiveFeed'], 'Fighters' | 'RoundStats' | 'FightStats'>> {
  const { blue, red, rounds } = about;
  const all: Round = {
    positions: wholeTime(rounds.map((round) => round.positions)),
    blue: wholeFight(rounds.map((round) => round.blue)),
    red: wholeFight(rounds.map((round) => round.red)),
  };
  return {
    Fighters: { Red: red, Blue: blue },
    RoundStats: Object.fromEntries(rounds.map((round, i) => [`Round${i + 1}`, corners(blue, red, round)])),
    FightStats: corners(blue, red, all),
  };
}

/** Ended by submission, 3:41 into its first round. */
const closed: BoutUpdate = {
  sequence: 1,
  Type: 'Stats',
  Timestamp: '23:16:00 04/05/2031',
  FMLiveFeed: {
    EventID: '811',
    FightID: '6416',
    CurrentRound: '1',
    MaxRounds: '3',
    Accolade: '',
    Referee: 'Julia Silbato',
    WeightClass: 'Bantamweight',
    Status: 'official',
    CurrentRoundTime: '03:41',
    ...bout({
      blue: { Name: 'Hugo Borrador', FighterID: '1851' },
      red: { Name: 'Teo Plantilla', FighterID: '1852' },
      rounds: [
        {
          positions: { distance: 118, clinch: 28, ground: 75 },
          blue: {
            headPunches: [5, 14],
            bodyPunches: [1, 2],
            legKicks: [3, 4],
            lightGround: [2, 2],
            submissions: 2,
            control: { guard: 9 },
          },
          red: {
            headPunches: [9, 19],
            headKicks: [0, 1],
            bodyKicks: [1, 1],
            clinch: [
              [2, 3],
              [1, 1],
              [0, 0],
            ],
            lightClinch: [4, 5],
            takedowns: [1, 2],
            control: { clinch: 22, guard: 48 },
          },
        },
      ],
    }),
  },
};

/** 2:10 into its second round. */
const inProgress: BoutUpdate = {
  sequence: 1,
  Type: 'Stats',
  Timestamp: '23:38:10 04/05/2031',
  FMLiveFeed: {
    EventID: '811',
    FightID: '6415',
    CurrentRound: '2',
    MaxRounds: '3',
    Accolade: '',
    Referee: 'Mario Pausa',
    WeightClass: 'Light Heavyweight',
    Status: '',
    CurrentRoundTime: '02:10',
    ...bout({
      blue: { Name: 'Darío Fábula', FighterID: '1803' },
      red: { Name: 'Otto Boceto', FighterID: '1804' },
      rounds: [
        {
          positions: { distance: 241, clinch: 31, ground: 28 },
          blue: {
            knockDowns: 1,
            headPunches: [16, 34],
            bodyPunches: [3, 5],
            headKicks: [1, 3],
            bodyKicks: [2, 4],
            legKicks: [6, 7],
            ground: [
              [5, 8],
              [0, 0],
              [0, 0],
            ],
            lightGround: [3, 3],
            control: { guard: 18, half: 10 },
          },
          red: {
            headPunches: [11, 29],
            bodyPunches: [4, 6],
            legKicks: [2, 3],
            clinch: [
              [1, 2],
              [2, 2],
              [1, 1],
            ],
            lightClinch: [5, 6],
            takedowns: [0, 1],
            control: { clinch: 24 },
          },
        },
        {
          positions: { distance: 64, clinch: 11, ground: 55 },
          blue: { headPunches: [4, 9], legKicks: [2, 2], standups: 1 },
          red: {
            headPunches: [3, 8],
            ground: [
              [4, 6],
              [2, 2],
              [0, 0],
            ],
            lightGround: [7, 9],
            takedowns: [1, 1],
            submissions: 1,
            control: { clinch: 6, side: 31, back: 15 },
          },
        },
      ],
    }),
  },
};

export const boutUpdates: readonly BoutUpdate[] = [closed, inProgress];

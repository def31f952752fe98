/** The live updates that the supplier has sent so far. */
import type { BoutUpdate, EventUpdate } from '../schemas/metrics.ts';
import { fighters } from './fighters.ts';
import { bout, type Corner, type Count, type Round, tallyOf } from './statistics.ts';
import { cells } from './text.ts';

type Fight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];
type FeedFighter = NonNullable<Fight['Fighters']>[number];
type Action = NonNullable<Fight['FightActions']>[number];

const placeOf = (City = '', State = '', Country = '', TriCode = '') => ({ City, State, Country, TriCode });

/** The supplier's facts that content does not have: birthplace and stance, by statid. */
const births = cells(`
1803 | Córdoba | Córdoba           | Argentina     | ARG | Orthodox
1804 | Malmö   |                   | Sweden        | SWE | Southpaw
1822 | Cusco   | Cusco             | Peru          | PER | Orthodox
1830 | Recife  | Pernambuco        | Brazil        | BRA | Southpaw
1834 | Ottawa  | Ontario           | Canada        | CAN | Orthodox
1835 | Tampa   | Florida           | United States | USA | Orthodox
1841 | Tepic   | Nayarit           | Mexico        | MEX | Switch
1842 | Perth   | Western Australia | Australia     | AUS | Orthodox
1851 | Utrecht | Utrecht           | Netherlands   | NED | Southpaw
1852 | Osaka   | Osaka             | Japan         | JPN | Orthodox
`);

/** A fighter as in the supplier's feed, with the names and numbers of content. */
function feedFighter(statid: number, Color: 'Blue' | 'Red', Outcome: string): FeedFighter {
  const record = fighters.find((fighter) => fighter.statid === statid);
  if (!record) throw new Error(`unknown statid ${statid}; add the fighter to contracts/world/fighters.ts`);
  const text = (name: string) => String(record[name] ?? '');
  const [, city, state, country, code, Stance = ''] = births.find(([id]) => id === String(statid)) ?? [];
  const [FirstName, LastName] = [text('first_name'), text('last_name')];
  return {
    FighterID: String(statid),
    Color,
    FirstName,
    LastName,
    ShortName: `${FirstName.slice(0, 1)}. ${LastName}`,
    FullName: `${FirstName} ${LastName}`,
    NickName: text('nickname'),
    Record: {
      TotFights: String(Number(record.wins) + Number(record.losses) + Number(record.draws)),
      Win: text('wins'),
      Loss: text('losses'),
      Draw: text('draws'),
      NC: '0',
    },
    FightsOutOf: placeOf(text('city_residing'), text('state_residing'), country, code),
    Born: placeOf(city, state, country, code),
    DOB: text('dob').slice(0, 10),
    Height: text('height'),
    Weight: text('weight'),
    Stance,
    Outcome,
  };
}

type Pair = readonly [blue: number, red: number];

/** @param division `id | name`, or `id | name | title` for a title fight, which has five rounds. */
function fight(FightID: string, Order: string, pair: Pair, division: string, more: Partial<Fight> = {}): Fight {
  const [WeightClassID = '', WeightClassName = '', isTitle] = division.split(' | ');
  return {
    FightID,
    Order,
    AccoladeName: isTitle ? `${WeightClassName} Title` : '',
    WeightClassID,
    WeightClassName,
    Status: 'Upcoming',
    PossibleRds: isTitle ? '5' : '3',
    CurRd: '0',
    Fighters: fightersOf(pair),
    Method: '',
    EndingRoundNum: null,
    FightActions: [],
    ...more,
  };
}

const fightersOf = ([blue, red]: Pair, blueOutcome = '', redOutcome = '') => [
  feedFighter(blue, 'Blue', blueOutcome),
  feedFighter(red, 'Red', redOutcome),
];

/** The members of a fight that is over. `winner` is undefined for a draw. */
const over = (pair: Pair, winner: 'blue' | 'red' | undefined, Method: string, round: string): Partial<Fight> => ({
  Status: 'closed',
  CurRd: round,
  Fighters: winner
    ? fightersOf(pair, winner === 'blue' ? 'Win' : 'Loss', winner === 'red' ? 'Win' : 'Loss')
    : fightersOf(pair),
  Method,
  EndingRoundNum: round,
});

/** Actions numbered from `first`, each with the clock of the night in UTC, and with round and fighter if it has them. */
const actions = (first: number, table: string): Action[] =>
  cells(table).map(([Type = '', Time = '', Round = '', Fighter = ''], at) => ({
    ActionID: String(first + at),
    Type,
    Time,
    TruckTime: Time,
    Fighter: Fighter || '0',
    Round: Round || '0',
  }));

/** The live event at the moment of the world: one fight over, one in its second round. */
export const eventUpdate: EventUpdate = {
  sequence: 1,
  FMLiveFeed: {
    EventID: '811',
    Timestamp: '2031/04/05 23:38:10',
    Date: '2031-04-05',
    Time: '18:00:00',
    GMT: '2031-04-05T23:00Z',
    Venue: 'Arena Central',
    Country: 'Peru',
    City: 'Lima',
    CurFight: '6415',
    EventStart: '23:00:00',
    EventEnd: '',
    Fights: [
      fight('6411', '1', [1822, 1830], '4 | Lightweight | title'),
      fight('6412', '2', [1841, 1842], "11 | Women's Bantamweight | title"),
      fight('6413', '3', [1834, 1835], '5 | Welterweight'),
      fight('6415', '5', [1803, 1804], '7 | Light Heavyweight', {
        CurRd: '2',
        FightActions: actions(
          15,
          `Walkout     | 23:24:00 |   | 1804
           Walkout     | 23:25:30 |   | 1803
           Fight_Open  | 23:29:50
           Round_Start | 23:30:00 | 1
           KD          | 23:32:18 | 1 | 1803
           Round_End   | 23:35:00 | 1
           Round_Start | 23:36:00 | 2
           Grappling   | 23:37:05 | 2 | 1804`,
        ),
      }),
      fight('6416', '6', [1851, 1852], '2 | Bantamweight', {
        ...over([1851, 1852], 'blue', 'SUB', '1'),
        FightActions: actions(
          1,
          `Intro            | 23:02:10
           Walkout          | 23:03:00 |   | 1852
           Walkout          | 23:04:20 |   | 1851
           Enter_Cage       | 23:05:40 |   | 1851
           Staredown        | 23:07:30
           Fight_Open       | 23:08:00
           Round_Start      | 23:08:05 | 1
           Striking         | 23:09:12 | 1 | 1852
           Takedown         | 23:10:31 | 1 | 1852
           Submission       | 23:11:40 | 1 | 1851
           Fight_Over       | 23:11:46 | 1
           Results          | 23:13:20
           Winner_Interview | 23:14:05 |   | 1851
           Fight_Complete   | 23:16:00`,
        ),
      }),
    ],
  },
};

const pastFight = (id: string, order: string, pair: Pair, division: string, ...ending: [...Ending]) =>
  fight(id, order, pair, division, over(pair, ...ending));
type Ending = [winner: 'blue' | 'red' | undefined, method: string, round: string];

/** The last snapshot of the past event. The supplier has no statistics of its bouts, and does not list the last bout. */
export const pastUpdate: EventUpdate = {
  sequence: 1,
  FMLiveFeed: {
    EventID: '804',
    Timestamp: '2031/02/09 05:31:00',
    Date: '2031-02-08',
    Time: '21:00:00',
    GMT: '2031-02-09T00:00Z',
    Venue: 'Pabellón del Río',
    Country: 'Brazil',
    City: 'Recife',
    CurFight: '',
    EventStart: '00:00:00',
    EventEnd: '05:30:00',
    Fights: [
      pastFight('6301', '1', [1801, 1802], '8 | Heavyweight | title', 'blue', 'KO/TKO', '2'),
      pastFight('6302', '2', [1847, 1846], "12 | Women's Strawweight | title", 'blue', 'DEC', '5'),
      pastFight('6303', '3', [1803, 1804], '7 | Light Heavyweight', undefined, 'DEC', '3'),
      pastFight('6304', '4', [1858, 1852], '2 | Bantamweight', 'red', 'SUB', '2'),
      pastFight('6305', '5', [1835, 1834], '5 | Welterweight', undefined, '', '1'),
    ],
  },
};

type BoutFacts = Record<'FightID' | 'CurrentRound' | 'Referee' | 'WeightClass' | 'Status', string>;

const boutUpdate = (
  time: string,
  clock: string,
  facts: BoutFacts,
  corners: [Corner, Corner],
  rounds: Round[],
): BoutUpdate => ({
  sequence: 1,
  Type: 'Stats',
  Timestamp: `${time} 04/05/2031`,
  FMLiveFeed: {
    EventID: '811',
    FightID: facts.FightID,
    CurrentRound: facts.CurrentRound,
    MaxRounds: '3',
    Accolade: '',
    Referee: facts.Referee,
    WeightClass: facts.WeightClass,
    Status: facts.Status,
    CurrentRoundTime: clock,
    ...bout(...corners, rounds),
  },
});

const counts = (...places: [head: Count, body: Count, legs: Count]) => places;

/** Ended by submission, 3:41 into its first round. */
const closed = boutUpdate(
  '23:16:00',
  '03:41',
  { FightID: '6416', CurrentRound: '1', Referee: 'Julia Silbato', WeightClass: 'Bantamweight', Status: 'official' },
  [
    { Name: 'Hugo Borrador', FighterID: '1851' },
    { Name: 'Teo Plantilla', FighterID: '1852' },
  ],
  [
    {
      positions: { distance: 118, clinch: 28, ground: 75 },
      blue: tallyOf({
        headPunches: [5, 14],
        bodyPunches: [1, 2],
        legKicks: [3, 4],
        lightGround: [2, 2],
        submissions: 2,
        control: { guard: 9 },
      }),
      red: tallyOf({
        headPunches: [9, 19],
        headKicks: [0, 1],
        bodyKicks: [1, 1],
        clinch: counts([2, 3], [1, 1], [0, 0]),
        lightClinch: [4, 5],
        takedowns: [1, 2],
        control: { clinch: 22, guard: 48 },
      }),
    },
  ],
);

/** 2:10 into its second round. */
const inProgress = boutUpdate(
  '23:38:10',
  '02:10',
  { FightID: '6415', CurrentRound: '2', Referee: 'Mario Pausa', WeightClass: 'Light Heavyweight', Status: '' },
  [
    { Name: 'Darío Fábula', FighterID: '1803' },
    { Name: 'Otto Boceto', FighterID: '1804' },
  ],
  [
    {
      positions: { distance: 241, clinch: 31, ground: 28 },
      blue: tallyOf({
        knockDowns: 1,
        headPunches: [16, 34],
        bodyPunches: [3, 5],
        headKicks: [1, 3],
        bodyKicks: [2, 4],
        legKicks: [6, 7],
        ground: counts([5, 8], [0, 0], [0, 0]),
        lightGround: [3, 3],
        control: { guard: 18, half: 10 },
      }),
      red: tallyOf({
        headPunches: [11, 29],
        bodyPunches: [4, 6],
        legKicks: [2, 3],
        clinch: counts([1, 2], [2, 2], [1, 1]),
        lightClinch: [5, 6],
        takedowns: [0, 1],
        control: { clinch: 24 },
      }),
    },
    {
      positions: { distance: 64, clinch: 11, ground: 55 },
      blue: tallyOf({ headPunches: [4, 9], legKicks: [2, 2], standups: 1 }),
      red: tallyOf({
        headPunches: [3, 8],
        ground: counts([4, 6], [2, 2], [0, 0]),
        lightGround: [7, 9],
        takedowns: [1, 1],
        submissions: 1,
        control: { clinch: 6, side: 31, back: 15 },
      }),
    },
  ],
);

export const boutUpdates: readonly BoutUpdate[] = [closed, inProgress];

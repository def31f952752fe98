import type { EventUpdate } from '../../schemas/metrics.ts';
import { feedFighter } from './people.ts';

type Fight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];
type Action = NonNullable<Fight['FightActions']>[number];

/** Clock of the night in UTC, round, and the fighter (0: none). */
const action = (ActionID: number, Type: string, Time: string, Round = '0', Fighter = '0'): Action => ({
  ActionID: String(ActionID),
  Type,
  Time,
  TruckTime: Time,
  Fighter,
  Round,
});

/** A fight that has not started. */
export const upcoming = (
  FightID: string,
  Order: string,
  [blue, red]: [number, number],
  [WeightClassID, WeightClassName]: [string, string],
  PossibleRds: string,
  AccoladeName = '',
): Fight => ({
  FightID,
  Order,
  AccoladeName,
  WeightClassID,
  WeightClassName,
  Status: 'Upcoming',
  PossibleRds,
  CurRd: '0',
  Fighters: [feedFighter(blue, 'Blue', ''), feedFighter(red, 'Red', '')],
  Method: '',
  EndingRoundNum: null,
  FightActions: [],
});

const closed: Fight = {
  ...upcoming('6416', '6', [1851, 1852], ['2', 'Bantamweight'], '3'),
  Status: 'closed',
  CurRd: '1',
  Fighters: [feedFighter(1851, 'Blue', 'Win'), feedFighter(1852, 'Red', 'Loss')],
  Method: 'SUB',
  EndingRoundNum: '1',
  FightActions: [
    action(1, 'Intro', '23:02:10'),
    action(2, 'Walkout', '23:03:00', '0', '1852'),
    action(3, 'Walkout', '23:04:20', '0', '1851'),
    action(4, 'Enter_Cage', '23:05:40', '0', '1851'),
    action(5, 'Staredown', '23:07:30'),
    action(6, 'Fight_Open', '23:08:00'),
    action(7, 'Round_Start', '23:08:05', '1'),
    action(8, 'Striking', '23:09:12', '1', '1852'),
    action(9, 'Takedown', '23:10:31', '1', '1852'),
    action(10, 'Submission', '23:11:40', '1', '1851'),
    action(11, 'Fight_Over', '23:11:46', '1'),
    action(12, 'Results', '23:13:20'),
    action(13, 'Winner_Interview', '23:14:05', '0', '1851'),
    action(14, 'Fight_Complete', '23:16:00'),
  ],
};

const inProgress: Fight = {
  ...upcoming('6415', '5', [1803, 1804], ['7', 'Light Heavyweight'], '3'),
  CurRd: '2',
  FightActions: [
    action(15, 'Walkout', '23:24:00', '0', '1804'),
    action(16, 'Walkout', '23:25:30', '0', '1803'),
    action(17, 'Fight_Open', '23:29:50'),
    action(18, 'Round_Start', '23:30:00', '1'),
    action(19, 'KD', '23:32:18', '1', '1803'),
    action(20, 'Round_End', '23:35:00', '1'),
    action(21, 'Round_Start', '23:36:00', '2'),
    action(22, 'Grappling', '23:37:05', '2', '1804'),
  ],
};

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
      upcoming('6411', '1', [1822, 1830], ['4', 'Lightweight'], '5', 'Lightweight Title'),
      upcoming('6412', '2', [1841, 1842], ['11', "Women's Bantamweight"], '5', "Women's Bantamweight Title"),
      upcoming('6413', '3', [1834, 1835], ['5', 'Welterweight'], '3'),
      inProgress,
      closed,
    ],
  },
};

import type { EventUpdate } from '../../schemas/metrics.ts';
import { upcoming } from './event.ts';
import { feedFighter } from './people.ts';

type Fight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];
type Corner = 'blue' | 'red' | 'none';

/** A fight as the feed left it when the event was over. */
function over(fight: Fight, [blue, red]: [number, number], winner: Corner, Method: string, round: string): Fight {
  const outcome = (corner: Corner) => (winner === 'none' ? '' : winner === corner ? 'Win' : 'Loss');
  return {
    ...fight,
    Status: 'closed',
    CurRd: round,
    Fighters: [feedFighter(blue, 'Blue', outcome('blue')), feedFighter(red, 'Red', outcome('red'))],
    Method,
    EndingRoundNum: round,
  };
}

const heavyweights: [number, number] = [1801, 1802];
const strawweights: [number, number] = [1847, 1846];
const lightHeavyweights: [number, number] = [1803, 1804];
const bantamweights: [number, number] = [1858, 1852];
const welterweights: [number, number] = [1835, 1834];

/** The last snapshot of the past event. The supplier has no statistics of its bouts, and nothing of the last bout. */
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
      over(
        upcoming('6301', '1', heavyweights, ['8', 'Heavyweight'], '5', 'Heavyweight Title'),
        heavyweights,
        'blue',
        'KO/TKO',
        '2',
      ),
      over(
        upcoming('6302', '2', strawweights, ['12', "Women's Strawweight"], '5', "Women's Strawweight Title"),
        strawweights,
        'blue',
        'DEC',
        '5',
      ),
      over(
        upcoming('6303', '3', lightHeavyweights, ['7', 'Light Heavyweight'], '3'),
        lightHeavyweights,
        'none',
        'DEC',
        '3',
      ),
      over(upcoming('6304', '4', bantamweights, ['2', 'Bantamweight'], '3'), bantamweights, 'red', 'SUB', '2'),
      over(upcoming('6305', '5', welterweights, ['5', 'Welterweight'], '3'), welterweights, 'none', '', '1'),
    ],
  },
};

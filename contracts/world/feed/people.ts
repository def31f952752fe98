import type { EventUpdate } from '../../schemas/metrics.ts';
import { fighters } from '../fighters.ts';

type FeedFight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];
type FeedFighter = NonNullable<FeedFight['Fighters']>[number];
type Place = NonNullable<FeedFighter['Born']>;

const place = (City: string, State: string, Country: string, TriCode: string): Place => ({
  City,
  State,
  Country,
  TriCode,
});

/** What the supplier has beyond content: birthplace and stance. */
const more: Readonly<Record<string, { Born: Place; Stance: string }>> = {
  1803: { Born: place('Córdoba', 'Córdoba', 'Argentina', 'ARG'), Stance: 'Orthodox' },
  1804: { Born: place('Malmö', '', 'Sweden', 'SWE'), Stance: 'Southpaw' },
  1822: { Born: place('Cusco', 'Cusco', 'Peru', 'PER'), Stance: 'Orthodox' },
  1830: { Born: place('Recife', 'Pernambuco', 'Brazil', 'BRA'), Stance: 'Southpaw' },
  1834: { Born: place('Ottawa', 'Ontario', 'Canada', 'CAN'), Stance: 'Orthodox' },
  1835: { Born: place('Tampa', 'Florida', 'United States', 'USA'), Stance: 'Orthodox' },
  1841: { Born: place('Tepic', 'Nayarit', 'Mexico', 'MEX'), Stance: 'Switch' },
  1842: { Born: place('Perth', 'Western Australia', 'Australia', 'AUS'), Stance: 'Orthodox' },
  1851: { Born: place('Utrecht', 'Utrecht', 'Netherlands', 'NED'), Stance: 'Southpaw' },
  1852: { Born: place('Osaka', 'Osaka', 'Japan', 'JPN'), Stance: 'Orthodox' },
};

const string = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/** A fighter as in the supplier's feed, with the names and numbers of content. */
export function feedFighter(statid: number, Color: 'Blue' | 'Red', Outcome: string): FeedFighter {
  const record = fighters.find((fighter) => fighter.statid === statid);
  if (!record) throw new Error(`no fighter of the world has the statid ${statid}`);
  const [FirstName, LastName] = [string(record.first_name), string(record.last_name)];
  const Born = more[statid]?.Born;
  return {
    FighterID: String(statid),
    Color,
    FirstName,
    LastName,
    ShortName: `${FirstName.slice(0, 1)}. ${LastName}`,
    FullName: `${FirstName} ${LastName}`,
    NickName: string(record.nickname),
    Record: {
      TotFights: String(Number(record.wins) + Number(record.losses) + Number(record.draws)),
      Win: string(record.wins),
      Loss: string(record.losses),
      Draw: string(record.draws),
      NC: '0',
    },
    FightsOutOf: place(
      string(record.city_residing),
      string(record.state_residing),
      Born?.Country ?? '',
      Born?.TriCode ?? '',
    ),
    Born: Born ?? place('', '', '', ''),
    DOB: string(record.dob).slice(0, 10),
    Height: string(record.height),
    Weight: string(record.weight),
    Stance: more[statid]?.Stance ?? '',
    Outcome,
  };
}

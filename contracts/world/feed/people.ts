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

/** What the supplier knows beyond content: where each of them was born, and how they stand. */
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

/** A fighter as the supplier tells of him or her, with the names and numbers of content. */
export function feedFighter(statid: number, Color: 'Blue' | 'Red', Outcome: string): FeedFighter {
  const one = fighters.find((fighter) => fighter.statid === statid);
  if (!one) throw new Error(`no fighter of the world has the statid ${statid}`);
  const [FirstName, LastName] = [string(one.first_name), string(one.last_name)];
  const Born = more[statid]?.Born;
  return {
    FighterID: String(statid),
    Color,
    FirstName,
    LastName,
    ShortName: `${FirstName.slice(0, 1)}. ${LastName}`,
    FullName: `${FirstName} ${LastName}`,
    NickName: string(one.nickname),
    Record: {
      TotFights: String(Number(one.wins) + Number(one.losses) + Number(one.draws)),
      Win: string(one.wins),
      Loss: string(one.losses),
      Draw: string(one.draws),
      NC: '0',
    },
    FightsOutOf: place(string(one.city_residing), string(one.state_residing), Born?.Country ?? '', Born?.TriCode ?? ''),
    Born: Born ?? place('', '', '', ''),
    DOB: string(one.dob).slice(0, 10),
    Height: string(one.height),
    Weight: string(one.weight),
    Stance: more[statid]?.Stance ?? '',
    Outcome,
  };
}

import type { Corner, FightResult, Night, Post } from '../../contracts/world/night/night.ts';
import type { Balance, Comparison } from './compare.ts';
import type { Progress } from './progress.ts';

const everyMs = 5_000;

const clockOf = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

type Names = Record<Corner, string>;

function resultText({ winner, method, round, second, decision }: FightResult, names: Names): string {
  const [first, last] = winner === 'red' ? [names.red, names.blue] : [names.blue, names.red];
  const pair = `${first} ${winner ? 'beats' : 'draws with'} ${last}`;
  if (!decision) return `${pair} by ${method}, round ${round}, ${clockOf(second * 1000)}`;
  const cards = decision.judges.map((judge) => (winner === 'red' ? [judge.red, judge.blue] : [judge.blue, judge.red]));
  return `${pair}, ${decision.kind.toLowerCase()} decision ${cards.map((scores) => scores.join('–')).join(', ')}`;
}

/** Prints a night: a line for each start of a round and each result, and every five seconds how far it is. */
export function startView(write: (line: string) => void, progress: Progress) {
  const names = new Map<string, Names>();
  const results = new Map<number, string>();
  const namesOf = (fight: string) => names.get(fight) ?? { blue: '', red: '' };
  const timer = setInterval(() => {
    const { nightMs, posts, votes, scorecards, errors } = progress;
    const retried = Object.entries(errors).map(([name, count]) => `${name} ×${count}`);
    write(
      `${clockOf(nightMs)}  ${posts} updates, ${votes} votes, ${scorecards} scorecards${retried.length > 0 ? `; repeated after: ${retried.join(', ')}` : ''}`,
    );
  }, everyMs);
  return {
    onNight(night: Night): void {
      for (const { FightID, card, officialMs, result } of night.fights) {
        const [blue = '', red = ''] = (card.Fighters ?? []).map(({ LastName, FighterID }) => LastName || FighterID);
        names.set(FightID, { blue, red });
        if (officialMs >= night.startMs) results.set(officialMs, resultText(result, { blue, red }));
      }
    },
    onPost({ atMs, bout, opens }: Post): void {
      if (opens) {
        const { blue, red } = namesOf(opens.fight);
        write(`${clockOf(atMs)}  ${blue} – ${red}, round ${opens.round} starts`);
      }
      for (const [officialMs, text] of bout === undefined ? results : []) {
        if (officialMs > atMs) continue;
        results.delete(officialMs);
        write(`${clockOf(officialMs)}  ${text}`);
      }
    },
    close: () => clearInterval(timer),
  };
}

const balance = ({ cast, counted, lost, doubled }: Balance) =>
  `cast ${cast}, counted ${counted}, lost ${lost}, doubled ${doubled}`;

/** The tallies of the service round by round, then a line each for votes and scorecards, and for every other error. */
export const summary = ({ rounds, votes, scorecards: cards, otherMeans, refused }: Comparison): string[] => [
  ...rounds.map(
    ({ fight, round, votes, scorecards, means }) =>
      `${fight} R${round}  votes ${votes.join(' : ')}  scorecards ${scorecards}, mean ${means.join(' : ')}`,
  ),
  `votes: ${balance(votes)}`,
  `scorecards: ${balance(cards)}`,
  ...(otherMeans > 0 ? [`mean scores of ${otherMeans} rounds do not match the scorecards sent`] : []),
  ...(refused > 0 ? [`${refused} requests were refused because the round was closed`] : []),
];

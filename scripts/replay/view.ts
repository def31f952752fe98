import type { Corner, FightResult, Night, Post } from '../../contracts/world/night/night.ts';
import type { Balance } from './compare.ts';
import type { Progress } from './progress.ts';
import type { ReplayResult } from './replay.ts';

export interface View {
  night(night: Night): void;
  post(post: Post): void;
  /** Removes what changes in place, so that other lines may follow. */
  close(): void;
}

const plainEveryMs = 5_000;
const terminalEveryMs = 250;

const clockOf = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const number = (value: number) => value.toLocaleString('en-US');

type Names = ReadonlyMap<string, Record<Corner, string>>;

function namesOf({ fights }: Night): Names {
  return new Map(
    fights.map(({ FightID, card }) => {
      const [blue, red] = (card.Fighters ?? []).map(({ LastName, FighterID }) => LastName || FighterID);
      return [FightID, { blue: blue ?? '', red: red ?? '' }];
    }),
  );
}

function resultText({ winner, method, round, second, decision }: FightResult, names: Record<Corner, string>): string {
  const [first, last]: Corner[] = winner === 'red' ? ['red', 'blue'] : ['blue', 'red'];
  const pair = `${names[first ?? 'blue']} ${winner ? 'beats' : 'draws with'} ${names[last ?? 'red']}`;
  if (!decision) return `${pair} by ${method}, round ${round}, ${clockOf(second * 1000)}`;
  const cards = decision.judges.map((judge) => (winner === 'red' ? [judge.red, judge.blue] : [judge.blue, judge.red]));
  return `${pair}, ${decision.kind.toLowerCase()} decision ${cards.map((scores) => scores.join('–')).join(', ')}`;
}

/**
 * Shows a replay while it runs: a block that is redrawn in a terminal, plain lines elsewhere.
 *
 * @param out where to; `isTTY` and `columns` as of a terminal's stream.
 */
export function createView(
  out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number },
  progress: Progress,
  title: string,
): View {
  const isTerminal = out.isTTY === true;
  let names: Names = new Map();
  let results = new Map<number, string>();
  let drawn = 0;
  let last = { votes: 0, scorecards: 0, posts: 0, atMs: performance.now() };
  let rates = { votes: 0, scorecards: 0, posts: 0 };

  function measure(): void {
    const { votes, scorecards, posts } = progress;
    const now = { votes, scorecards, posts, atMs: performance.now() };
    const rate = (name: 'votes' | 'scorecards' | 'posts') =>
      Math.round(((now[name] - last[name]) * 1000) / Math.max(1, now.atMs - last.atMs));
    rates = { votes: rate('votes'), scorecards: rate('scorecards'), posts: rate('posts') };
    last = now;
  }

  function roundText(): string {
    const { round, nightMs } = progress;
    if (!round) return 'before the first fight';
    const { blue = '', red = '' } = names.get(round.fight) ?? {};
    const clock = clockOf(Math.min(nightMs, round.endMs) - round.startMs);
    return `${blue} – ${red}  R${round.round} ${clock}${nightMs > round.endMs ? ' (over)' : ''}`;
  }

  function errorText(): string {
    const errors = Object.entries(progress.errors).map(([name, count]) => `${name} ×${number(count)}`);
    return errors.length > 0 ? errors.join(', ') : 'none';
  }

  function lines(): string[] {
    const held = progress.heldMs >= 1000 ? `, waited ${Math.round(progress.heldMs / 1000)} s for the audience` : '';
    return [
      `night ${clockOf(progress.nightMs)}${held}`,
      `round ${roundText()}`,
      `feed  ${number(progress.posts)} posts (${rates.posts}/s)`,
      `crowd ${number(progress.votes)} votes (${rates.votes}/s), ${number(progress.scorecards)} scorecards (${rates.scorecards}/s), ${number(progress.underWay)} waiting`,
      `again after: ${errorText()}`,
    ];
  }

  function erase(): void {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  }

  function draw(): void {
    measure();
    if (!isTerminal) {
      out.write(`${lines().join(' | ')}\n`);
      return;
    }
    erase();
    // A line that wraps would leave its rest behind when the block is drawn anew.
    const width = Math.max(20, (out.columns ?? 80) - 1);
    const block = lines().map((line) => line.slice(0, width));
    out.write(`${block.join('\n')}\n`);
    drawn = block.length;
  }

  function say(line: string): void {
    erase();
    out.write(`${line}\n`);
    if (isTerminal) draw();
  }

  out.write(`${title}\n`);
  const timer = setInterval(draw, isTerminal ? terminalEveryMs : plainEveryMs);

  return {
    night(night) {
      names = namesOf(night);
      results = new Map(
        night.fights
          .filter(({ officialMs }) => officialMs >= night.startMs)
          .map(({ FightID, officialMs, result }) => [
            officialMs,
            resultText(result, names.get(FightID) ?? { blue: '', red: '' }),
          ]),
      );
    },
    post({ atMs, bout, opens }) {
      if (opens) say(`${clockOf(atMs)}  ${roundText().replace(/ \d+:\d\d.*$/, '')} starts`);
      for (const [officialMs, text] of bout === undefined ? results : []) {
        if (officialMs > atMs) continue;
        results.delete(officialMs);
        say(`${clockOf(officialMs)}  ${text}`);
      }
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

const balance = ({ cast, counted, lost, doubled }: Balance) =>
  `cast ${cast}, counted ${counted}, lost ${lost}, doubled ${doubled}`;

/** What a replay came to, one line each for votes and scorecards, and what else is wrong, if anything. */
export function summary({ votes, scorecards, otherMeans, refused }: ReplayResult): string[] {
  return [
    `votes: ${balance(votes)}`,
    `scorecards: ${balance(scorecards)}`,
    ...(otherMeans > 0 ? [`mean scores of ${otherMeans} rounds are not those of the scorecards sent`] : []),
    ...(refused > 0 ? [`${refused} requests were refused because the round was closed`] : []),
  ];
}

/** What the service counted, round by round. */
export function table({ rounds }: ReplayResult): string[] {
  return rounds.map(
    ({ fight, round, fighter1Votes, fighter2Votes, scorecards, fighter1Score, fighter2Score }) =>
      `${fight} R${round}  votes ${fighter1Votes} : ${fighter2Votes}  scorecards ${scorecards}, mean ${fighter1Score} : ${fighter2Score}`,
  );
}

import type { Corner, FightResult, Night, Post } from '../../contracts/world/night/night.ts';
import type { Balance } from './compare.ts';
import type { Progress } from './progress.ts';
import type { ReplayResult } from './replay.ts';

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

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

/** Shows a running replay: a block that is redrawn in a terminal, plain lines elsewhere. */
export class View {
  readonly #out: Output;
  readonly #progress: Progress;
  readonly #timer: NodeJS.Timeout;
  #names: Names = new Map();
  #results = new Map<number, string>();
  /** Lines of the block that is on the screen. */
  #drawn = 0;
  #last = { votes: 0, scorecards: 0, posts: 0, atMs: performance.now() };

  /** @param out `isTTY` and `columns` as a terminal's stream has them. */
  constructor(out: Output, progress: Progress, title: string) {
    this.#out = out;
    this.#progress = progress;
    out.write(`${title}\n`);
    this.#timer = setInterval(() => this.#draw(), out.isTTY ? terminalEveryMs : plainEveryMs);
  }

  readonly showNight = (night: Night): void => {
    this.#names = namesOf(night);
    const shown = night.fights.filter(({ officialMs }) => officialMs >= night.startMs);
    const noNames = { blue: '', red: '' };
    this.#results = new Map(
      shown.map((fight) => [fight.officialMs, resultText(fight.result, this.#names.get(fight.FightID) ?? noNames)]),
    );
  };

  readonly showPost = ({ atMs, bout, opens }: Post): void => {
    if (opens) this.#print(`${clockOf(atMs)}  ${this.#roundText().replace(/ \d+:\d\d.*$/, '')} starts`);
    for (const [officialMs, text] of bout === undefined ? this.#results : []) {
      if (officialMs > atMs) continue;
      this.#results.delete(officialMs);
      this.#print(`${clockOf(officialMs)}  ${text}`);
    }
  };

  /** Removes the redrawn block, so that other lines may follow. */
  close(): void {
    clearInterval(this.#timer);
    this.#erase();
  }

  #roundText(): string {
    const { round, nightMs } = this.#progress;
    if (!round) return 'before the first fight';
    const { blue = '', red = '' } = this.#names.get(round.fight) ?? {};
    const clock = clockOf(Math.min(nightMs, round.endMs) - round.startMs);
    return `${blue} – ${red}  R${round.round} ${clock}${nightMs > round.endMs ? ' (over)' : ''}`;
  }

  /** What is shown now; rates are those since the last call. */
  #lines(): string[] {
    const { votes, scorecards, posts, nightMs, waitedMs, underWay, errors } = this.#progress;
    const last = this.#last;
    this.#last = { votes, scorecards, posts, atMs: performance.now() };
    const seconds = Math.max(1, this.#last.atMs - last.atMs) / 1000;
    const counted = (name: 'votes' | 'scorecards' | 'posts') =>
      `${number(this.#last[name])} ${name} (${Math.round((this.#last[name] - last[name]) / seconds)}/s)`;
    const retried = Object.entries(errors).map(([name, count]) => `${name} ×${number(count)}`);
    return [
      `night ${clockOf(nightMs)}${waitedMs >= 1000 ? `, waited ${Math.round(waitedMs / 1000)} s for voters` : ''}`,
      `round ${this.#roundText()}`,
      `feed  ${counted('posts')}`,
      `crowd ${counted('votes')}, ${counted('scorecards')}, ${number(underWay)} waiting`,
      `retried after: ${retried.join(', ') || 'none'}`,
    ];
  }

  #erase(): void {
    if (this.#drawn > 0) this.#out.write(`\x1b[${this.#drawn}A\x1b[J`);
    this.#drawn = 0;
  }

  #draw(): void {
    const lines = this.#lines();
    if (!this.#out.isTTY) {
      this.#out.write(`${lines.join(' | ')}\n`);
      return;
    }
    this.#erase();
    // The rest of a wrapped line would stay on the screen when the block is redrawn.
    const width = Math.max(20, (this.#out.columns ?? 80) - 1);
    this.#out.write(`${lines.map((line) => line.slice(0, width)).join('\n')}\n`);
    this.#drawn = lines.length;
  }

  /** Prints a line above the block. */
  #print(line: string): void {
    this.#erase();
    this.#out.write(`${line}\n`);
    if (this.#out.isTTY) this.#draw();
  }
}

const balance = ({ cast, counted, lost, doubled }: Balance) =>
  `cast ${cast}, counted ${counted}, lost ${lost}, doubled ${doubled}`;

/** The result of a replay: a line each for votes and scorecards, and for every other error. */
export function summary({ votes, scorecards, otherMeans, refused }: ReplayResult): string[] {
  return [
    `votes: ${balance(votes)}`,
    `scorecards: ${balance(scorecards)}`,
    ...(otherMeans > 0 ? [`mean scores of ${otherMeans} rounds do not match the scorecards sent`] : []),
    ...(refused > 0 ? [`${refused} requests were refused because the round was closed`] : []),
  ];
}

/** The tallies of the service, round by round. */
export function table({ rounds }: ReplayResult): string[] {
  return rounds.map(
    ({ fight, round, fighter1Votes, fighter2Votes, scorecards, fighter1Score, fighter2Score }) =>
      `${fight} R${round}  votes ${fighter1Votes} : ${fighter2Votes}  scorecards ${scorecards}, mean ${fighter1Score} : ${fighter2Score}`,
  );
}

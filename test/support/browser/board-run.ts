/** The board as it runs, without a browser: on a service that answers as a test says, with a clock that stands. */
import { boardPage, boardScript, scoresOfRound, votesOfRound } from './board-tree.ts';
import { setGlobals } from './page-tree.ts';

/** A stream that the test opens, feeds and breaks. */
export class Stream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  get isOpen() {
    return this.readyState !== Stream.CLOSED;
  }
}

interface Timer {
  run: () => void;
  ms: number;
  script: string;
}

let runs = 0;

/** Lets everything that is ready happen. */
const settled = async () => {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export class BoardRun {
  readonly page = boardPage();
  /** Bodies of replies by path; a number is a status. Anything else is 404. */
  readonly answers: Record<string, object | number> = {};
  /** What the reply of a path waits for. */
  readonly held = new Map<string, Promise<void>>();
  /** What the page shows before anything is drawn. */
  first: ReturnType<BoardRun['seen']> | undefined;
  /** How many frames were drawn. */
  drawn = 0;
  readonly #asked: string[] = [];
  readonly #streams: Stream[] = [];
  readonly #opened: string[] = [];
  #frames: (() => void)[] = [];
  #timers: Timer[] = [];
  readonly #restore: () => void;

  constructor(search: string, languages: readonly string[]) {
    const { setTimeout: later, clearTimeout: clear } = globalThis;
    const { page } = this;
    const [streams, opened] = [this.#streams, this.#opened];
    this.#restore = setGlobals({
      document: page,
      location: { search },
      navigator: { languages },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      requestAnimationFrame: (draw: () => void) => this.#frames.push(draw),
      fetch: async (path: string) => {
        this.#asked.push(path);
        await this.held.get(path);
        const answer = this.answers[path] ?? 404;
        return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer);
      },
      EventSource: class extends Stream {
        constructor(url: string) {
          super(url);
          streams.push(this);
          opened.push(url);
        }
      },
      setTimeout: (...args: [run: () => void, ms: number]) => {
        const [, script] = /\/pages\/board\/(\w+)\.js/.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
        if (!script) return later(...args);
        const [run, ms] = args;
        const timer = { run, ms, script };
        this.#timers.push(timer);
        return timer;
      },
      clearTimeout: (timer: Timer | NodeJS.Timeout) => {
        this.#timers = this.#timers.filter((waiting) => waiting !== timer);
        clear(timer as NodeJS.Timeout);
      },
    });
  }

  /** Loads the scripts, and draws what they have read. */
  async start(): Promise<void> {
    await import(`${boardScript('board.js')}?${++runs}`);
    this.first = this.seen();
    await this.draw();
  }

  /** Draws until nothing changes any more. */
  async draw(): Promise<void> {
    await settled();
    for (let turn = 0; turn < 20 && this.#frames.length > 0; turn++) {
      for (const frame of this.#frames.splice(0)) {
        frame();
        this.drawn++;
      }
      await settled();
    }
  }

  /** The time passes that a script waits for. @returns how long that is. */
  async pass(script = 'board'): Promise<number[]> {
    const due = this.#timers.filter((timer) => timer.script === script);
    this.#timers = this.#timers.filter((timer) => timer.script !== script);
    for (const { run } of due) run();
    await this.draw();
    return due.map(({ ms }) => ms);
  }

  /** The paths that were read since this was asked last. */
  asked = () => this.#asked.splice(0);

  /** The paths of the streams that were opened since this was asked last. */
  opened = () => this.#opened.splice(0);

  /** The paths of open streams, in the order in which they were opened. */
  streams = () => this.#streams.filter(({ isOpen }) => isOpen).map(({ url }) => url);

  /** What happens to the open streams of a path: `open`, `error`, or a snapshot. */
  async on(path: string, event: 'open' | 'error' | 'refuse' | object): Promise<void> {
    for (const stream of this.#streams.filter(({ url, isOpen }) => isOpen && url === path)) {
      if (event === 'refuse') stream.close();
      if (typeof event === 'object') {
        stream.dispatchEvent(new MessageEvent('snapshot', { data: JSON.stringify(event) }));
      } else stream.dispatchEvent(new Event(event === 'open' ? 'open' : 'error'));
    }
    await this.draw();
  }

  /** What a reader sees first. */
  seen() {
    const { page } = this;
    const parts = ['fight', 'votes', 'statistics', 'next', 'scores', 'action', 'card'];
    return {
      title: page.title,
      texts: ['title', 'place', 'connection', 'fight-title'].map(page.text),
      parts: parts.filter((id) => !page.tag(id).hidden),
      classes: ['main', 'fight'].map((id) => page.tag(id).className),
    };
  }

  close(): void {
    this.#restore();
  }
}

/** Registers a hook that closes the run of each test. */
export function useBoardRun() {
  let run: BoardRun | undefined;
  afterEach(() => run?.close());
  return (search: string, answers: Record<string, object | number>, languages: readonly string[] = []): BoardRun => {
    run = new BoardRun(search, languages);
    Object.assign(run.answers, answers);
    return run;
  };
}

const fighter = (FighterID: string, Color: string, FullName: string, LastName: string) => ({
  ...{ FighterID, Color, FullName, LastName, ShortName: '', Outcome: '', Record: { Win: '', Loss: '', Draw: '' } },
});

/** A fight of a feed; `more` replaces members. */
export const fightOfFeed = (FightID: string, more: object = {}) => ({
  ...{ FightID, Order: FightID, Status: '', CurRd: '0', PossibleRds: '3', Method: '', EndingRoundNum: '' },
  ...{ AccoladeName: '', WeightClassName: 'Flyweight', FightActions: [] as object[] },
  Fighters: [
    fighter(`${FightID}1`, 'Blue', `Ana ${FightID}`, `A${FightID}`),
    fighter(`${FightID}2`, 'Red', `Bea ${FightID}`, `B${FightID}`),
  ],
  ...more,
});

/** A feed of two fights, the first of them in its second round. */
export const feedWith = (more: object = {}) => ({
  FMLiveFeed: {
    ...{ Venue: 'Arena Nueva', City: 'Lima', Country: 'Perú', CurFight: '7', EventEnd: '' },
    Timestamp: '2031-04-05T23:59:35',
    Fights: [fightOfFeed('7', { CurRd: '2' }), fightOfFeed('8')],
    ...more,
  },
});

/** An event of content with the same fights. */
export const eventWith = (id: number, more: object = {}) => ({
  ...{ id, base_title: `Night ${id}`, title_tag_line: 'Uno vs. Dos', arena: 'Central Arena', location: 'Lima, Peru' },
  ...{ event_status: 'PRE_EVENT', event_dategmt: '9999-04-05T12:30:00Z', end_event_dategmt: '9999-04-05T18:30:00Z' },
  fights: [7, 8].map((statid) => ({ id: statid * 100, statid, fighter1_statid: statid * 10 + 1 })),
  ...more,
});

/** The votes on a fight, alike in its two rounds. */
export const tallyWith = (one: number, two: number) => ({
  total_votes: one + two,
  rounds: [1, 2].map((round) => votesOfRound(round, one, two, (one === two ? 50 : 100).toFixed(2))),
});

/** The scorecards of the first fight, of one round. */
export const scoringWith = (score: string) => ({
  fights: [
    { fight_id: 800, rounds: [] },
    { fight_id: 700, rounds: [scoresOfRound(1, score, '8.00', 1, true)] },
  ],
});

/** Statistics of the first fight. */
export const statisticsWith = (strikes: string) => {
  const side = {
    Strikes: { 'Significant Strikes': { Landed: strikes }, 'Knock Down': { Landed: '' } },
    ...{ Grappling: { Takedowns: { Landed: '' } }, TIP: { 'Control Time': '' } },
  };
  return {
    FMLiveFeed: { FightID: '7', CurrentRound: '2', CurrentRoundTime: '', FightStats: { Blue: side, Red: side } },
  };
};

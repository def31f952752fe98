/**
 * What votes, scorecards and live updates should do, told once more and apart from the code that does it: the wire
 * specification's section 8 in plain maps, without Redis, without a clock. Rounds close either as soon as they end
 * (`graceful` false: no seconds of grace) or not while anybody looks (`graceful` true: hours of it).
 */

export interface ModelFight {
  id: number;
  /** Null: no feed can speak of it. */
  statid: number | null;
  storedRounds: number;
  corners: readonly [number, number];
}

/** What a snapshot says of one fight. */
export interface FightShown {
  statid: number;
  curRd: string;
  starts: readonly number[];
  over: boolean;
  possibleRds: string;
}

export interface EventSnapshot {
  fights: readonly FightShown[];
  ended: boolean;
}

export interface BoutSnapshot {
  statid: number;
  round: string;
  official: boolean;
}

/** `ending`: over, but its seconds of grace run. A round that is not here has not started. */
type Life = 'open' | 'ending' | 'shut';

export interface Outcome {
  status: number;
  applied?: boolean;
  reason?: string | null;
  sequence?: number;
  version?: number;
}

const numbersTo = (text: string) => {
  const last = Math.min(5, /^\d{1,3}$/.test(text) ? Number(text) : 0);
  return [1, 2, 3, 4, 5].filter((round) => round <= last);
};

export class NightModel {
  readonly fights: readonly ModelFight[];
  readonly #graceful: boolean;
  readonly #last = new Map<string, { sequence: number; content: string }>();
  #version = 0;
  #eventOver = false;
  readonly #over = new Set<number>();
  readonly #life = new Map<string, Life>();
  readonly #possible = new Map<number, string>();
  readonly #votes = new Map<string, number>();
  readonly #cards = new Map<string, readonly [number, number]>();

  constructor(fights: readonly ModelFight[], graceful: boolean) {
    this.fights = fights;
    this.#graceful = graceful;
  }

  lastSequence(row: string): number {
    return this.#last.get(row)?.sequence ?? 0;
  }

  postEvent(sequence: number, snapshot: EventSnapshot): Outcome {
    const outcome = this.#compare('event', sequence, JSON.stringify(snapshot));
    if (outcome.applied) {
      this.#eventOver ||= snapshot.ended;
      this.#possible.clear();
      for (const { statid, curRd, starts, over, possibleRds } of snapshot.fights) {
        this.#possible.set(statid, possibleRds);
        if (over) this.#over.add(statid);
        this.#start(statid, [...numbersTo(curRd), ...starts]);
      }
      this.#end();
    }
    return outcome;
  }

  postBout(sequence: number, snapshot: BoutSnapshot): Outcome {
    const outcome = this.#compare(`bout ${snapshot.statid}`, sequence, JSON.stringify(snapshot));
    if (outcome.applied) {
      if (snapshot.official) this.#over.add(snapshot.statid);
      this.#start(snapshot.statid, numbersTo(snapshot.round));
      this.#end();
    }
    return outcome;
  }

  #compare(row: string, sequence: number, content: string): Outcome {
    const last = this.#last.get(row);
    if (last && sequence < last.sequence) {
      return { status: 200, applied: false, reason: 'stale', sequence: last.sequence, version: this.#version };
    }
    if (last && sequence === last.sequence) {
      if (content !== last.content) return { status: 409 };
      return { status: 200, applied: false, reason: 'duplicate', sequence, version: this.#version };
    }
    this.#last.set(row, { sequence, content });
    return { status: 200, applied: true, reason: null, sequence, version: ++this.#version };
  }

  /** Rounds that a snapshot shows for the first time; one that is behind a later one, or in a fight that is over, never opens. */
  #start(statid: number, rounds: readonly number[]): void {
    const known = [1, 2, 3, 4, 5].filter((round) => this.#life.has(`${statid} ${round}`));
    const latest = Math.max(...known, ...rounds);
    for (const round of rounds.filter((one) => !known.includes(one))) {
      const opens = round === latest && !this.#over.has(statid) && !this.#eventOver;
      this.#life.set(`${statid} ${round}`, opens ? 'open' : 'shut');
    }
  }

  /** Open rounds that are no longer the latest, or whose fight or event is over. */
  #end(): void {
    for (const [round, life] of this.#life) {
      const [statid = 0, number = 0] = round.split(' ').map(Number);
      const isLatest = !this.#life.has(`${statid} ${number + 1}`) && this.currentRound(statid) === number;
      if (life === 'open' && (!isLatest || this.#over.has(statid) || this.#eventOver)) this.#life.set(round, 'ending');
    }
  }

  currentRound(statid: number | null): number {
    return Math.max(0, ...[1, 2, 3, 4, 5].filter((round) => this.#life.has(`${statid} ${round}`)));
  }

  rounds({ statid, storedRounds }: ModelFight): number {
    const possible = Number(this.#possible.get(statid ?? -1) || 0);
    return possible >= 1 && possible <= 5 ? possible : storedRounds;
  }

  takes({ statid }: ModelFight, round: number): 'yes' | 'closed' | 'not opened' {
    const life = this.#life.get(`${statid} ${round}`);
    if (life === undefined) return 'not opened';
    return life === 'open' || (life === 'ending' && this.#graceful) ? 'yes' : 'closed';
  }

  vote(fight: ModelFight, round: number, statid: number, client: string): number {
    if (round < 1 || round > this.rounds(fight) || !fight.corners.includes(statid)) return 422;
    if (this.takes(fight, round) !== 'yes') return 409;
    const ballot = `${fight.id} ${round} ${client}`;
    const isFirst = !this.#votes.has(ballot);
    this.#votes.set(ballot, statid);
    return isFirst ? 201 : 200;
  }

  score(fight: ModelFight, round: number, scores: readonly [number, number], client: string): number {
    if (round < 1 || round > this.rounds(fight) || scores.some((score) => score < 7 || score > 10)) return 422;
    if (this.takes(fight, round) !== 'yes') return 409;
    const card = `${fight.id} ${round} ${client}`;
    const isFirst = !this.#cards.has(card);
    this.#cards.set(card, scores);
    return isFirst ? 201 : 200;
  }

  voteOf(fight: ModelFight, round: number, client: string): number | undefined {
    return this.#votes.get(`${fight.id} ${round} ${client}`);
  }

  /** Votes for each corner, by round. */
  tally(fight: ModelFight): [number, number][] {
    const of = (round: number) => [...this.#votes].filter(([ballot]) => ballot.startsWith(`${fight.id} ${round} `));
    return numbersTo(String(this.rounds(fight))).map((round) => [
      of(round).filter(([, statid]) => statid === fight.corners[0]).length,
      of(round).filter(([, statid]) => statid === fight.corners[1]).length,
    ]);
  }

  /** Means with two decimals rounded half up, and how many scorecards, by round. */
  scores(fight: ModelFight): { count: number; means: [string, string]; open: boolean }[] {
    return numbersTo(String(this.rounds(fight))).map((round) => {
      const cards = [...this.#cards]
        .filter(([card]) => card.startsWith(`${fight.id} ${round} `))
        .map(([, scores]) => scores);
      const mean = (corner: 0 | 1) => {
        if (cards.length === 0) return '0.00';
        const thousandths = Math.floor((cards.reduce((sum, scores) => sum + scores[corner], 0) * 1000) / cards.length);
        return (Math.floor((thousandths + 5) / 10) / 100).toFixed(2);
      };
      return { count: cards.length, means: [mean(0), mean(1)], open: this.takes(fight, round) === 'yes' };
    });
  }
}

import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';
import { advance, noWindows, type Windows } from '../../contracts/rules/rounds.ts';
import {
  type BoutFeed,
  type BoutUpdate,
  completeBoutFeed,
  completeEventFeed,
  type EventFeed,
  type EventUpdate,
} from '../../contracts/schemas/metrics.ts';
import {
  createNight,
  type Night,
  NoSuchRound,
  type Post,
  parseRound,
  roundOf,
  worldCard,
} from '../../contracts/world/night/night.ts';

export { NoSuchRound };

/** How to play a night. */
export interface NightOptions {
  /** Night seconds per second. */
  speed: number;
  seed: number;
  /** `R2` or `6415:R2`: the night starts with the bell of this round. */
  from?: string | undefined;
  /** Size of the crowd, which votes in every round beside the mock's clients; half of it also scores the round. */
  voters: number;
}

/** The status of a night, returned by the control routes. */
export interface NightStatus {
  seed: number;
  speed: number;
  voters: number;
  state: 'playing' | 'paused' | 'over';
  /** Seconds of the night. */
  at: number;
  ends_at: number;
  /** On the night's own clock. */
  clock: string;
  event: string;
  fight: string | null;
  round: number | null;
  open: { fight: string; round: number }[];
}

/** How long a round stays open after its end, on the night's clock; the default of the server's setting. */
const graceMs = 120_000;

/**
 * A fight night that plays inside the mock, on its own clock. Every reply follows from the time of the night, so it can
 * be paused, sought and played again, and the same seed gives the same replies.
 */
export class NightPlayer {
  readonly night: Night;
  readonly options: NightOptions;
  readonly eventStatid: number;
  readonly #startsMs: number;
  readonly #rows = new Map<string | undefined, Post[]>();
  readonly #fromMs: number;
  #speed: number;
  /** Milliseconds of the night when the clock was last set. */
  #setMs: number;
  #sinceMs = performance.now();
  #isPaused = false;
  /** Added to the count of posts, so that versions grow even when seeking back. */
  #base = 0;
  /** The version at the last seek: who has an older one gets the snapshot of then, and what came after it. */
  #sought = 0;
  #documents = new Map<Post, EventFeed | BoutFeed>();

  /** @throws {NoSuchRound} */
  constructor(options: NightOptions) {
    const from = options.from === undefined ? undefined : parseRound(options.from, worldCard);
    this.options = options;
    this.night = createNight({ seed: options.seed });
    const first = from && roundOf(this.night.fights, from);
    // For a round that the night lacks, this throws the most precise error.
    if (from && !first) createNight({ seed: options.seed, from });
    this.#fromMs = first?.startMs ?? 0;
    this.#setMs = this.#fromMs;
    this.#speed = options.speed;
    this.eventStatid = Number(this.night.card.event.EventID);
    this.#startsMs = Date.parse(this.night.card.event.GMT?.replace('Z', ':00Z') ?? '') || 0;
    for (const post of this.night.posts) {
      const row = this.#rows.get(post.bout) ?? [];
      this.#rows.set(post.bout, row);
      row.push(post);
    }
    this.#sinceMs = performance.now();
  }

  /** Milliseconds of the night. */
  get atMs(): number {
    const passed = this.#isPaused ? 0 : (performance.now() - this.#sinceMs) * this.#speed;
    return Math.min(this.night.endMs, Math.floor(this.#setMs + passed));
  }

  /** On the clock of the feed, in milliseconds since 1970. */
  get nowMs(): number {
    return this.#startsMs + this.atMs;
  }

  get isOver(): boolean {
    return this.atMs >= this.night.endMs;
  }

  /** Grows with every post that was sent. */
  get version(): number {
    return this.#base + this.#count(this.night.posts, this.atMs);
  }

  /** Converts a moment of the night to the clock of the feed. */
  momentMs(atMs: number): number {
    return this.#startsMs + atMs;
  }

  pause(): void {
    this.#set(this.atMs);
    this.#isPaused = true;
  }

  play(): void {
    this.#set(this.atMs);
    this.#isPaused = false;
  }

  /** A paused night stays paused. */
  setSpeed(speed: number): void {
    this.#set(this.atMs);
    this.#speed = speed;
  }

  /** @param atMs of the night. */
  seek(atMs: number): void {
    const version = this.version + 1;
    this.#set(Math.min(Math.max(0, atMs), this.night.endMs));
    this.#base = version - this.#count(this.night.posts, this.#setMs);
    this.#sought = version;
  }

  /** @throws {NoSuchRound} */
  seekRound(text: string): void {
    const wanted = parseRound(text, worldCard);
    const round = roundOf(this.night.fights, wanted);
    if (!round) createNight({ seed: this.night.seed, from: wanted });
    else this.seek(round.startMs);
  }

  /** Undefined before the event's first update, which comes at its start. */
  eventFeed(): EventFeed | undefined {
    const post = this.#latest(undefined);
    return post && this.#document(post, () => completeEventFeed(post.update as EventUpdate));
  }

  boutFeed(fightStatid: string): BoutFeed | undefined {
    const post = this.#latest(fightStatid);
    return post && this.#document(post, () => completeBoutFeed(post.update as BoutUpdate));
  }

  /**
   * Snapshots of the event, or of a bout, that a stream's reader missed after a version.
   *
   * @param most the maximum number; the newest are returned.
   */
  since(
    version: number,
    fightStatid: string | undefined,
    most: number,
  ): { version: number; feed: EventFeed | BoutFeed }[] {
    const missed = this.#sent()
      .map((post, index) => ({ post, version: this.#versionOf(index) }))
      .filter(({ post }) => post.bout === fightStatid)
      .filter((one, index, all) => one.version > version && all[index + 1]?.version !== one.version);
    return missed.slice(-most).map(({ post, version: number }) => ({
      version: number,
      feed:
        fightStatid === undefined
          ? completeEventFeed(post.update as EventUpdate)
          : completeBoutFeed(post.update as BoutUpdate),
    }));
  }

  /** The version of the latest snapshot of the event, or of a bout. */
  latestVersion(fightStatid: string | undefined): number {
    return this.#versionOf(this.#sent().findLastIndex(({ bout }) => bout === fightStatid));
  }

  /** The rounds that the posts so far open and close, by the server's rule; rounds that `from` skips close at once. */
  windows(): Windows {
    const now = this.atMs;
    const starts = this.night.fights.flatMap(({ rounds, overMs }) => [...rounds.map(({ startMs }) => startMs), overMs]);
    const moments = [...new Set(starts)].filter((atMs) => atMs <= now).sort((a, b) => a - b);
    const skipped = Math.min(this.#fromMs, now);
    const folded = [skipped, ...moments.filter((atMs) => atMs > skipped)];
    return folded.reduce(
      (windows, atMs) => advance(windows, this.#facts(atMs), this.momentMs(atMs), graceMs),
      noWindows,
    );
  }

  status(): NightStatus {
    const { atMs, night } = this;
    const fight = night.fights.findLast(({ introMs }) => introMs <= atMs);
    const round = fight?.rounds.findLast(({ startMs }) => startMs <= atMs);
    const { nowMs } = this;
    const open = Object.entries(this.windows().bouts).flatMap(([id, { rounds }]) =>
      Object.entries(rounds).flatMap(([number, { closesMs }]) =>
        closesMs === null || nowMs < closesMs ? [{ fight: id, round: Number(number) }] : [],
      ),
    );
    return {
      seed: night.seed,
      speed: this.#speed,
      voters: this.options.voters,
      state: this.isOver ? 'over' : this.#isPaused ? 'paused' : 'playing',
      at: Math.floor(atMs / 1000),
      ends_at: Math.floor(night.endMs / 1000),
      clock: isoSeconds(nowMs),
      event: night.card.event.EventID,
      fight: fight?.FightID ?? null,
      round: round?.round ?? null,
      open,
    };
  }

  #facts(atMs: number) {
    return {
      bouts: new Map(
        this.night.fights.map(({ FightID, rounds, overMs }) => [
          FightID,
          {
            started: new Set(rounds.filter(({ startMs }) => startMs <= atMs).map(({ round }) => round)),
            ended: overMs <= atMs,
          },
        ]),
      ),
      ended: false,
    };
  }

  #sent(): Post[] {
    return this.night.posts.slice(0, this.#count(this.night.posts, this.atMs));
  }

  /** After a seek the current snapshots are sent again, under a new version. */
  #versionOf(index: number): number {
    return Math.max(this.#base + index + 1, this.#sought);
  }

  #set(atMs: number): void {
    this.#setMs = atMs;
    this.#sinceMs = performance.now();
  }

  /** Counts the posts of a row, sorted by time, that were sent by a moment. */
  #count(posts: readonly Post[], atMs: number): number {
    let [low, high] = [0, posts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((posts[middle] as Post).atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #latest(bout: string | undefined): Post | undefined {
    const row = this.#rows.get(bout) ?? [];
    return row[this.#count(row, this.atMs) - 1];
  }

  /** Built once per post while it is the latest of its row: a document has up to 100 kB. */
  #document<F extends EventFeed | BoutFeed>(post: Post, build: () => F): F {
    const known = this.#documents.get(post) as F | undefined;
    if (known) return known;
    for (const other of this.#documents.keys()) if (other.bout === post.bout) this.#documents.delete(other);
    const document = build();
    this.#documents.set(post, document);
    return document;
  }
}

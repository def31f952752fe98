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
  type Post,
  parseRound,
  roundOf,
  worldCard,
} from '../../contracts/world/night/night.ts';

/** How to play a night. */
export interface NightOptions {
  /** Night seconds per second. */
  speed: number;
  seed: number;
  /** `R2` or `6415:R2`: the night starts with the bell of this round. */
  from?: string | undefined;
  /** Size of the crowd, which votes in every round in addition to the mock's clients; half of it also scores the round. */
  voters: number;
}

/** How long a round stays open after its end, on the night's clock; as the server does by default. */
const graceMs = 120_000;

const feedOf = ({ bout, update }: Post): EventFeed | BoutFeed =>
  bout === undefined ? completeEventFeed(update as EventUpdate) : completeBoutFeed(update as BoutUpdate);

/**
 * A fight night that plays inside the mock, on its own clock. Every reply depends only on the time of the night and the
 * seed, so the night can be paused, sought and repeated.
 */
export class NightPlayer {
  readonly night: Night;
  readonly options: NightOptions;
  readonly eventStatid: number;
  readonly #startsMs: number;
  readonly #fromMs: number;
  #speed: number;
  /** Milliseconds of the night when the clock was last set. */
  #setMs: number;
  #sinceMs = performance.now();
  #isPaused = false;
  /** How often the night was paused, continued, sought, or its speed set. */
  changes = 0;
  /** Greater than every version of an earlier night, also of another mock. */
  readonly firstVersion = Date.now() * 100;
  /** Added to the count of posts: versions must grow even after a seek back. */
  #base = this.firstVersion;
  /** The version at the last seek; the snapshots before it in the night share it. */
  #sought = 0;

  /** @throws {NoSuchRound} */
  constructor(options: NightOptions) {
    this.options = options;
    this.night = createNight({ seed: options.seed });
    this.#fromMs = options.from === undefined ? 0 : this.#startOf(options.from);
    this.#setMs = this.#fromMs;
    this.#speed = options.speed;
    this.eventStatid = Number(this.night.card.event.EventID);
    this.#startsMs = Date.parse(this.night.card.event.GMT?.replace('Z', ':00Z') ?? '') || 0;
  }

  /** Milliseconds of the night. */
  get atMs(): number {
    const passed = this.#isPaused ? 0 : (performance.now() - this.#sinceMs) * this.#speed;
    return Math.min(this.night.endMs, Math.floor(this.#setMs + passed));
  }

  /** On the clock of the feed, in milliseconds since 1970. */
  get nowMs(): number {
    return this.momentMs(this.atMs);
  }

  get isOver(): boolean {
    return this.atMs >= this.night.endMs;
  }

  /** Grows with every post that was sent. */
  get version(): number {
    return this.#base + this.#count(this.atMs);
  }

  /** Converts a moment of the night to the clock of the feed. */
  momentMs(atMs: number): number {
    return this.#startsMs + atMs;
  }

  setPaused(isPaused: boolean): void {
    this.#set(this.atMs);
    this.#isPaused = isPaused;
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
    this.#base = version - this.#count(this.#setMs);
    this.#sought = version;
  }

  /** @throws {NoSuchRound} */
  seekRound(text: string): void {
    this.seek(this.#startOf(text));
  }

  /** Undefined before the event's first update, which comes at its start. */
  eventFeed(): EventFeed | undefined {
    const post = this.#latest(undefined);
    return post && completeEventFeed(post.update as EventUpdate);
  }

  boutFeed(fightStatid: string): BoutFeed | undefined {
    const post = this.#latest(fightStatid);
    return post && completeBoutFeed(post.update as BoutUpdate);
  }

  /**
   * Snapshots of the event, or of a bout, that a stream's reader missed after a version.
   *
   * @param max the newest are returned.
   */
  since(
    version: number,
    fightStatid: string | undefined,
    max: number,
  ): { version: number; feed: EventFeed | BoutFeed }[] {
    const missed = this.#sent()
      .map((post, index) => ({ post, version: this.#versionOf(index) }))
      .filter(({ post }) => post.bout === fightStatid)
      .filter((one, index, all) => one.version > version && all[index + 1]?.version !== one.version);
    return missed.slice(-max).map(({ post, version: number }) => ({ version: number, feed: feedOf(post) }));
  }

  /** The version of the latest snapshot of the event, or of a bout. */
  latestVersion(fightStatid: string | undefined): number {
    return this.#versionOf(this.#sent().findLastIndex(({ bout }) => bout === fightStatid));
  }

  /** The rounds that the posts so far open and close, by the server's rule; rounds that `from` skips close immediately. */
  windows(): Windows {
    const now = this.atMs;
    const skipped = Math.min(this.#fromMs, now);
    const starts = this.night.fights.flatMap(({ rounds, overMs }) => [...rounds.map(({ startMs }) => startMs), overMs]);
    const moments = starts.filter((atMs) => atMs > skipped && atMs <= now).sort((a, b) => a - b);
    return [skipped, ...moments].reduce(
      (windows, atMs) => advance(windows, this.#facts(atMs), this.momentMs(atMs), graceMs),
      noWindows,
    );
  }

  /**
   * The status of the night, as the control routes return it: times are seconds of the night.
   *
   * @param moveMs how far the dates of replies move.
   */
  status(moveMs = 0) {
    const { atMs, nowMs, night } = this;
    const fight = night.fights.findLast(({ introMs }) => introMs <= atMs);
    const round = fight?.rounds.findLast(({ startMs }) => startMs <= atMs);
    const open = Object.entries(this.windows().bouts).flatMap(([id, { rounds }]) =>
      Object.entries(rounds).flatMap(([number, { closesMs }]) =>
        closesMs === null || nowMs < closesMs ? [{ fight: id, round: Number(number) }] : [],
      ),
    );
    return {
      seed: night.seed,
      speed: this.#speed,
      voters: this.options.voters,
      state: this.isOver ? ('over' as const) : this.#isPaused ? ('paused' as const) : ('playing' as const),
      at: Math.floor(atMs / 1000),
      ends_at: Math.floor(night.endMs / 1000),
      clock: isoSeconds(nowMs + moveMs),
      event: night.card.event.EventID,
      fight: fight?.FightID ?? null,
      round: round?.round ?? null,
      open,
    };
  }

  /** @throws {NoSuchRound} */
  #startOf(text: string): number {
    const from = parseRound(text, worldCard);
    const round = roundOf(this.night.fights, from);
    // Throws: the night has no such round.
    if (!round) createNight({ seed: this.night.seed, from });
    return round?.startMs ?? 0;
  }

  #facts(atMs: number) {
    const bouts = this.night.fights.map(({ FightID, rounds, overMs }) => {
      const started = new Set(rounds.filter(({ startMs }) => startMs <= atMs).map(({ round }) => round));
      return [FightID, { started, ended: overMs <= atMs }] as const;
    });
    return { bouts: new Map(bouts), ended: false };
  }

  #sent(): Post[] {
    return this.night.posts.slice(0, this.#count(this.atMs));
  }

  /** After a seek the current snapshots are sent again, under a new version. */
  #versionOf(index: number): number {
    return Math.max(this.#base + index + 1, this.#sought);
  }

  #set(atMs: number): void {
    this.#setMs = atMs;
    this.#sinceMs = performance.now();
    this.changes++;
  }

  /** Counts the posts up to a moment. */
  #count(atMs: number): number {
    return this.night.posts.findLastIndex((post) => post.atMs <= atMs) + 1;
  }

  #latest(bout: string | undefined): Post | undefined {
    const { atMs } = this;
    return this.night.posts.findLast((post) => post.bout === bout && post.atMs <= atMs);
  }
}

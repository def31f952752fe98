import { CommandFailed } from '../../common/cli/arguments.ts';
import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/problem-error.ts';
import type { LiveUpdate } from '../../contracts/schemas/metrics.ts';
import type { Night, Post } from '../../contracts/world/night/night.ts';
import type { Progress } from './progress.ts';
import type { Retry } from './retry.ts';

const tickMs = 10;

/** The clock of the night. It runs at `speed` times real time and stops at a limit until that is moved. */
export class NightClock {
  /** The moment at which it stops. */
  limitMs: number;
  nowMs: number;
  #waiting: { atMs: number; resolve: () => void; reject: (error: unknown) => void }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(startMs: number, speed: number) {
    this.nowMs = startMs;
    this.limitMs = startMs;
    let lastMs = performance.now();
    this.#timer = setInterval(() => {
      const realMs = performance.now();
      this.nowMs = Math.max(this.nowMs, Math.min(this.nowMs + (realMs - lastMs) * speed, this.limitMs));
      lastMs = realMs;
      const due = this.#waiting.filter(({ atMs }) => atMs <= this.nowMs);
      if (due.length > 0) this.#waiting = this.#waiting.filter(({ atMs }) => atMs > this.nowMs);
      for (const { resolve } of due) resolve();
    }, tickMs);
  }

  /** Stops for good; pending waits reject with `reason`. */
  stop(reason: unknown): void {
    clearInterval(this.#timer);
    for (const { reject } of this.#waiting) reject(reason);
    this.#waiting = [];
  }

  /** Resolves when the night has reached this moment. */
  until(atMs: number): Promise<void> {
    if (atMs <= this.nowMs) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ atMs, resolve, reject }));
  }
}

const isMarked = (post: Post) => post.opens !== undefined || post.closes !== undefined;

/**
 * The posts of a night when they are due. Of several due posts of a bout only the latest is sent, but no post that opens
 * or closes a round is left out: the rounds do not depend on the speed. The clock stops at such a post until the next one
 * is asked for.
 */
export async function* duePosts({ posts, endMs }: Night, clock: NightClock): AsyncGenerator<Post> {
  let next = 0;
  while (next < posts.length) {
    const marked = posts.findIndex((candidate, index) => index >= next && isMarked(candidate));
    const bound = marked === -1 ? posts.length - 1 : marked;
    clock.limitMs = posts[bound]?.atMs ?? endMs;
    await clock.until(posts[next]?.atMs ?? endMs);
    const due = new Map<string | undefined, Post>();
    for (; next <= bound; next++) {
      const one = posts[next];
      if (!one || one.atMs > clock.nowMs) break;
      due.delete(one.bout);
      due.set(one.bout, one);
    }
    yield* due.values();
  }
}

/**
 * Returns a function that sends a snapshot until the server has accepted it.
 *
 * @throws {CommandFailed} when the server has a later snapshot of the same bout, or refuses this one.
 */
export function createPoster(v1: Client<'v1'>, retry: Retry, url: string, progress: Progress) {
  return async (update: LiveUpdate): Promise<void> => {
    try {
      const { body } = await retry(() => v1.fight_metrics_update_live_event({ body: update }));
      if (body.reason === 'stale') throw alreadyPlayed(url);
      progress.posts += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.status === 409) throw alreadyPlayed(url);
      throw new CommandFailed(`${url} refuses snapshot ${update.sequence}: ${error.message}`);
    }
  };
}

export const alreadyPlayed = (url: string) =>
  new CommandFailed(
    `this night was already played at ${url}, at least in part, and rounds never open twice; choose a later round with --from, or start a fresh server`,
  );

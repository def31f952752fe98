import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/methods.ts';
import { isBoutUpdate, type LiveUpdate } from '../../contracts/schemas/metrics.ts';
import type { Night, Post } from '../../contracts/world/night/night.ts';
import type { ReplayClock } from './clock.ts';
import { ReplayRefused } from './errors.ts';
import type { Progress } from './progress.ts';
import type { Retry } from './retry.ts';

/** Milliseconds between two posts: at most 20 per second at any speed. */
const spacingMs = 50;

export interface FeedPlan {
  night: Night;
  clock: ReplayClock;
  post: (update: LiveUpdate) => Promise<void>;
  /** Called before a post that closes a round. */
  beforeClose: (closes: NonNullable<Post['closes']>) => Promise<void>;
  /** Called after the server has accepted a post. */
  afterPost: (post: Post) => void;
  signal: AbortSignal;
}

const isMarked = (post: Post) => post.opens !== undefined || post.closes !== undefined;

/**
 * Sends the posts of a night when they are due. Of several due posts of a bout only the latest is sent, but no post that
 * opens or closes a round is left out: the rounds do not depend on the speed. The clock stops before a post that closes a
 * round until the voters are done with it.
 */
export async function playFeed({ night, clock, post, beforeClose, afterPost, signal }: FeedPlan): Promise<void> {
  const { posts } = night;
  let next = 0;
  while (next < posts.length) {
    const marked = posts.findIndex((candidate, index) => index >= next && isMarked(candidate));
    const bound = marked === -1 ? posts.length - 1 : marked;
    clock.limitMs = posts[bound]?.atMs ?? night.endMs;
    await clock.until(posts[next]?.atMs ?? night.endMs);
    const due = new Map<string | undefined, Post>();
    for (; next <= bound; next++) {
      const one = posts[next];
      if (!one || one.atMs > clock.nowMs) break;
      due.delete(one.bout);
      due.set(one.bout, one);
    }
    for (const one of due.values()) {
      if (one.closes) await beforeClose(one.closes);
      await post(one.update);
      afterPost(one);
      await sleep(spacingMs, undefined, { signal });
    }
  }
}

/**
 * Returns a function that sends a snapshot until the server has accepted it.
 *
 * @throws {ReplayRefused} when the server has a later snapshot of the same bout, or refuses this one.
 */
export function createPoster(parts: { v1: Client<'v1'>; retry: Retry; url: string; progress: Progress }) {
  const { v1, retry, url, progress } = parts;
  return async (update: LiveUpdate): Promise<void> => {
    try {
      const { body } = await retry(() => v1.fight_metrics_update_live_event({ body: update }));
      if (body.reason === 'stale') throw new ReplayRefused(alreadyPlayed(url));
      progress.posts += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.status === 409) throw new ReplayRefused(alreadyPlayed(url));
      const row = isBoutUpdate(update) ? `bout ${update.FMLiveFeed.FightID}` : 'the event';
      throw new ReplayRefused(`${url} refuses snapshot ${update.sequence} of ${row}: ${error.message}`);
    }
  };
}

export const alreadyPlayed = (url: string) =>
  `This night was already played, at least in part, at ${url}, and rounds never open twice: choose another --event, a later round with --from, or a fresh server.`;

import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ProblemError } from '../../contracts/client/client.ts';
import { isBoutUpdate, type LiveUpdate } from '../../contracts/schemas/metrics.ts';
import type { Night, Post } from '../../contracts/world/night/night.ts';
import type { ReplayClock } from './clock.ts';
import { ReplayRefused } from './errors.ts';
import type { Progress } from './progress.ts';
import type { Insist } from './retry.ts';

/** Milliseconds between two posts: at most 20 a second, however fast the night runs. */
const spacingMs = 50;

export interface FeedPlan {
  night: Night;
  clock: ReplayClock;
  post: (update: LiveUpdate) => Promise<void>;
  /** Before a post that closes a round. */
  beforeClose: (closes: NonNullable<Post['closes']>) => Promise<void>;
  /** After a post was taken. */
  afterPost: (post: Post) => void;
  signal: AbortSignal;
}

const isMarked = (post: Post) => post.opens !== undefined || post.closes !== undefined;

/**
 * Sends the posts of a night as their time comes. When several of a row are due at once only the latest is sent, but
 * never past one that opens or closes a round: what rounds there are and when does not depend on the speed. The night
 * stands still before a post that closes a round until the audience has done with it.
 */
export async function playFeed({ night, clock, post, beforeClose, afterPost, signal }: FeedPlan): Promise<void> {
  const { posts } = night;
  let next = 0;
  while (next < posts.length) {
    const marked = posts.findIndex((one, index) => index >= next && isMarked(one));
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
 * Sends one snapshot until the server has it.
 *
 * @throws {ReplayRefused} when the server knows a later one of the same row, or will not take it.
 */
export function poster(parts: { v1: Client<'v1'>; insist: Insist; url: string; progress: Progress }) {
  const { v1, insist, url, progress } = parts;
  return async (update: LiveUpdate): Promise<void> => {
    try {
      const { body } = await insist(() => v1.fight_metrics_update_live_event({ body: update }));
      if (body.reason === 'stale') throw new ReplayRefused(alreadyPlayed(url));
      progress.posts += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.status === 409) throw new ReplayRefused(alreadyPlayed(url));
      const row = isBoutUpdate(update) ? `bout ${update.FMLiveFeed.FightID}` : 'the event';
      throw new ReplayRefused(`${url} does not take snapshot ${update.sequence} of ${row}: ${error.message}`);
    }
  };
}

export const alreadyPlayed = (url: string) =>
  `This night was already played, in part at least, at ${url}, and rounds never open twice: choose another --event, a later round with --from, or a fresh server.`;

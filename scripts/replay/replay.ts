import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type ProblemError } from '../../contracts/client/client.ts';
import { createSender } from '../../contracts/client/sender.ts';
import {
  createNight,
  type Night,
  NoSuchRound,
  type Post,
  parseRound,
  roundOf,
} from '../../contracts/world/night/night.ts';
import { Ledger } from './acknowledged.ts';
import { ReplayClock } from './clock.ts';
import { type Comparison, compare, isGood } from './compare.ts';
import { clientIds } from './crowd.ts';
import { ReplayRefused } from './errors.ts';
import { alreadyPlayed, playFeed, poster } from './feed.ts';
import { keepAlive } from './keep-alive.ts';
import type { Progress } from './progress.ts';
import { type Insist, insistent } from './retry.ts';
import { findStage, type Stage, wasPlayed } from './target-event.ts';
import { createPolling } from './voters.ts';

export interface ReplayOptions {
  /** Scheme and host of the server. */
  url: string;
  feedKey: string;
  /** Event id or statid; default: the live event of the world. */
  event?: number | undefined;
  /** Night seconds per second. */
  speed: number;
  seed: number;
  voters: number;
  /** `R2`, `6415:R2`; default: the whole night. */
  from?: string | undefined;
  /** Takes back what the store knows of the event's feed and audience, where that is within reach. */
  forget?: ((stage: Stage) => Promise<void>) | undefined;
  /** Written while the replay runs. */
  progress: Progress;
  /** Told of the night once it is known, and of each post that the server took. */
  onNight?: (night: Night) => void;
  onPost?: (post: Post) => void;
  signal?: AbortSignal;
  /** Requests at once. */
  connections?: number;
  /** Without any success, after which it gives up. */
  patienceMs?: number;
  /** For how long tallies may differ after the last vote, since they are served from memory for a moment. */
  settleMs?: number;
}

export interface ReplayResult extends Comparison {
  /** Requests that were refused because the round was closed. */
  refused: number;
  isGood: boolean;
  seconds: number;
}

const tickMs = 10;

/** @throws {ReplayRefused} when the server cannot be reached. */
async function greet(url: string, request: () => Promise<unknown>): Promise<void> {
  try {
    await request();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ReplayRefused(
      `${url} does not answer (${code ?? message}): start a server with npm start, or give its --url.`,
    );
  }
}

/** A body that no server takes shows whether it takes the key, which it checks first. */
async function checkKey(url: string, send: () => Promise<{ status: number }>): Promise<void> {
  const { status } = await send();
  if (status === 401 || status === 403) {
    throw new ReplayRefused(`${url} refuses the feed key: give its own with --feed-key or FEED_KEY.`);
  }
}

function nightOf(stage: Stage, { seed, from }: ReplayOptions): Night {
  try {
    const { card } = stage;
    return createNight({ seed, card, from: from === undefined ? undefined : parseRound(from, card) });
  } catch (error) {
    if (error instanceof NoSuchRound) throw new ReplayRefused(error.message);
    throw error;
  }
}

type Clients = { v3: ReturnType<typeof createClient<'v3'>>; v1: ReturnType<typeof createClient<'v1'>> };

/** Whether no round of the night was open before, and none holds votes. */
async function isFresh({ v3 }: Clients, insist: Insist, stage: Stage, night: Night): Promise<boolean> {
  const { body } = await insist(() => v3.round_scoring({ id: stage.eventId }));
  if (wasPlayed(stage, night.rounds, body)) return false;
  for (const { id } of stage.fights.values()) {
    const { body: tally } = await insist(() => v3.fight_votes({ id }));
    if (tally.total_votes > 0) return false;
  }
  return true;
}

/** What was forgotten in the store may be served from memory for a moment. */
const forgottenMs = 10_000;

/** When a post closes each round. */
function closings({ posts }: Night): Map<string, number> {
  return new Map(posts.flatMap(({ atMs, closes }) => (closes ? [[`${closes.fight}:${closes.round}`, atMs]] : [])));
}

/** The feed and the audience at work until the night is over. */
async function play(
  parts: Clients & { insist: Insist; stage: Stage; night: Night; ledger: Ledger; signal: AbortSignal },
  options: ReplayOptions,
): Promise<void> {
  const { stage, night, signal } = parts;
  const { progress, url, onPost } = options;
  const clock = new ReplayClock(night.startMs, options.speed);
  const polling = createPolling({ ...parts, clock, progress, clients: clientIds(options.seed, options.voters) });
  const closesMs = closings(night);

  function afterPost(post: Post): void {
    const round = post.opens && roundOf(night.fights, post.opens);
    if (post.opens && round) {
      const { fight } = post.opens;
      progress.round = { fight, ...round };
      const scheduledRounds = stage.fights.get(fight)?.scheduledRounds ?? 3;
      const closing = closesMs.get(`${fight}:${round.round}`) ?? round.endMs;
      polling.open({ night, fight, scheduledRounds, round, closesMs: closing });
    }
    onPost?.(post);
  }

  const showing = setInterval(() => {
    progress.nightMs = clock.nowMs;
    progress.heldMs = clock.heldMs;
  }, tickMs * 5);
  const aborted = () => clock.stop(signal.reason);
  signal.addEventListener('abort', aborted);
  clock.start(tickMs);
  try {
    const beforeClose = ({ fight, round }: NonNullable<Post['closes']>) => polling.finished(fight, round);
    await playFeed({ night, clock, post: poster({ ...parts, url, progress }), beforeClose, afterPost, signal });
  } finally {
    clearInterval(showing);
    signal.removeEventListener('abort', aborted);
    clock.stop(new ReplayRefused('The replay was stopped.'));
    progress.nightMs = clock.nowMs;
    progress.heldMs = clock.heldMs;
  }
}

/**
 * Plays a fight night to a server, with its audience, and compares what was acknowledged with the server's tallies.
 *
 * @throws {ReplayRefused} one sentence: no such server, key, event or round; a night that was played there before.
 * @throws the reason of `signal`.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { progress, connections = 48, patienceMs = 120_000, settleMs = 10_000 } = options;
  const url = options.url.replace(/\/+$/, '');
  const startedMs = Date.now();
  // Stops what is still under way when one part of the replay fails.
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const http = keepAlive({ connections, timeoutMs: 10_000 });
  const common = { baseUrl: url, feedKey: options.feedKey, fetch: http.fetch };
  const clients = { v3: createClient({ ...common, family: 'v3' }), v1: createClient({ ...common, family: 'v1' }) };
  const insist = insistent({ url, patienceMs, progress, signal });
  try {
    const send = createSender({ ...common, family: 'v1' });
    await greet(url, () => send('root'));
    await checkKey(url, () => send('fight_metrics_update_live_event', { body: {} }));
    const stage = await findStage(clients.v1, insist, url, options.event);
    const night = nightOf(stage, options);
    await options.forget?.(stage);
    const untilMs = Date.now() + (options.forget ? forgottenMs : 0);
    while (!(await isFresh(clients, insist, stage, night))) {
      if (Date.now() >= untilMs) throw new ReplayRefused(alreadyPlayed(url));
      await sleep(250, undefined, { signal });
    }
    options.onNight?.(night);

    const ledger = new Ledger();
    await play({ ...clients, insist, stage, night, ledger, signal }, { ...options, url });
    const comparison = await compare({ v3: clients.v3, insist, stage, ledger }, settleMs, signal);
    return {
      ...comparison,
      refused: ledger.refused,
      isGood: isGood(comparison, ledger.refused),
      seconds: (Date.now() - startedMs) / 1000,
    };
  } catch (error) {
    const { name, message } = error as ProblemError;
    throw name === 'ProblemError' ? new ReplayRefused(`${url} answers what was not expected: ${message}`) : error;
  } finally {
    failed.abort(new ReplayRefused('The replay was stopped.'));
    http.close();
  }
}

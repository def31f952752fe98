import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createSender } from '../../contracts/client/client.ts';
import type { ProblemError } from '../../contracts/client/methods.ts';
import {
  createNight,
  type Night,
  NoSuchRound,
  type Post,
  parseRound,
  roundOf,
} from '../../contracts/world/night/night.ts';
import { AcknowledgedVotes } from './acknowledged.ts';
import { ReplayClock } from './clock.ts';
import { type Comparison, compare, isGood } from './compare.ts';
import { clientIds } from './crowd.ts';
import { ReplayRefused } from './errors.ts';
import { alreadyPlayed, createPoster, playFeed } from './feed.ts';
import { keepAlive } from './keep-alive.ts';
import type { Progress } from './progress.ts';
import { createRetry, type Retry } from './retry.ts';
import { findTargetEvent, type TargetEvent, wasPlayed } from './target-event.ts';
import { createVoters } from './voters.ts';

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
  /** Clears the event's feed, votes and scorecards in the store; undefined where that is out of reach. */
  clearEvent?: ((target: TargetEvent) => Promise<void>) | undefined;
  /** Written while the replay runs. */
  progress: Progress;
  /** Called once with the night, and with each post that the server accepted. */
  onNight?: (night: Night) => void;
  onPost?: (post: Post) => void;
  signal?: AbortSignal;
  /** Maximum number of connections. */
  connections?: number;
  /** Time without a successful request after which it gives up. */
  patienceMs?: number;
  /** For how long tallies may differ after the last vote, since they may come from a cache. */
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
async function checkReachable(url: string, request: () => Promise<unknown>): Promise<void> {
  try {
    await request();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ReplayRefused(
      `${url} does not answer (${code ?? message}): start a server with npm start, or name another with --url.`,
    );
  }
}

/** Sends an invalid body: the server checks the key first, so its reply shows whether the key is right. */
async function checkKey(url: string, send: () => Promise<{ status: number }>): Promise<void> {
  const { status } = await send();
  if (status === 401 || status === 403) {
    throw new ReplayRefused(`${url} refuses the feed key: set the right one with --feed-key or FEED_KEY.`);
  }
}

function planNight(target: TargetEvent, { seed, from }: ReplayOptions): Night {
  try {
    const { card } = target;
    return createNight({ seed, card, from: from === undefined ? undefined : parseRound(from, card) });
  } catch (error) {
    if (error instanceof NoSuchRound) throw new ReplayRefused(error.message);
    throw error;
  }
}

type Clients = { v3: ReturnType<typeof createClient<'v3'>>; v1: ReturnType<typeof createClient<'v1'>> };

/** Whether no round of the night was open before or has votes. */
async function isFresh({ v3 }: Clients, retry: Retry, target: TargetEvent, night: Night): Promise<boolean> {
  const { body } = await retry(() => v3.round_scoring({ id: target.eventId }));
  if (wasPlayed(target, night.rounds, body)) return false;
  for (const { id } of target.fights.values()) {
    const { body: tally } = await retry(() => v3.fight_votes({ id }));
    if (tally.total_votes > 0) return false;
  }
  return true;
}

/** For how long replies from before the clearing may come from a cache. */
const clearedMs = 10_000;

/** When each round closes, by fight and round. */
function closingTimes({ posts }: Night): Map<string, number> {
  return new Map(posts.flatMap(({ atMs, closes }) => (closes ? [[`${closes.fight}:${closes.round}`, atMs]] : [])));
}

/** Runs the feed and the voters until the night is over. */
async function play(
  parts: Clients & {
    retry: Retry;
    target: TargetEvent;
    night: Night;
    acknowledged: AcknowledgedVotes;
    signal: AbortSignal;
  },
  options: ReplayOptions,
): Promise<void> {
  const { target, night, signal } = parts;
  const { progress, url, onPost } = options;
  const clock = new ReplayClock(night.startMs, options.speed);
  const voterGroup = createVoters({ ...parts, clock, progress, clients: clientIds(options.seed, options.voters) });
  const closesMs = closingTimes(night);

  function afterPost(post: Post): void {
    const round = post.opens && roundOf(night.fights, post.opens);
    if (post.opens && round) {
      const { fight } = post.opens;
      progress.round = { fight, ...round };
      const scheduledRounds = target.fights.get(fight)?.scheduledRounds ?? 3;
      const closing = closesMs.get(`${fight}:${round.round}`) ?? round.endMs;
      voterGroup.open({ night, fight, scheduledRounds, round, closesMs: closing });
    }
    onPost?.(post);
  }

  const showing = setInterval(() => {
    progress.nightMs = clock.nowMs;
    progress.waitedMs = clock.waitedMs;
  }, tickMs * 5);
  const aborted = () => clock.stop(signal.reason);
  signal.addEventListener('abort', aborted);
  clock.start(tickMs);
  try {
    const beforeClose = ({ fight, round }: NonNullable<Post['closes']>) => voterGroup.finished(fight, round);
    await playFeed({ night, clock, post: createPoster({ ...parts, url, progress }), beforeClose, afterPost, signal });
  } finally {
    clearInterval(showing);
    signal.removeEventListener('abort', aborted);
    clock.stop(new ReplayRefused('The replay was stopped.'));
    progress.nightMs = clock.nowMs;
    progress.waitedMs = clock.waitedMs;
  }
}

/**
 * Plays a fight night to a server, with voters, and compares the acknowledged votes with the server's tallies.
 *
 * @throws {ReplayRefused} one sentence: no such server, key, event or round; a night that was played there before.
 * @throws the reason of `signal`.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { progress, connections = 48, patienceMs = 120_000, settleMs = 10_000 } = options;
  const url = options.url.replace(/\/+$/, '');
  const startedMs = Date.now();
  // Stops the other parts of the replay when one fails.
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const http = keepAlive({ connections, timeoutMs: 10_000 });
  const common = { baseUrl: url, feedKey: options.feedKey, fetch: http.fetch };
  const clients = { v3: createClient({ ...common, family: 'v3' }), v1: createClient({ ...common, family: 'v1' }) };
  const retry = createRetry({ url, patienceMs, progress, signal });
  try {
    const send = createSender({ ...common, family: 'v1' });
    await checkReachable(url, () => send('root'));
    await checkKey(url, () => send('fight_metrics_update_live_event', { body: {} }));
    const target = await findTargetEvent(clients.v1, retry, url, options.event);
    const night = planNight(target, options);
    await options.clearEvent?.(target);
    const untilMs = Date.now() + (options.clearEvent ? clearedMs : 0);
    while (!(await isFresh(clients, retry, target, night))) {
      if (Date.now() >= untilMs) throw new ReplayRefused(alreadyPlayed(url));
      await sleep(250, undefined, { signal });
    }
    options.onNight?.(night);

    const acknowledged = new AcknowledgedVotes();
    await play({ ...clients, retry, target, night, acknowledged, signal }, { ...options, url });
    const comparison = await compare({ v3: clients.v3, retry, target, acknowledged }, settleMs, signal);
    return {
      ...comparison,
      refused: acknowledged.refused,
      isGood: isGood(comparison, acknowledged.refused),
      seconds: (Date.now() - startedMs) / 1000,
    };
  } catch (error) {
    const { name, message } = error as ProblemError;
    throw name === 'ProblemError' ? new ReplayRefused(`Unexpected reply of ${url}: ${message}`) : error;
  } finally {
    failed.abort(new ReplayRefused('The replay was stopped.'));
    http.close();
  }
}

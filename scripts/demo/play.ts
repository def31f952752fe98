import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed } from '../../common/cli/arguments.ts';
import { type Client, createClient, createSender } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/problem-error.ts';
import { moveDates } from '../../contracts/rules/move-dates.ts';
import { LiveUpdate } from '../../contracts/schemas/metrics.ts';
import {
  createNight,
  type Night,
  NoSuchRound,
  type Post,
  parseRound,
  type RoundRef,
  roundOf,
  worldCard,
} from '../../contracts/world/night/night.ts';
import { AcknowledgedVotes, type Comparison, compare } from './compare.ts';
import { clientIds } from './crowd.ts';
import { alreadyPlayed, createPoster, duePosts, NightClock } from './feed.ts';
import type { Progress } from './progress.ts';
import { createFetch, createRetry, type Retry } from './retry.ts';
import { findTargetEvent, type TargetEvent, wasPlayed } from './target.ts';
import { createVoters } from './voters.ts';

export interface PlayOptions {
  /** Scheme and host of the server. */
  url: string;
  feedKey: string;
  /** Night seconds per second. */
  speed: number;
  seed: number;
  voters: number;
  /** `R2`, `6415:R2`; default: the whole night. */
  from?: string | undefined;
  /** Clears the event's feed, votes and scorecards in the store; undefined where that is out of reach. */
  clearEvent?: ((target: TargetEvent) => Promise<void>) | undefined;
  /** Publishes the event in content as it is at a moment of the night; undefined where that is out of reach. */
  publishEvent?: ((target: TargetEvent, night: Night, atMs: number) => Promise<void>) | undefined;
  /** Written while the night is played. */
  progress: Progress;
  /** Called once with the night, and with each post that the server accepted. */
  onNight?: (night: Night) => void;
  onPost?: (post: Post) => void;
  signal?: AbortSignal;
}

/** For how long replies from before the clearing may come from a cache. */
const clearedMs = 10_000;
/** For how long tallies may differ after the last vote, since they may come from a cache. */
const settleMs = 10_000;

type Clients = { v3: Client<'v3'>; v1: Client<'v1'> };

/**
 * Sends an invalid body with the key: the server checks the key first.
 *
 * @throws {CommandFailed} when the server cannot be reached, or refuses the key.
 */
async function checkServer(url: string, send: () => Promise<{ status: number }>): Promise<void> {
  const { status } = await send().catch((error: Error) => {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
    throw new CommandFailed(
      `${url} does not answer (${code ?? message}); start a server with "npm start", or name another with --url`,
    );
  });
  if (status === 401 || status === 403) {
    throw new CommandFailed(`${url} refuses the feed key; set the right one with --feed-key or FEED_KEY`);
  }
}

function planNight(seed: number, from: string | undefined): Night {
  try {
    return createNight({ seed, from: from === undefined ? undefined : parseRound(from, worldCard) });
  } catch (error) {
    if (error instanceof NoSuchRound) throw new CommandFailed(error.message);
    throw error;
  }
}

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

/** Milliseconds between two posts: at most 20 per second at any speed. */
const spacingMs = 50;

/** Runs the feed and the voters until the night is over. The clock stops before a round closes until its voters are done. */
async function play(
  parts: Clients & { retry: Retry; target: TargetEvent; acknowledged: AcknowledgedVotes; signal: AbortSignal },
  night: Night,
  { progress, url, speed, seed, voters, onPost }: PlayOptions,
): Promise<void> {
  const { v1, retry, target, signal } = parts;
  const clock = new NightClock(night.startMs, speed);
  const crowd = createVoters({ ...parts, clock, progress, clients: clientIds(seed, voters) });
  const post = createPoster(v1, retry, url, progress);

  function open(opens: RoundRef): void {
    const fight = target.fights.get(opens.fight);
    const round = roundOf(night.fights, opens);
    if (!fight || !round) return;
    const closing = night.posts.find(({ closes }) => closes?.fight === opens.fight && closes.round === opens.round);
    crowd.open({ seed, fight, round, closesMs: closing?.atMs ?? round.endMs });
  }

  const aborted = () => clock.stop(signal.reason);
  signal.addEventListener('abort', aborted);
  try {
    for await (const due of duePosts(night, clock)) {
      const { opens, closes, update } = due;
      const closed = closes && target.fights.get(closes.fight);
      if (closed) await crowd.finished(closed, closes.round);
      await post(moveDates(LiveUpdate, update, target.move) as LiveUpdate);
      progress.nightMs = clock.nowMs;
      if (opens) open(opens);
      onPost?.(due);
      await sleep(spacingMs, undefined, { signal });
    }
  } finally {
    signal.removeEventListener('abort', aborted);
    clock.stop(new CommandFailed('the night was stopped'));
  }
}

/**
 * Plays a fight night to a server, with voters, and compares the acknowledged votes with the server's tallies.
 *
 * @throws {CommandFailed} one sentence: no such server, key, event or round; a night that was played there before.
 * @throws the reason of `signal`.
 */
export async function playNight(options: PlayOptions): Promise<Comparison> {
  const { url, progress } = options;
  // Stops the other parts when one fails.
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const common = { baseUrl: url, feedKey: options.feedKey, fetch: createFetch() };
  const clients = { v3: createClient({ ...common, family: 'v3' }), v1: createClient({ ...common, family: 'v1' }) };
  const retry = createRetry(progress, url, signal);
  try {
    const send = createSender({ ...common, family: 'v1' });
    await checkServer(url, () => send('fight_metrics_update_live_event', { body: {} }));
    const target = await findTargetEvent(clients.v1, retry, url);
    const night = planNight(options.seed, options.from);
    await options.clearEvent?.(target);
    await options.publishEvent?.(target, night, night.startMs);
    const untilMs = Date.now() + (options.clearEvent ? clearedMs : 0);
    while (!(await isFresh(clients, retry, target, night))) {
      if (Date.now() >= untilMs) throw alreadyPlayed(url);
      await sleep(250, undefined, { signal });
    }
    options.onNight?.(night);

    const acknowledged = new AcknowledgedVotes();
    await play({ ...clients, retry, target, acknowledged, signal }, night, options);
    await options.publishEvent?.(target, night, night.endMs);
    return await compare({ v3: clients.v3, retry, target, acknowledged }, settleMs, signal);
  } catch (error) {
    throw error instanceof ProblemError ? new CommandFailed(`unexpected reply of ${url}: ${error.message}`) : error;
  } finally {
    failed.abort(new CommandFailed('the night was stopped'));
  }
}

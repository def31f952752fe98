import { mock } from 'node:test';
import { StoreUnavailable } from '../../../server/store/index.ts';
import type { SubscriptionHandler } from '../../../server/store/redis/subscriber.ts';
import { type Reading, Topic } from '../../../server/streams/topic.ts';
import { clientWith, eventOf, settle } from './client.ts';

export const wait = async (ms: number) => {
  mock.timers.tick(ms);
  await settle();
};

export type Answer = Partial<Reading> | Error;

/** A topic on a source that a test writes. */
export function topicOf({ hasHistory = false, minIntervalMs = 50 } = {}) {
  const state = {
    version: 1,
    answer: undefined as ((since: number | undefined) => Answer | Promise<Answer>) | undefined,
    channels: ['one'] as readonly string[],
    reads: [] as (number | undefined)[],
    errors: [] as unknown[],
    subscribed: [] as (readonly string[])[],
    closed: 0,
    handler: undefined as SubscriptionHandler | undefined,
  };
  const read = async (since: number | undefined): Promise<Reading> => {
    state.reads.push(since);
    // A topic that reads without end would never let the test fail.
    if (state.reads.length > 100) throw new StoreUnavailable('more reads than in any test');
    const { version, channels } = state;
    const answer = (await state.answer?.(since)) ?? {};
    if (answer instanceof Error) throw answer;
    return { version, events: since === version ? [] : [eventOf(version)], upTo: version, channels, ...answer };
  };
  const subscriptions = {
    subscribe(channels: readonly string[], handler: SubscriptionHandler) {
      state.subscribed.push(channels);
      state.handler = handler;
      return { ready: Promise.resolve(true), close: () => state.closed++ };
    },
    close: () => undefined,
  };
  const topic = new Topic(
    { read, hasHistory, isRelevant: (message) => message !== 'of another', minIntervalMs },
    subscriptions,
    { pollMs: 1_000, onError: (error) => state.errors.push(error) },
  );
  let counted = 0;
  const join = async (lastId?: number, options: object = {}) => {
    const { client, reader } = clientWith(options);
    await topic.join(reader, lastId).finally(() => {
      counted = state.reads.length;
    });
    return { client, reader };
  };
  /** How many reads there are in each of these waits, since the last of them or since a reader joined. */
  const readsIn = async (...waits: number[]) => {
    const counts = [];
    for (const ms of waits) {
      await wait(ms);
      counts.push(state.reads.length - counted);
      counted = state.reads.length;
    }
    return counts;
  };
  const announce = (message = 'of this') => state.handler?.onMessage('one', message);
  return { state, topic, join, readsIn, announce };
}

export const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error,
  );

/** Registers hooks that make the clocks stand. */
export function useStandingClock() {
  /** How far the clock of the machine was set back. */
  const clock = { setBackMs: 0 };
  beforeEach(() => {
    clock.setBackMs = 0;
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
    mock.method(performance, 'now', () => Date.now() + clock.setBackMs);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.reset();
  });
  return clock;
}

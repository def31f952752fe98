import { StoreUnavailable } from '../../../server/store/index.ts';
import type { SubscriptionHandler } from '../../../server/store/redis/subscriber.ts';
import { type Reading, Topic } from '../../../server/streams/topic.ts';
import { clientWith, eventOf } from './client.ts';

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
  const join = async (lastId?: number, options: object = {}) => {
    const { client, reader } = clientWith(options);
    await topic.join(reader, lastId);
    return { client, reader };
  };
  const announce = (message = 'of this') => state.handler?.onMessage('one', message);
  return { state, topic, join, announce };
}

export const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error,
  );

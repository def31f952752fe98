import { expect } from 'chai';
import { connectInvalidation } from '../../../server/cache/invalidation.ts';
import { channels, liveMessage } from '../../../server/store/keys.ts';
import type { SubscriptionHandler, Subscriptions } from '../../../server/store/redis/subscriber.ts';

/** A cache that records its calls, and a way to announce changes to it. */
function announcing() {
  let handler: SubscriptionHandler | undefined;
  const isThere = Promise.withResolvers<boolean>();
  const subscriptions: Subscriptions = {
    subscribe(_, subscribed) {
      handler = subscribed;
      return { ready: isThere.promise, close: () => undefined };
    },
    close: () => undefined,
  };
  const calls: string[] = [];
  const cache = {
    invalidate: (tag: string) => void calls.push(tag),
    setConnected: (isConnected: boolean) => void calls.push(`connected ${isConnected}`),
    setAway: (isAway: boolean) => void calls.push(`away ${isAway}`),
  };
  const invalidation = connectInvalidation(subscriptions, [cache]);
  return {
    ...{ invalidation, isThere },
    /** Calls since the last time. */
    calls: () => calls.splice(0),
    reconnect() {
      handler?.onDisconnect?.();
      handler?.onSubscribe?.();
    },
    announce: (channel: string, message: string) => handler?.onMessage(channel, message),
    setLate: (isLate: boolean) => handler?.onLate?.(isLate),
  };
}

describe('invalidation', () => {
  const channel = channels.live('811');

  it('trusts no cache without the subscription', async () => {
    const { calls, invalidation, isThere, reconnect, setLate } = announcing();
    expect(calls()).to.deep.equal(['connected false']);
    isThere.resolve(true);
    await invalidation.ready;
    expect(calls()).to.deep.equal(['connected true']);
    reconnect();
    expect(calls()).to.deep.equal(['connected false', 'connected true']);
    for (const isLate of [true, false]) setLate(isLate);
    expect(calls()).to.deep.equal(['away true', 'away false']);
  });

  it('applies an update of this process once', () => {
    const { calls, invalidation, announce, reconnect } = announcing();
    calls();
    invalidation.invalidateNow(channel, liveMessage(7, null));
    announce(channel, '7 event');
    expect(calls()).to.deep.equal([channel, 'live']);
    announce(channel, '8 bout:6411');
    invalidation.invalidateNow(channel, liveMessage(8, '6411'));
    expect(calls()).to.deep.equal([channel, 'live']);
    invalidation.invalidateNow(channel, liveMessage(9, null));
    announce(channels.live('812'), '9 event');
    expect(calls(), 'another event').to.deep.equal([channel, 'live', 'live:812', 'live']);
    // The feed may have begun again meanwhile.
    reconnect();
    calls();
    announce(channel, '9 event');
    expect(calls()).to.deep.equal([channel, 'live']);
  });

  it('applies equal announcements of tallies and of content', () => {
    const { calls, announce } = announcing();
    for (let time = 0; time < 3; time++) {
      calls();
      announce(channels.tally(88001), '');
      announce(channels.content, '{"generation":1,"collections":["news"]}');
      expect(calls()).to.deep.equal([channels.tally(88001), 'content:news']);
    }
  });
});

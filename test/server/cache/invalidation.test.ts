import { expect } from 'chai';
import { connectInvalidation } from '../../../server/cache/invalidation.ts';
import { channels, liveMessage } from '../../../server/store/index.ts';
import type { SubscriptionHandler, Subscriptions } from '../../../server/store/redis/subscriber.ts';

/** A cache that records its calls, and a way to announce changes to it. */
function announcing() {
  let handler: SubscriptionHandler | undefined;
  const subscriptions: Subscriptions = {
    subscribe(_, subscribed) {
      handler = subscribed;
      return { ready: Promise.resolve(true), close: () => undefined };
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
  calls.length = 0;
  const reconnect = () => {
    handler?.onDisconnect?.();
    handler?.onSubscribe?.();
  };
  return {
    calls,
    invalidation,
    reconnect,
    announce: (channel: string, message: string) => handler?.onMessage(channel, message),
    setLate: (isLate: boolean) => handler?.onLate?.(isLate),
  };
}

describe('invalidation', () => {
  const channel = channels.live('811');

  it('trusts no cache without the subscription', async () => {
    const calls: string[] = [];
    const cache = {
      invalidate: () => undefined,
      setConnected: (isConnected: boolean) => void calls.push(`connected ${isConnected}`),
      setAway: () => undefined,
    };
    const isThere = Promise.withResolvers<boolean>();
    const subscriptions: Subscriptions = {
      subscribe: () => ({ ready: isThere.promise, close: () => undefined }),
      close: () => undefined,
    };
    const { ready } = connectInvalidation(subscriptions, [cache]);
    expect(calls).to.deep.equal(['connected false']);
    isThere.resolve(true);
    await ready;
    expect(calls).to.deep.equal(['connected false', 'connected true']);
  });

  it('applies an update of this process once', () => {
    const { calls, invalidation, announce } = announcing();
    invalidation.invalidateNow(channel, liveMessage(7, null));
    announce(channel, '7 event');
    expect(calls).to.deep.equal([channel, 'live']);
    announce(channel, '8 bout:6411');
    invalidation.invalidateNow(channel, liveMessage(8, '6411'));
    expect(calls).to.deep.equal([channel, 'live', channel, 'live']);
  });

  it('applies updates of two events with the same version', () => {
    const { calls, invalidation, announce } = announcing();
    invalidation.invalidateNow(channel, liveMessage(7, null));
    announce(channels.live('812'), '7 event');
    announce(channel, '7 event');
    expect(calls).to.deep.equal([channel, 'live', 'live:812', 'live']);
  });

  it('says when the store is late', () => {
    const { calls, setLate } = announcing();
    for (const isLate of [true, false]) setLate(isLate);
    expect(calls).to.deep.equal(['away true', 'away false']);
  });

  it('applies an equal update after a lost connection', () => {
    const { calls, invalidation, reconnect, announce } = announcing();
    invalidation.invalidateNow(channel, liveMessage(7, null));
    calls.length = 0;
    reconnect();
    expect(calls).to.deep.equal(['connected false', 'connected true']);
    calls.length = 0;
    announce(channel, '7 event');
    expect(calls).to.deep.equal([channel, 'live']);
  });

  it('applies equal announcements of tallies and of content', () => {
    const { calls, invalidation, announce } = announcing();
    invalidation.invalidateNow(channel, liveMessage(7, null));
    calls.length = 0;
    for (let time = 0; time < 3; time++) {
      announce(channels.tally(88001), '');
      announce(channels.content, '{"generation":1,"collections":["news"]}');
    }
    const each = [channels.tally(88001), 'content:news'];
    expect(calls).to.deep.equal([...each, ...each, ...each]);
  });

  it('invalidates all collections after an unknown message', () => {
    for (const message of ['something else', '{"generation":2}', '{"generation":2,"collections":"news"}']) {
      const { calls, announce } = announcing();
      announce(channels.content, message);
      expect(calls, message).to.include.members(['content:fighters', 'content:events', 'content:news']);
    }
  });
});

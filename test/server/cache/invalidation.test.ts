import { expect } from 'chai';
import { collectionNames } from '../../../contracts/content/collections/index.ts';
import { connectInvalidation, contentTag, tagsOfMessage } from '../../../server/cache/invalidation.ts';
import { channels, liveMessage } from '../../../server/store/keys.ts';
import type { SubscriptionHandler, Subscriptions } from '../../../server/store/redis/subscriber.ts';

/** A cache that records its calls, and a way to announce changes to it. */
function announcing() {
  let handler: SubscriptionHandler | undefined;
  const subscriptions: Subscriptions = {
    subscribe(_, subscribed) {
      handler = subscribed;
      return { ready: Promise.resolve(), close: () => undefined };
    },
    close: () => undefined,
  };
  const calls: string[] = [];
  const cache = {
    invalidate: (tag: string) => void calls.push(tag),
    setConnected: (isConnected: boolean) => void calls.push(`connected ${isConnected}`),
    setUnreachable: (isUnreachable: boolean) => void calls.push(`unreachable ${isUnreachable}`),
  };
  const invalidation = connectInvalidation(subscriptions, [cache]);
  return {
    invalidation,
    /** Calls since the last time. */
    calls: () => calls.splice(0),
    subscribe: () => handler?.onSubscribe(),
    reconnect() {
      handler?.onDisconnect?.();
      handler?.onSubscribe();
    },
    announce: (channel: string, message: string) => handler?.onMessage(channel, message),
    setLate: (isLate: boolean) => handler?.onLate?.(isLate),
  };
}

describe('invalidation', () => {
  const channel = channels.live('811');

  it('trusts no cache without the subscription', () => {
    const { calls, subscribe, reconnect, setLate } = announcing();
    expect(calls()).to.deep.equal(['connected false']);
    subscribe();
    expect(calls()).to.deep.equal(['connected true']);
    reconnect();
    expect(calls()).to.deep.equal(['connected false', 'connected true']);
    for (const isLate of [true, false]) setLate(isLate);
    expect(calls()).to.deep.equal(['unreachable true', 'unreachable false']);
  });

  it('applies an update of this process at once', () => {
    const { calls, invalidation } = announcing();
    calls();
    invalidation.invalidateNow(channel, liveMessage(7, null));
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

  it('applies an announcement without collections to all of them', () => {
    for (const message of ['', '{"generation":2}', '{"generation":2,"collections":"news"}']) {
      expect(tagsOfMessage(channels.content, message), message).to.deep.equal(collectionNames.map(contentTag));
    }
  });
});

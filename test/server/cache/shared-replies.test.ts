import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import type { CachedValue } from '../../../server/cache/tagged-cache.ts';
import type { FromWorker, SharedReply } from '../../../server/processes/messages.ts';
import { ReplySharing, SharedReplies } from '../../../server/processes/shared-replies.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';

const reply = (key: string, loadedMs: number, body = '[]', isUnbounded = false): SharedReply => ({
  ...{ key, body, loadedMs, isUnbounded, type: 'application/json', headers: [] },
});

describe('the last replies of all workers', () => {
  it('are the newest of each, within their bytes', () => {
    const replies = new SharedReplies(100_000);
    replies.add(reply('a', 2, '"new"'));
    replies.add(reply('a', 1, '"old"'));
    expect(replies.find('a')?.body).to.equal('"new"');
    for (let n = 0; n < scaled(1_000); n++) replies.add(reply(`page ${n}`, n, '[]', true));
    expect(replies.find('a')?.body).to.equal('"new"');
    expect(replies.bytes).to.be.below(100_000);
    for (let n = 0; n < scaled(1_000); n++) replies.add(reply(`other ${n}`, n));
    expect(replies.find('a')).to.equal(undefined);
    expect(replies.bytes).to.be.within(90_000, 112_500);
    const last = `other ${scaled(1_000) - 1}`;
    // It is kept once, although its kind changes.
    replies.add(reply(last, 5_000, '"changed"', true));
    expect(replies.find(last)?.body).to.equal('"changed"');
    replies.remove(last);
    expect(replies.find(last)).to.equal(undefined);
  });
});

/** A worker that caches what the test says, and its messages to the primary. */
function worker() {
  const cached = new Map<string, CachedValue<Representation>>();
  const messages: FromWorker[] = [];
  const sharing = new ReplySharing({
    send: (message) => void messages.push(message),
    peek: (key) => cached.get(key),
    maxBytes: 4,
  });
  const load = (key: string, body: string) => {
    const value = new Representation(Buffer.from(body), { type: 'application/json', headers: [] });
    cached.set(key, { value, loadedMs: 1 });
    sharing.onLoad(key);
  };
  return { sharing, load, messages };
}

describe('a worker that shares its replies', () => {
  it('fetches a reply once for many readers', async () => {
    const { sharing, messages } = worker();
    const fetches = Array.from({ length: 10 }, () => sharing.fetch('a'));
    expect(messages).to.deep.equal([{ kind: 'recall', key: 'a' }]);
    sharing.recalled('a', reply('a', 7, '"body"'));
    for (const fetched of await Promise.all(fetches)) {
      expect(fetched?.value.identity.bytes.toString()).to.equal('"body"');
      expect(fetched?.loadedMs).to.equal(7);
    }
    const missing = sharing.fetch('b');
    sharing.recalled('b', undefined);
    expect(await missing).to.equal(undefined);
    expect(await sharing.fetch('b')).to.equal(undefined);
    expect(messages).to.have.length(2);
    await sleep(1_000);
    await eventually(() => {
      void sharing.fetch('b');
      return messages.length === 3;
    }, 'it asks again');
    expect(await sharing.fetch('c'), 'the primary does not answer').to.equal(undefined);
  });

  it('reports short and removed replies, unless loaded again', async () => {
    const { sharing, load, messages } = worker();
    sharing.onRemove('gone');
    sharing.onRemove('back');
    load('back', '"1"');
    load('long', '"123"');
    await eventually(() => messages.length === 1, 'the message is sent');
    const headers = { type: 'application/json', headers: [], loadedMs: 1, isUnbounded: false };
    const replies = [{ key: 'back', body: '"1"', ...headers }];
    expect(messages[0]).to.deep.equal({ kind: 'replies', replies, gone: ['gone'] });
  });
});

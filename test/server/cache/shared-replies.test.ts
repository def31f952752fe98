import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import type { CachedValue } from '../../../server/cache/tagged-cache-types.ts';
import type { FromWorker, SharedReply } from '../../../server/processes/messages.ts';
import { ReplySharing } from '../../../server/processes/reply-sharing.ts';
import { SharedReplies } from '../../../server/processes/shared-replies.ts';
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
    replies.remove(last);
    expect(replies.find(last)).to.equal(undefined);
  });

  it('are kept once, although their kind changes', () => {
    const replies = new SharedReplies(1_000_000);
    for (const [nth, isUnbounded] of [true, false, true, false].entries()) {
      replies.add(reply('a', nth, '[]', isUnbounded));
      expect(replies.count).to.equal(1);
      expect(replies.find('a')).to.deep.include({ loadedMs: nth, isUnbounded });
    }
    replies.remove('a');
    expect(replies.find('a')).to.equal(undefined);
  });
});

/** A worker that caches what the test says, and its messages to the primary. */
function worker(settings = {}) {
  const cached = new Map<string, CachedValue<Representation>>();
  const messages: FromWorker[] = [];
  const acknowledge: (() => void)[] = [];
  const sharing = new ReplySharing({
    send(message, done) {
      messages.push(message);
      acknowledge.push(done);
    },
    peek: (key) => cached.get(key),
    settings: { maxBytes: 1_000_000, pauseMs: 5, everyMs: 60_000, ...settings },
  });
  const load = (key: string, body: string, isUnbounded = false) => {
    const value = new Representation(Buffer.from(body), { type: 'application/json', headers: [] });
    cached.set(key, { value, loadedMs: 1, isUnbounded });
    sharing.onLoad(key);
  };
  const replies = () => messages.flatMap((message) => (message.kind === 'replies' ? message.replies : []));
  return { sharing, load, messages, acknowledge, replies };
}

describe('a worker that shares its replies', () => {
  it('sends no reply that is too long', async () => {
    const { load, messages, replies } = worker({ maxBytes: 4 });
    load('long', '"123"');
    load('short', '"12"');
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ key }) => key)).to.deep.equal(['short']);
  });

  it('sends what changes all the time only now and then', async () => {
    const { load, messages, acknowledge, replies } = worker();
    for (let n = 0; n < 300; n++) load(`key ${n % 3}`, `"${n}"`);
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ body }) => body)).to.deep.equal(['"297"', '"298"', '"299"']);
    acknowledge[0]?.();
    load('key 0', '"300"');
    load('key 3', '"301"');
    await eventually(() => messages.length === 2, 'the replies are sent');
    expect(
      replies()
        .slice(3)
        .map(({ body }) => body),
    ).to.deep.equal(['"301"']);
  });

  it('sends replies together until they have the bytes of a message', async () => {
    const { load, messages, replies } = worker({ pauseMs: 0, batchBytes: 5 });
    for (const key of ['a', 'b', 'c']) load(key, '"12"');
    await eventually(() => messages.length === 1, 'the replies are sent');
    expect(replies().map(({ key }) => key)).to.deep.equal(['a', 'b']);
  });

  it('keeps to its rate, and sends unbounded replies last', async () => {
    const { load, messages, acknowledge, replies } = worker({ batchBytes: 10_000, bytesPerSecond: 1_000_000 });
    const body = JSON.stringify('x'.repeat(998));
    for (let n = 0; n < scaled(1_000); n++) load(`page ${n}`, body, true);
    for (let n = 0; n < 20; n++) load(`fighter ${n}`, body);
    await eventually(() => messages.length === 1, 'the replies are sent');
    await new Promise((wait) => setTimeout(wait, 50));
    expect(messages, 'the primary has not received the first').to.have.length(1);
    for (let n = 0; n < 4; n++) {
      acknowledge[n]?.();
      await eventually(() => messages.length === n + 2, 'more replies are sent');
    }
    const keys = replies().map(({ key }) => key.split(' ')[0]);
    expect(keys.slice(0, 20)).to.deep.equal(Array(20).fill('fighter'));
    expect(keys.slice(20).every((key) => key === 'page')).to.equal(true);
    expect(replies().length).to.be.below(40);
  });

  it('fetches a reply once for many readers', async () => {
    const { sharing, messages } = worker({ recallMs: 60_000 });
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
    const silent = worker({ recallMs: 20 });
    expect(await silent.sharing.fetch('c'), 'the primary does not answer').to.equal(undefined);
  });

  it('reports replies that are gone, unless they came back', async () => {
    const { sharing, load, messages } = worker();
    sharing.onRemove('gone');
    sharing.onRemove('back');
    load('back', '"1"');
    await eventually(() => messages.length === 1, 'the message is sent');
    expect(messages[0]).to.deep.include({ kind: 'replies', gone: ['gone'] });
  });

  it('asks again a second after the primary had none', async () => {
    const { sharing, messages } = worker();
    const first = sharing.fetch('a');
    sharing.recalled('a', undefined);
    expect(await first).to.equal(undefined);
    expect(await sharing.fetch('a')).to.equal(undefined);
    expect(messages).to.have.length(1);
    await sleep(1_000);
    await eventually(async () => {
      void sharing.fetch('a');
      return messages.length === 2;
    }, 'it asks again');
  });
});

import { mock } from 'node:test';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import type { FromWorker } from '../../../server/processes/messages.ts';
import { ReplySharing } from '../../../server/processes/reply-sharing.ts';
import { SharedReplies } from '../../../server/processes/shared-replies.ts';

const type = 'application/json; charset=utf-8';
const value = new Representation(Buffer.from('{"id":7}'), { type, headers: [] });

describe('the replies that workers share', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('are no longer shared once they are gone, unless they came back', () => {
    const sent: FromWorker[] = [];
    const cached = new Map([['/came-back', { value, loadedMs: 1 }]]);
    const sharing = new ReplySharing({
      send: (message) => void sent.push(message),
      peek: (key) => cached.get(key),
      settings: { maxBytes: 1_000 },
    });
    sharing.onRemove('/gone');
    sharing.onRemove('/came-back');
    sharing.onLoad('/came-back');
    mock.timers.tick(100);
    expect(sent).to.have.length(1);
    expect(sent[0]).to.deep.include({ kind: 'replies', gone: ['/gone'] });
    expect((sent[0] as unknown as { replies: { key: string }[] }).replies.map(({ key }) => key)).to.deep.equal([
      '/came-back',
    ]);
  });

  it('are asked for again a second after the primary had none', async () => {
    const sent: FromWorker[] = [];
    const sharing = new ReplySharing({
      send: (message) => void sent.push(message),
      peek: () => undefined,
      settings: { maxBytes: 1_000 },
    });
    const first = sharing.fetch('/a');
    sharing.recalled('/a', undefined);
    expect(await first).to.equal(undefined);
    expect(await sharing.fetch('/a')).to.equal(undefined);
    mock.timers.tick(999);
    await sharing.fetch('/a');
    expect(sent, 'one request in a second').to.have.length(1);
    mock.timers.tick(1);
    const again = sharing.fetch('/a');
    expect(sent).to.deep.equal([
      { kind: 'recall', key: '/a' },
      { kind: 'recall', key: '/a' },
    ]);
    sharing.recalled('/a', { key: '/a', body: '{"id":8}', type, headers: [], loadedMs: 5, isUnbounded: false });
    expect([(await again)?.value.identity.bytes.toString(), (await again)?.loadedMs]).to.deep.equal(['{"id":8}', 5]);
  });

  it('are there once, although what they answer becomes ordinary or unbounded', () => {
    const replies = new SharedReplies(1_000_000);
    const reply = { key: '/a', body: '{"id":7}', type, headers: [], isUnbounded: true, loadedMs: 1 };
    for (const isUnbounded of [true, false, true, false]) {
      reply.loadedMs++;
      replies.add({ ...reply, isUnbounded });
      expect(replies.count).to.equal(1);
      expect(replies.find('/a')).to.deep.include({ loadedMs: reply.loadedMs, isUnbounded });
    }
    replies.remove('/a');
    expect([replies.count, replies.find('/a')]).to.deep.equal([0, undefined]);
  });
});

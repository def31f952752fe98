import { expect } from 'chai';
import type { SharedReply } from '../../../server/processes/messages.ts';
import { SharedReplies } from '../../../server/processes/shared-replies.ts';
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

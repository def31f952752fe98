import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { expect } from 'chai';
import { TransferQueue } from '../../mock/control/transfer-queue.ts';

/** A reply that is being sent. */
class Reply extends EventEmitter {
  closed = false;
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.closed = true;
    this.emit('close');
  }
}

describe('the mock: whole sessions', () => {
  const turn = () => new Promise(setImmediate);
  let replies: Reply[];
  let entered: number[];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const queue = new TransferQueue();
    entered = [];
    replies = Array.from({ length: 5 }, () => new Reply());
    for (const [index, reply] of replies.entries()) {
      queue.enter(reply as unknown as ServerResponse).then(() => entered.push(index));
    }
  });
  afterEach(() => mock.timers.reset());

  it('are sent two at a time, in the order of their requests; a client that has left takes no turn', async () => {
    await turn();
    expect(entered).to.deep.equal([0, 1]);
    replies[2]?.destroy();
    replies[1]?.destroy();
    await turn();
    expect(entered).to.deep.equal([0, 1, 2, 3]);
    replies[0]?.destroy();
    await turn();
    expect(entered).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('make others wait for ten seconds at most', async () => {
    await turn();
    mock.timers.tick(9_999);
    expect(replies.map(({ destroyed }) => destroyed)).to.deep.equal([false, false, false, false, false]);
    mock.timers.tick(1);
    await turn();
    expect(replies.map(({ destroyed }) => destroyed)).to.deep.equal([true, true, false, false, false]);
    expect(entered).to.deep.equal([0, 1, 2, 3]);
  });

  it('take no turn of a reply that has ended before it came, and disconnect none after its end', async () => {
    await turn();
    Object.assign(replies[2] as Reply, { closed: true });
    Object.assign(replies[3] as Reply, { destroyed: true });
    replies[0]?.emit('close');
    await turn();
    expect(entered).to.deep.equal([0, 1, 2, 3, 4]);
    mock.timers.tick(10_000);
    expect(replies.map(({ destroyed }) => destroyed)).to.deep.equal([false, true, false, true, true]);
  });
});

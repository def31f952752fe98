import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { RequestQueue } from '../../../server/limits/request-queue.ts';
import { VirtualClock } from '../../support/load/virtual-clock.ts';

describe('RequestQueue', () => {
  it('estimates the wait from recent durations and the oldest request', () => {
    const clock = new VirtualClock();
    const queue = new RequestQueue(clock);
    for (let nth = 0; nth < 10; nth++) queue.add({} as IncomingMessage, {} as ServerResponse);
    expect(queue.expectedWaitMs).to.equal(1);
    queue.recordDuration(32.1);
    expect(queue.expectedWaitMs).to.be.closeTo(11, 1e-9);
    clock.nowMs = 12;
    expect(queue.expectedWaitMs).to.equal(12);
    for (let nth = 0; nth < 10; nth++) expect(queue.take()?.sinceMs).to.equal(0);
    expect(queue.expectedWaitMs).to.equal(0);
  });
});

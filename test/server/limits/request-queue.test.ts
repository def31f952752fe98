import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { mock } from 'node:test';
import { expect } from 'chai';
import { RequestQueue } from '../../../server/limits/request-queue.ts';

const request = (url: string) => ({ req: { url } as IncomingMessage, res: {} as ServerResponse });

describe('the queue of an overloaded process', () => {
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 0;
    mock.method(performance, 'now', () => nowMs);
  });
  afterEach(() => mock.reset());

  it('gives requests in the order of arrival, however many', () => {
    const queue = new RequestQueue();
    const add = (index: number) => {
      const { req, res } = request(`/${index}`);
      queue.add(req, res);
    };
    const take = () => queue.take()?.req.url;
    for (let index = 0; index < 2_500; index++) add(index);
    const taken = Array.from({ length: 1_700 }, take);
    expect(queue.size).to.equal(800);
    add(2_500);
    taken.push(...Array.from({ length: 801 }, take));
    expect(taken).to.deep.equal(Array.from({ length: 2_501 }, (_, index) => `/${index}`));
    expect([queue.size, take(), queue.expectedWaitMs]).to.deep.equal([0, undefined, 0]);
  });

  it('expects a tenth of a millisecond for each, or what they took lately, or what the first has waited', () => {
    const queue = new RequestQueue();
    for (let index = 0; index < 10; index++) {
      const { req, res } = request('/');
      queue.add(req, res);
    }
    expect(queue.expectedWaitMs).to.equal(1);
    queue.recordDuration(32.1);
    expect(queue.expectedWaitMs).to.be.closeTo(11, 1e-9);
    nowMs = 12;
    expect(queue.expectedWaitMs).to.equal(12);
    expect(queue.take()?.sinceMs).to.equal(0);
  });
});

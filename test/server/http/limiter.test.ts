import { expect } from 'chai';
import fc from 'fast-check';
import { Limiter, NewClientLimiter } from '../../../server/limits/limiter.ts';

describe('Limiter', () => {
  it('admits exactly the limit at once, and returns how long to wait for the next request', () => {
    const limiter = new Limiter(10, 10_000);
    const waits = Array.from({ length: 11 }, () => limiter.take('a', 0));
    expect(waits.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 0));
    expect(waits[10]).to.equal(1);
    expect(limiter.take('a', 1_000)).to.equal(0);
  });
  it('limits each key separately, clears a key on demand, and admits all without a limit', () => {
    const limiter = new Limiter(1, 1_000);
    expect([limiter.take('a', 0), limiter.take('b', 0)]).to.deep.equal([0, 0]);
    expect(limiter.take('a', 0)).to.equal(1);
    limiter.clear('a');
    expect(limiter.take('a', 0)).to.equal(0);
    const none = new Limiter(0, 1_000);
    expect(Array.from({ length: 100 }, () => none.take('a', 0)).every((wait) => wait === 0)).to.equal(true);
  });
  it('E02: admits no more than a burst and what the limit adds in any window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }),
        (limit, gaps) => {
          const limiter = new Limiter(limit, 1_000);
          let nowMs = 0;
          const passed: number[] = [];
          for (const gap of gaps) {
            nowMs += gap;
            for (let n = 0; n < 5; n++) if (limiter.take('a', nowMs) === 0) passed.push(nowMs);
          }
          for (const start of passed) {
            const inWindow = passed.filter((at) => at >= start && at < start + 1_000).length;
            expect(inWindow).to.be.at.most(2 * limit);
          }
        },
      ),
    );
  });
});

describe('a charge after a request', () => {
  it('makes its address wait for a window at the longest, however much it was', () => {
    const limiter = new Limiter(10, 10_000);
    expect(limiter.take('a', 0)).to.equal(0);
    limiter.charge('a', 0, 4);
    expect(limiter.take('a', 0, 5), 'five are left').to.equal(0);
    limiter.charge('a', 0, 1_000_000);
    expect(limiter.take('a', 0)).to.equal(11);
    expect([limiter.take('a', 10_999), limiter.take('a', 11_000)]).to.deep.equal([0.001, 0]);
  });
});

describe('new clients', () => {
  it('are counted for each address, also those that another address has used', () => {
    const limiter = new NewClientLimiter(1);
    expect([limiter.take('a', 'one', 0), limiter.take('a', 'one', 1), limiter.take('a', 'two', 2)]).to.deep.equal([
      0, 0, 59.998,
    ]);
    expect([limiter.take('b', 'two', 3), limiter.take('b', 'one', 4)], 'of another address').to.deep.equal([0, 59.999]);
    expect(limiter.take('a', 'two', 60_000), 'in the next minute').to.equal(0);
    expect(limiter.take('a', 'one', 60_001), 'of a client that is known').to.equal(0);
  });
});

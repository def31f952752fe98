import { expect } from 'chai';
import fc from 'fast-check';
import { Limiter, NewClientLimiter, retryAfter } from '../../../server/limits/limiter.ts';

describe('Limiter', () => {
  it('admits the limit at once, then returns the wait', () => {
    // Steps of 7 and 3,000 are no whole milliseconds.
    for (const limit of [7, 10, 3_000]) {
      const limiter = new Limiter(limit, 10_000);
      for (let nth = 0; nth < limit; nth++) expect(limiter.take('a', 1_234.567), `${nth} of ${limit}`).to.equal(0);
      expect(limiter.take('a', 1_234.567)).to.be.closeTo(10 / limit, 1e-6);
      expect(limiter.take('b', 1_234.567), 'another key').to.equal(0);
      expect(limiter.take('a', 1_234.567 + 10_000 / limit)).to.equal(0);
    }
    const none = new Limiter(0, 1_000);
    for (let nth = 0; nth < 100; nth++) expect(none.take('a', 0), 'without a limit').to.equal(0);
  });

  it('E02: admits at most twice the limit in a window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), gaps, (limit, waits) => {
        const limiter = new Limiter(limit, 1_000);
        let nowMs = 0;
        const passed: number[] = [];
        for (const wait of waits) {
          nowMs += wait;
          for (let n = 0; n < 5; n++) if (limiter.take('a', nowMs) === 0) passed.push(nowMs);
        }
        for (const start of passed) {
          const inWindow = passed.filter((at) => at >= start && at < start + 1_000).length;
          expect(inWindow).to.be.at.most(2 * limit);
        }
      }),
    );
  });

  it('charges requests afterwards, for a window at most', () => {
    const limiter = new Limiter(10, 10_000);
    for (const count of [9, 0, -1]) limiter.charge('a', 0, count);
    const waits = [limiter.take('a', 0), limiter.take('a', 0), limiter.take('a', 0)];
    expect(waits, 'two are left').to.deep.equal([0, 0, 1]);
    limiter.charge('a', 0, 1_000_000);
    expect([limiter.take('a', 0), limiter.take('a', 10_999), limiter.take('a', 11_000)]).to.deep.equal([11, 0.001, 0]);
  });
});

describe('NewClientLimiter', () => {
  it('admits new ids up to the limit, known ids always', () => {
    const clients = new NewClientLimiter(3);
    const admitted = ['a', 'b', 'a', 'c', 'd', 'a'].map((id) => clients.take('one', id, 0) === 0);
    expect(admitted).to.deep.equal([true, true, true, true, false, true]);
    expect(clients.take('one', 'd', 5_000)).to.equal(15);
    for (const id of ['x', 'y', 'a']) expect(clients.take('other', id, 5_000), 'of another address').to.equal(0);
    expect(clients.take('other', 'b', 5_000), 'known to one address only').to.equal(20);
    expect(clients.take('one', 'd', 20_000), 'a third of a minute later').to.equal(0);
  });

  it('E02: admits at most twice the limit in sixty seconds', () => {
    const clients = new NewClientLimiter(3);
    const passed: number[] = [];
    for (let nowMs = 0; nowMs <= 180_000; nowMs += 100) {
      for (let n = 0; n < 4; n++) if (clients.take('one', `${nowMs} ${n}`, nowMs) === 0) passed.push(nowMs);
    }
    const counts = passed.map((start) => passed.filter((at) => at >= start && at < start + 60_000).length);
    expect(Math.max(...counts)).to.be.within(4, 6);
  });
});

describe('rate limit headers', () => {
  it('B26: have whole seconds in Retry-After', () => {
    for (const [seconds, first] of [
      [0, 1],
      [0.2, 1],
      [1, 1],
      [1.01, 2],
      [12, 12],
    ] as const) {
      const said = new Set(Array.from({ length: 100 }, () => retryAfter(seconds)['Retry-After']));
      expect([...said].sort(), String(seconds)).to.deep.equal([String(first), String(first + 1)].sort());
    }
  });
});

import { expect } from 'chai';
import type { Request } from 'express';
import fc from 'fast-check';
import { operations } from '../../../contracts/operations.ts';
import type { Representation } from '../../../server/cache/representation.ts';
import { limitRate } from '../../../server/http/middleware/rate.ts';
import { MissCharge } from '../../../server/http/miss-charge.ts';
import { Limiter, NewClientLimiter } from '../../../server/limits/limiter.ts';

describe('Limiter', () => {
  it('admits the limit at once, then returns the wait', () => {
    // Steps of 7 and 3,000 are no whole milliseconds.
    for (const limit of [7, 10, 3_000]) {
      const limiter = new Limiter(limit, 10_000);
      for (let nth = 0; nth < limit; nth++) expect(limiter.take('a', 1_234.567), `${nth} of ${limit}`).to.equal(0);
      expect(limiter.take('a', 1_234.567)).to.be.closeTo(10 / limit, 1e-6);
      expect(limiter.take('a', 1_234.567 + 10_000 / limit)).to.equal(0);
    }
  });

  it('limits each key separately, and none without a limit', () => {
    const limiter = new Limiter(1, 1_000);
    expect(['a', 'b', 'a'].map((key) => limiter.take(key, 0))).to.deep.equal([0, 0, 1]);
    limiter.clear('a');
    expect(limiter.take('a', 0)).to.equal(0);
    const none = new Limiter(0, 1_000);
    for (let nth = 0; nth < 100; nth++) expect(none.take('a', 0)).to.equal(0);
  });

  it('remembers the last 100,000 keys', () => {
    const limiter = new Limiter(1, 1_000);
    for (let key = 0; key < 100_000; key++) limiter.take(String(key), 0);
    expect(limiter.take('0', 0), 'the oldest, which is the latest used now').to.equal(1);
    expect(limiter.take('another', 0)).to.equal(0);
    expect([limiter.take('0', 0), limiter.take('2', 0), limiter.take('1', 0)]).to.deep.equal([1, 1, 0]);
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
    limiter.take('a', 0);
    for (const count of [4, 0, -4]) limiter.charge('a', 0, count);
    expect(limiter.take('a', 0, 5), 'five are left').to.equal(0);
    limiter.charge('a', 0, 1_000_000);
    expect([limiter.take('a', 0), limiter.take('a', 10_999), limiter.take('a', 11_000)]).to.deep.equal([11, 0.001, 0]);
    limiter.charge('b', 0, 10);
    expect([limiter.take('b', 0), limiter.take('b', 1_000)]).to.deep.equal([1, 0]);
  });
});

describe('NewClientLimiter', () => {
  it('admits new ids up to the limit, known ids always', () => {
    const clients = new NewClientLimiter(3);
    const admitted = ['a', 'b', 'a', 'c', 'd', 'a'].map((id) => clients.take('one', id, 0) === 0);
    expect(admitted).to.deep.equal([true, true, true, true, false, true]);
    expect(clients.take('one', 'd', 30_000)).to.equal(30);
    expect(clients.take('other', 'd', 30_000), 'of another address').to.equal(0);
    expect(clients.take('one', 'd', 59_999)).to.equal(0.001);
    expect(clients.take('one', 'd', 60_000), 'in the next minute').to.equal(0);
  });

  it('limits ids that another address has used', () => {
    const limiter = new NewClientLimiter(1);
    limiter.take('a', 'one', 0);
    expect([limiter.take('b', 'two', 3), limiter.take('b', 'one', 4)]).to.deep.equal([0, 59.999]);
  });

  it('E02: admits at most twice the limit in sixty seconds', () => {
    const clients = new NewClientLimiter(3);
    const passed: number[] = [];
    for (const nowMs of [0, ...Array.from({ length: 600 }, (_, n) => 59_900 + 100 * n)]) {
      for (let n = 0; n < 4; n++) if (clients.take('one', `${nowMs} ${n}`, nowMs) === 0) passed.push(nowMs);
      if (nowMs === 0) for (const n of [0, 1]) clients.giveBack('one', `0 ${n}`);
    }
    const counts = passed.map((start) => passed.filter((at) => at >= start && at < start + 60_000).length);
    expect(Math.max(...counts)).to.be.within(5, 6);
  });

  it('does not count clients that are given back', () => {
    const clients = new NewClientLimiter(1);
    const take = (id: string) => clients.take('one', id, 0) === 0;
    expect(take('a')).to.equal(true);
    for (let n = 0; n < 3; n++) clients.giveBack('one', 'a');
    for (const [address, id] of [
      ['one', 'unknown'],
      ['two', 'a'],
    ] as const) {
      clients.giveBack(address, id);
    }
    expect([take('b'), take('c')], 'once').to.deep.equal([true, false]);
    expect(take('b'), 'a second request').to.equal(true);
    clients.giveBack('one', 'b');
    expect([take('c'), take('b')]).to.deep.equal([false, true]);
  });

  it('admits all ids without a limit, or after the clock was set back', () => {
    const all = new NewClientLimiter(0);
    for (let n = 0; n < 50; n++) expect(all.take('one', `${n}`, 0)).to.equal(0);
    const clients = new NewClientLimiter(1);
    clients.take('one', 'a', 10_000_000);
    expect([clients.take('one', 'b', 5_000), clients.take('one', 'c', 5_000)]).to.deep.equal([0, 60]);
  });
});

describe('the cost of a request', () => {
  it('is one more for each 4 KiB of a page', () => {
    const costOf = (bytes: number, isPage: boolean, isLoaded = true) => {
      const limiter = new Limiter(100, 10_000);
      const charge = new MissCharge(limiter, { ip: 'a' } as Request);
      if (isLoaded) charge.takeLoad();
      charge.settle({ identity: { bytes: { length: bytes } } } as Representation, isPage);
      let left = 0;
      while (limiter.take('a', performance.now()) === 0) left++;
      return 100 - left;
    };
    expect([4_096, 4_097, 8_193].map((bytes) => costOf(bytes, true))).to.deep.equal([1, 2, 3]);
    expect([costOf(8_193, false), costOf(8_193, true, false)]).to.deep.equal([1, 0]);
  });

  for (const [name, method, policy] of [
    ['events', 'GET', 'reads'],
    ['events', 'HEAD', 'reads'],
    ['fight_vote_read', 'GET', 'writes'],
    ['fight_vote_cast', 'POST', 'writes'],
  ] as const) {
    it(`counts ${method} ${name} among ${policy}`, () => {
      const limiters = { reads: new Limiter(1, 1e6, 'reads'), writes: new Limiter(1, 1e6, 'writes') };
      const operation = operations.find((one) => one.name === name && (one.method === 'POST') === (method === 'POST'));
      const ask = () => operation && limitRate(limiters, { method, ip: 'a' } as Request, operation);
      ask();
      expect(ask).to.throw('too-many-requests');
      const other = policy === 'reads' ? limiters.writes : limiters.reads;
      expect(other.take('a', performance.now())).to.equal(0);
    });
  }
});

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
    const limiter = new Limiter(10, 10_000);
    const waits = Array.from({ length: 11 }, () => limiter.take('a', 0));
    expect(waits.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 0));
    expect(waits[10]).to.equal(1);
    expect(limiter.take('a', 1_000)).to.equal(0);
  });
  it('admits the limit if steps are no whole milliseconds', () => {
    for (const limit of [3, 7, 3_000]) {
      const limiter = new Limiter(limit, 10_000);
      const waits = Array.from({ length: limit }, () => limiter.take('a', 1_234.567));
      expect(
        waits.filter((wait) => wait > 0),
        `of ${limit}`,
      ).to.deep.equal([]);
      expect(limiter.take('a', 1_234.567), `after ${limit}`).to.be.above(0);
    }
  });
  it('limits each key separately', () => {
    const limiter = new Limiter(1, 1_000);
    expect([limiter.take('a', 0), limiter.take('b', 0)]).to.deep.equal([0, 0]);
    expect(limiter.take('a', 0)).to.equal(1);
    limiter.clear('a');
    expect(limiter.take('a', 0)).to.equal(0);
    const none = new Limiter(0, 1_000);
    expect(Array.from({ length: 100 }, () => none.take('a', 0)).every((wait) => wait === 0)).to.equal(true);
  });

  it('remembers the last 100,000 keys', () => {
    const limiter = new Limiter(1, 1_000);
    for (let key = 0; key < 100_000; key++) limiter.take(String(key), 0);
    expect(limiter.take('0', 0), 'the oldest, which is the latest used now').to.equal(1);
    expect(limiter.take('another', 0)).to.equal(0);
    expect([limiter.take('0', 0), limiter.take('2', 0), limiter.take('1', 0)]).to.deep.equal([1, 1, 0]);
  });
  it('E02: admits at most twice the limit in a window', () => {
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

describe('Limiter.charge', () => {
  it('makes the key wait for a window at most', () => {
    const limiter = new Limiter(10, 10_000);
    expect(limiter.take('a', 0)).to.equal(0);
    limiter.charge('a', 0, 4);
    expect(limiter.take('a', 0, 5), 'five are left').to.equal(0);
    limiter.charge('a', 0, 1_000_000);
    expect(limiter.take('a', 0)).to.equal(11);
    expect([limiter.take('a', 10_999), limiter.take('a', 11_000)]).to.deep.equal([0.001, 0]);
  });
  it('adds to other charges', () => {
    const limiter = new Limiter(10, 10_000);
    limiter.charge('a', 0, 10);
    expect([limiter.take('a', 0), limiter.take('a', 999.5), limiter.take('a', 1_000)]).to.deep.equal([1, 0.0005, 0]);
    for (const count of [4, 4, 1]) limiter.charge('b', 0, count);
    expect([limiter.take('b', 0), limiter.take('b', 0)]).to.deep.equal([0, 1]);
    const one = new Limiter(1, 10_000);
    one.charge('a', 0, 1);
    expect(one.take('a', 0)).to.equal(10);
  });
  it('ignores negative counts', () => {
    const limiter = new Limiter(10, 10_000);
    limiter.take('a', 0, 10);
    for (const count of [0, -1, -4]) limiter.charge('a', 0, count);
    expect(limiter.take('a', 0)).to.equal(1);
  });
});

describe('NewClientLimiter', () => {
  it('admits new ids up to the limit, known ids always', () => {
    const clients = new NewClientLimiter(3);
    expect(['a', 'b', 'a', 'c', 'd', 'a'].map((id) => clients.take('one', id, 0) > 0)).to.deep.equal([
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(clients.take('one', 'd', 30_000)).to.equal(30);
    expect(clients.take('other', 'd', 30_000)).to.equal(0);
    expect(clients.take('one', 'd', 60_000)).to.equal(0);
    expect(clients.take('one', 'a', 60_000)).to.equal(0);
  });
  it('E02: admits at most twice the limit in sixty seconds', () => {
    const clients = new NewClientLimiter(3);
    const passed: number[] = [];
    const moments = [0, ...Array.from({ length: 600 }, (_, n) => 59_900 + 100 * n)];
    for (const nowMs of moments) {
      for (let n = 0; n < 4; n++) if (clients.take('one', `${nowMs} ${n}`, nowMs) === 0) passed.push(nowMs);
      if (nowMs === 0) for (const n of [0, 1]) clients.giveBack('one', `0 ${n}`);
    }
    const counts = passed.map((start) => passed.filter((at) => at >= start && at < start + 60_000).length);
    expect(Math.max(...counts)).to.be.within(5, 6);
  });
  it('does not count clients that are given back', () => {
    const clients = new NewClientLimiter(2);
    const take = (id: string) => clients.take('one', id, 0) > 0;
    for (const id of ['a', 'b', 'c', 'd']) {
      expect(take(id)).to.equal(false);
      clients.giveBack('one', id);
    }
    expect([take('e'), take('e'), take('f')]).to.deep.equal([false, false, false]);
    clients.giveBack('one', 'e');
    clients.giveBack('one', 'nobody');
    clients.giveBack('two', 'f');
    expect([take('g'), take('e'), take('f')]).to.deep.equal([true, false, false]);
    // A second time it is not given back again.
    const [other] = [new NewClientLimiter(1)];
    expect(other.take('one', 'a', 0)).to.equal(0);
    for (let n = 0; n < 3; n++) other.giveBack('one', 'a');
    expect([other.take('one', 'b', 0), other.take('one', 'c', 0)]).to.deep.equal([0, 60]);
  });
  it('admits all ids without a limit', () => {
    const all = new NewClientLimiter(0);
    expect(Array.from({ length: 50 }, (_, n) => all.take('one', `${n}`, 0)).every((wait) => wait === 0)).to.equal(true);
    const clients = new NewClientLimiter(1);
    expect(clients.take('one', 'a', 10_000_000)).to.equal(0);
    expect(clients.take('one', 'b', 5_000)).to.equal(0);
  });
});

describe('the cost of a request', () => {
  /** Notes what is taken and charged. */
  function noting() {
    const noted: (string | number)[] = [];
    const limiter = {
      policy: { name: 'a', limit: 5, windowMs: 10_000 },
      take: () => noted.push('take') * 0,
      charge: (_: string, __: number, count: number) => noted.push(count),
    } as unknown as Limiter;
    return { noted, limiter };
  }

  it('is one more for each 4 KiB of a page', () => {
    const charged = (bytes: number, isPage: boolean, isLoaded = true) => {
      const { noted, limiter } = noting();
      const charge = new MissCharge(limiter, {} as Request);
      if (isLoaded) charge.takeLoad();
      charge.settle({ identity: { bytes: { length: bytes } } } as Representation, isPage);
      return noted;
    };
    expect([4_096, 4_097, 8_193].map((bytes) => charged(bytes, true))).to.deep.equal([
      ['take', 0],
      ['take', 1],
      ['take', 2],
    ]);
    expect([charged(8_193, false), charged(8_193, true, false)]).to.deep.equal([['take'], []]);
  });

  it('is a write for POSTs and private reads', () => {
    const takes = (name: string, method: string) => {
      const [reads, writes] = [noting(), noting()];
      const operation = operations.find(
        (one) => one.name === name && one.method === (method === 'POST' ? 'POST' : 'GET'),
      );
      if (!operation) throw new Error(`there is no ${name}`);
      limitRate({ reads: reads.limiter, writes: writes.limiter }, { method } as Request, operation);
      return [reads.noted.length, writes.noted.length];
    };
    expect([takes('events', 'GET'), takes('events', 'HEAD')]).to.deep.equal([
      [1, 0],
      [1, 0],
    ]);
    expect([takes('fight_vote_read', 'GET'), takes('fight_vote_cast', 'POST')]).to.deep.equal([
      [0, 1],
      [0, 1],
    ]);
  });
});

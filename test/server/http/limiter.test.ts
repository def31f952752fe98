import { expect } from 'chai';
import type { Request } from 'express';
import fc from 'fast-check';
import { operations } from '../../../contracts/operations.ts';
import type { Problem } from '../../../contracts/requests/problem.ts';
import type { Representation } from '../../../server/cache/representation.ts';
import { limitRate } from '../../../server/http/middleware/rate.ts';
import { MissCharge } from '../../../server/http/miss-charge.ts';
import { Limiter, NewClientLimiter } from '../../../server/limits/limiter.ts';

describe('Limiter', () => {
  it('admits exactly the limit at once, and returns how long to wait for the next request', () => {
    const limiter = new Limiter(10, 10_000);
    const waits = Array.from({ length: 11 }, () => limiter.take('a', 0));
    expect(waits.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 0));
    expect(waits[10]).to.equal(1);
    expect(limiter.take('a', 1_000)).to.equal(0);
  });
  it('admits the limit although its steps are no whole milliseconds', () => {
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
  it('limits each key separately, clears a key on demand, and admits all without a limit', () => {
    const limiter = new Limiter(1, 1_000);
    expect([limiter.take('a', 0), limiter.take('b', 0)]).to.deep.equal([0, 0]);
    expect(limiter.take('a', 0)).to.equal(1);
    limiter.clear('a');
    expect(limiter.take('a', 0)).to.equal(0);
    const none = new Limiter(0, 1_000);
    expect(Array.from({ length: 100 }, () => none.take('a', 0)).every((wait) => wait === 0)).to.equal(true);
  });
  it('says what it limits', () => {
    expect([new Limiter(5, 2_000).policy, new Limiter(6, 3_000, 'reads').policy]).to.deep.equal([
      { name: 'requests', limit: 5, windowMs: 2_000 },
      { name: 'reads', limit: 6, windowMs: 3_000 },
    ]);
  });
  it('remembers the last 100,000 keys', () => {
    const limiter = new Limiter(1, 1_000);
    for (let key = 0; key < 100_000; key++) limiter.take(String(key), 0);
    expect(limiter.take('0', 0), 'the oldest, which is the latest used now').to.equal(1);
    expect(limiter.take('another', 0)).to.equal(0);
    expect([limiter.take('0', 0), limiter.take('2', 0), limiter.take('1', 0)]).to.deep.equal([1, 1, 0]);
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
  it('counts from now for a key that has taken nothing, adds to other charges, and may be one', () => {
    const limiter = new Limiter(10, 10_000);
    limiter.charge('a', 0, 10);
    expect([limiter.take('a', 0), limiter.take('a', 999.5), limiter.take('a', 1_000)]).to.deep.equal([1, 0.0005, 0]);
    for (const count of [4, 4, 1]) limiter.charge('b', 0, count);
    expect([limiter.take('b', 0), limiter.take('b', 0)]).to.deep.equal([0, 1]);
    const one = new Limiter(1, 10_000);
    one.charge('a', 0, 1);
    expect(one.take('a', 0)).to.equal(10);
  });
  it('gives nothing back', () => {
    const limiter = new Limiter(10, 10_000);
    limiter.take('a', 0, 10);
    for (const count of [0, -1, -4]) limiter.charge('a', 0, count);
    expect(limiter.take('a', 0)).to.equal(1);
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

  it('stay counted when their second request is the one that stores nothing', () => {
    const limiter = new NewClientLimiter(1);
    limiter.take('a', 'one', 0);
    limiter.giveBack('a', 'one');
    expect(limiter.take('a', 'two', 1), 'the first was given back').to.equal(0);
    limiter.take('a', 'two', 2);
    limiter.giveBack('a', 'two');
    expect([limiter.take('a', 'three', 3), limiter.take('a', 'two', 4)]).to.deep.equal([59.997, 0]);
  });

  it('are without a limit all admitted, and no client is counted that was given back', () => {
    const none = new NewClientLimiter(0);
    expect(none.policy).to.deep.equal({ name: 'clients', limit: 0, windowMs: 60_000 });
    expect([none.take('a', 'one', 0), none.take('a', 'two', 0), none.take('a', 'one', 0)]).to.deep.equal([0, 0, 0]);
    const limiter = new NewClientLimiter(1);
    limiter.take('a', 'one', 0);
    limiter.giveBack('a', 'one');
    expect([limiter.take('a', 'two', 0), limiter.take('a', 'one', 0)], 'it is not known any more').to.deep.equal([
      0, 60,
    ]);
  });

  it('have their next minute as soon as the last one is over', () => {
    const limiter = new NewClientLimiter(1);
    const waits = [0, 59_999, 60_000, 60_000].map((nowMs, nth) => limiter.take('a', `client ${nth}`, nowMs));
    expect(waits).to.deep.equal([0, 0.001, 0, 60]);
  });

  it('wait for no longer than a minute, though the clock was set back', () => {
    const limiter = new NewClientLimiter(1);
    limiter.take('a', 'one', 3_600_000);
    expect([limiter.take('a', 'two', 0), limiter.take('a', 'three', 0)]).to.deep.equal([0, 60]);
  });
});

describe('what a request takes from the limits', () => {
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

  it('is one for a reply, and one more for each further 4 KiB of a page that was loaded for it', () => {
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

  it('is a write for a POST and for a private read, which could be used to guess client ids', () => {
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

  it('is nothing without a limit, and refused beyond one', () => {
    const operation = operations.find(({ id }) => id === 'v1.events');
    if (!operation) throw new Error('there is no such operation');
    const req = { method: 'GET', ip: '203.0.113.7' } as Request;
    const takes = {
      load: (limiter: Limiter) => new MissCharge(limiter, req).take(),
      read: (limiter: Limiter) => limitRate({ reads: limiter, writes: limiter }, req, operation),
    };
    for (const [what, take] of Object.entries(takes)) {
      for (const [limit, waitSeconds, taken, key] of [
        [0, 9, 0, undefined],
        [1, 0, 1, undefined],
        [5, 0, 1, undefined],
        [5, 0.4, 1, 'too-many-requests'],
      ] as const) {
        const addresses: string[] = [];
        const limiter = {
          policy: { name: 'a', limit, windowMs: 10_000 },
          take(address: string, nowMs: number) {
            addresses.push(address);
            expect(nowMs).to.be.a('number');
            return waitSeconds;
          },
        } as unknown as Limiter;
        let problem: Problem | undefined;
        try {
          take(limiter);
        } catch (error) {
          problem = error as Problem;
        }
        expect([addresses.length, problem?.key], `${what} ${limit} ${waitSeconds}`).to.deep.equal([taken, key]);
        expect(addresses.every((address) => address === '203.0.113.7')).to.equal(true);
        if (!problem) continue;
        const { 'Retry-After': seconds, ...headers } = problem.more.headers ?? {};
        expect(headers).to.deep.equal({ 'RateLimit-Policy': '"a";q=5;w=10', RateLimit: '"a";r=0;t=1' });
        expect(seconds).to.match(/^[12]$/);
      }
    }
  });
});

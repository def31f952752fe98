import { mock } from 'node:test';
import { expect } from 'chai';
import { isoSeconds } from '../../../contracts/rules/iso-seconds.ts';

describe('isoSeconds', () => {
  it('drops the fraction, and caches no text for longer than its second', () => {
    const ms = Date.parse('2031-04-05T23:38:10Z');
    expect([ms, ms + 999, ms + 1000, ms, ms - 1].map(isoSeconds)).to.deep.equal([
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:11Z',
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:09Z',
    ]);
  });

  it('writes the text of a second once, however often it is asked', () => {
    const write = mock.method(Date.prototype, 'toISOString');
    try {
      const texts = [5_000, 5_001, 5_999, 6_000, 0, 999].map(isoSeconds);
      expect([texts, write.mock.callCount()]).to.deep.equal([
        [
          ...['1970-01-01T00:00:05Z', '1970-01-01T00:00:05Z', '1970-01-01T00:00:05Z', '1970-01-01T00:00:06Z'],
          ...['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
        ],
        3,
      ]);
    } finally {
      mock.reset();
    }
  });
});

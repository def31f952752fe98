import { expect } from 'chai';
import { isoSeconds } from '../../../contracts/rules/iso-seconds.ts';

describe('isoSeconds', () => {
  it('drops the fraction', () => {
    const ms = Date.parse('2031-04-05T23:38:10Z');
    expect([ms, ms + 999, ms + 1000, ms, ms - 1].map(isoSeconds)).to.deep.equal([
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:11Z',
      '2031-04-05T23:38:10Z',
      '2031-04-05T23:38:09Z',
    ]);
  });
});

import { expect } from 'chai';
import { bearerToken } from '../../../contracts/rules/bearer.ts';

describe('bearerToken', () => {
  it('reads the token in any case of the scheme', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER   abc ']) expect(bearerToken(header)).to.equal('abc');
  });
  it('finds no token in other headers', () => {
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'Bearer a b', 'x Bearer abc']) {
      expect(bearerToken(header), header).to.equal(undefined);
    }
  });
});

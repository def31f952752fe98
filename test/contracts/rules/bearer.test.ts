import { expect } from 'chai';
import { bearerToken } from '../../../contracts/rules/bearer.ts';

describe('bearerToken', () => {
  it('reads the token, with any case of the scheme and any blanks around', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER   abc ']) expect(bearerToken(header)).to.equal('abc');
  });
  it('finds none in another scheme, in no word and in two', () => {
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'Bearer a b', 'x Bearer abc']) {
      expect(bearerToken(header), header).to.equal(undefined);
    }
  });
});

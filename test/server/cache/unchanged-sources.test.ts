import { expect } from 'chai';
import { fingerprint } from '../../../server/store/content/content-read.ts';

describe('the fingerprint of what was read', () => {
  it('differs for different records, not for generations', () => {
    const long = 'x'.repeat(5_000);
    const nothing = [[], [null], [''], ['-'], ['-', '-'], [0], ['0']];
    const all = [...nothing, ['a'], ['a', null], [null, 'a'], ['a', ''], ['a', 'b'], ['ab'], ['1:a'], ['1:a1:b']];
    all.push([long], [`${long}y`], [long, 'y']);
    const prints = all.map((found) => fingerprint([7, ...found]));
    expect(new Set(prints).size).to.equal(all.length);
    expect(all.map((found) => fingerprint([8, ...found]))).to.deep.equal(prints);
    expect(Math.max(...prints.map(({ length }) => length))).to.be.at.most(100);
  });
});

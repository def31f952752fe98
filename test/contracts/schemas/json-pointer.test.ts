import { expect } from 'chai';
import { fragmentOf, namesOf, stepOf } from '../../../contracts/schemas/validation/json-pointer.ts';

describe('JSON pointers', () => {
  it('escape any name', () => {
    for (const [name, step] of [
      ['a/b', 'a~1b'],
      ['c~d', 'c~0d'],
      ['~1', '~01'],
      ['/~/~', '~1~0~1~0'],
    ] as const) {
      expect(stepOf(name)).to.equal(step);
      expect(namesOf(`/x/${step}/0`)).to.deep.equal(['x', name, '0']);
    }
    expect([namesOf(''), namesOf('/'), namesOf('#/a')]).to.deep.equal([[], [''], ['a']]);
  });

  it('become URI fragments in percent-encoded UTF-8', () => {
    for (const [pointer, fragment] of [
      ['', '#'],
      ['/round_num', '#/round_num'],
      ['/a~1b/0', '#/a~1b/0'],
      ['/a b/#?%', '#/a%20b/%23%3F%25'],
      ['/año', '#/a%C3%B1o'],
      ['/\ud83e\udd4a', '#/%F0%9F%A5%8A'],
      ['/\ud83e', '#/%EF%BF%BD'],
    ] as const) {
      expect(fragmentOf(pointer)).to.equal(fragment);
    }
  });
});

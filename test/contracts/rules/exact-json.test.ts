import { expect } from 'chai';
import { parseExactJson } from '../../../contracts/rules/exact-json.ts';

describe('parseExactJson', () => {
  it('keeps integers that JavaScript cannot represent', () => {
    for (const text of [
      '[-9007199254740993,[123456789012345678901234567890],{"a":18446744073709551615}]',
      '{"a":{"b":[9007199254740992,0,null,true]},"\\"9007199254740993,":-18446744073709551616}',
      '{"a":1,"__proto__":9007199254740993}',
      '[[9007199254740993,[{"a":[1,9007199254740993]}]],null,"x"]',
    ]) {
      expect(JSON.stringify(parseExactJson(text))).to.equal(text);
    }
    const odd = parseExactJson('{"__proto__":9007199254740993}') as object;
    expect(Object.getPrototypeOf(odd)).to.equal(Object.prototype);
    expect(JSON.stringify(parseExactJson('[ 9007199254740993\n,\t9007199254740993 ]'))).to.equal(
      '[9007199254740993,9007199254740993]',
    );
  });

  it('otherwise behaves like JSON.parse', () => {
    const others = [
      '[9007199254740991,-9007199254740991]',
      '[1.23456789012345678901,1e0000000000000000010,1e-0000000000000000010,12345678901234567.5,12345678901234567e2]',
      '["9007199254740993",": 9007199254740993","\\\\",9007199254740991,"\\"9007199254740993","\\u00009007199254740993"]',
      `{"${'9'.repeat(20)}":"${'\\n'.repeat(20)}${'9'.repeat(20)}"}`,
    ];
    for (const text of others) expect(parseExactJson(text), text).to.deep.equal(JSON.parse(text));
    for (const text of [
      '[9007199254740993',
      '[09007199254740993]',
      '"9007199254740993',
      '-',
      '',
      '["a" 9007199254740993]',
    ]) {
      expect(() => parseExactJson(text), text).to.throw(SyntaxError);
    }
  });

  it('accepts long strings and many values', () => {
    const long = 'x'.repeat(1_000_000);
    expect(parseExactJson(`["${long}","${'\\n'.repeat(500_000)}",0.5]`)).to.deep.equal([
      long,
      '\n'.repeat(500_000),
      0.5,
    ]);
    const many = `[${'0,'.repeat(500_000)}9007199254740993]`;
    expect(JSON.stringify(parseExactJson(many))).to.equal(many);
  });
});

import { expect } from 'chai';
import { Model } from '../../contracts/kit/model.ts';
import { swiftFile } from '../../contracts/kit/swift/types.ts';

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the types of the kit', () => {
  const marked = { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] };
  const counts = { type: 'object', patternProperties: { '^[a-z]+$': { type: 'integer' } } };

  it('tell a record from a map by a member that the record always has, whichever comes first', () => {
    for (const variants of [
      ['Marked', 'Counts'],
      ['Counts', 'Marked'],
    ]) {
      const either = { anyOf: variants.map(named) };
      const { declarations } = new Model({ Marked: marked, Counts: counts, Either: either });
      expect(declarations.find(({ name }) => name === 'Either')).to.deep.equal({
        ...{ name: 'Either', description: undefined },
        ...{ is: 'either', variants: ['Marked', 'Counts'], member: 'mark' },
      });
    }
  });

  it('have words and members of Swift in quotes where they are declared, and without after a dot', () => {
    const { declarations } = new Model({
      Side: { type: 'string', enum: ['in', 'out'] },
      Place: { type: 'object', properties: { in: { type: 'string' } }, required: ['in'] },
    });
    const lines = swiftFile(declarations, 'x')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /\bin\b/.test(line));
    expect(lines).to.deep.equal([
      ...['public var `in`: String', '`in`: String', 'self.in = `in`', 'case `in` = "in"'],
      'public static let `in` = Side(rawValue: "in")',
      'public static let known: [Side] = [.in, .out]',
    ]);
  });
});

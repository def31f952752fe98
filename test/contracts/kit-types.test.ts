import { expect } from 'chai';
import { nameOf as kotlinName } from '../../contracts/kit/kotlin/types.ts';
import { Model } from '../../contracts/kit/model.ts';
import { swiftFile, nameOf as swiftName } from '../../contracts/kit/swift/types.ts';

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

  it('have a name in quotes where it is a word of the language', () => {
    const shared = `as break class continue do else false for if in is return super throw true try typealias while`;
    const words = {
      Kotlin: `${shared} fun interface null object package this typeof val var when`,
      Swift: `${shared} associatedtype case catch default defer deinit enum extension fallthrough fileprivate func guard
        import init inout internal let nil operator private protocol public repeat rethrows self static struct subscript
        switch throws var where`,
    };
    for (const [language, nameOf] of [
      ['Kotlin', kotlinName],
      ['Swift', swiftName],
    ] as const) {
      for (const word of words[language].split(/\s+/)) expect(nameOf(word), language).to.equal(`\`${word}\``);
      expect(['event_id', 'bouts'].map(nameOf)).to.deep.equal(['eventId', 'bouts']);
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

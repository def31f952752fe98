import { expect } from 'chai';
import { Model } from '../../../contracts/kit/model.ts';
import { camel, comment, distinct, pascal } from '../../../contracts/kit/names.ts';
import { swiftFile } from '../../../contracts/kit/swift.ts';

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = { type: 'object', properties: { mark: { type: 'string' } } };
const marked = { ...record, required: ['mark'] };
const counts = { type: 'object', patternProperties: { '^[a-z]+$': { type: 'integer' } } };
const either = (...variants: string[]) => ({ anyOf: variants.map(named) });

describe('Model', () => {
  it('distinguishes a record from a map by a required member', () => {
    for (const variants of [
      ['Marked', 'Counts'],
      ['Counts', 'Marked'],
    ]) {
      const { declarations } = new Model({ Marked: marked, Counts: counts, Either: either(...variants) });
      expect(declarations.find(({ name }) => name === 'Either')).to.include({ is: 'either', member: 'mark' });
    }
  });

  const refused: [schemas: Record<string, object>, message: string][] = [
    [{ Bout: { type: 'object', properties: { side: record } }, BoutSide: record }, 'duplicate type name "BoutSide"'],
    [{ Empty: { type: 'object' } }, 'unsupported schema Empty: the kit has no type for {"type":"object"}'],
    [{ Odd: { minimum: 1 } }, 'unsupported schema Odd: the kit has no type for {"minimum":1}'],
    [
      { Marked: marked, Counts: counts, Either: either('Marked', 'Counts', 'Counts') },
      'unsupported choice Either: expected two named records',
    ],
    [
      { Same: marked, Marked: marked, Either: either('Same', 'Marked') },
      'ambiguous choice Either: no required member distinguishes Same from Marked',
    ],
  ];
  for (const [schemas, message] of refused) {
    it(`throws "${message}"`, () => {
      expect(() => new Model(schemas as ConstructorParameters<typeof Model>[0]).declarations).to.throw(message);
    });
  }
});

describe('names of the kit', () => {
  const rows: [wire: string, pascalCase: string, camelCase: string][] = [
    ['fighter1_id', 'Fighter1Id', 'fighter1Id'],
    ['Misc. Ground Control Time', 'MiscGroundControlTime', 'miscGroundControlTime'],
    ['EventID', 'EventId', 'eventId'],
    ['urn:problem-type:voting-closed', 'VotingClosed', 'votingClosed'],
    ["Women's Strawweight", 'WomensStrawweight', 'womensStrawweight'],
    ['3rd_round', '3rdRound', 'value3rdRound'],
  ];
  for (const [wire, pascalCase, camelCase] of rows) {
    it(`are ${pascalCase} and ${camelCase} for "${wire}"`, () => {
      expect([pascal(wire), camel(wire)]).to.deep.equal([pascalCase, camelCase]);
    });
  }

  it('must differ', () => {
    expect(() => distinct(['event_id', 'eventId'], camel)).to.throw('two of these names become the same identifier');
  });

  it('are quoted in Swift if they are keywords', () => {
    const { declarations } = new Model({ Side: { type: 'string', enum: ['in', 'out'] } });
    const source = swiftFile({ declarations, head: 'x' });
    expect(source).to.include('public static let `in` = Side(rawValue: "in")');
    expect(source).to.include('public static let known: [Side] = [.in, .out]');
  });
});

describe('comment', () => {
  it('cannot be ended by its text', () => {
    expect(comment('Ends */ twice */\n  or not.', '  ')).to.deep.equal(['  /** Ends * / twice * / or not. */']);
    expect(comment(undefined, '  ')).to.deep.equal([]);
  });
});

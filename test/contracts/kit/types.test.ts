import { expect } from 'chai';
import type { Endpoint } from '../../../contracts/kit/endpoints.ts';
import { kotlinEndpoints } from '../../../contracts/kit/kotlin/endpoints.ts';
import { nameOf as kotlinName, kotlinOf } from '../../../contracts/kit/kotlin/types.ts';
import { Model } from '../../../contracts/kit/model.ts';
import { camel, comment, distinct, pascal } from '../../../contracts/kit/names.ts';
import { withProblemTypes } from '../../../contracts/kit/problems.ts';
import { swiftFile, nameOf as swiftName, swiftOf } from '../../../contracts/kit/swift/types.ts';
import { clientFile } from '../../../contracts/kit/typescript/client.ts';
import { endpointsFile } from '../../../contracts/kit/typescript/endpoints.ts';

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

  it('are told apart by a member that is never null', () => {
    const properties = {
      gone: { type: 'null' },
      perhaps: { type: ['string', 'null'] },
      mark: { type: 'string' },
    };
    const either = { anyOf: ['Marked', 'Counts'].map(named) };
    const { declarations } = new Model({
      Marked: { type: 'object', properties, required: ['gone', 'perhaps', 'mark'] },
      ...{ Counts: counts, Either: either },
    });
    expect(declarations.find(({ name }) => name === 'Either')).to.deep.include({ member: 'mark' });
  });

  it('of members keep integers apart by their size, and inline types by their place', () => {
    const side = { type: 'string', enum: ['red', 'blue'] };
    const properties = {
      small: { type: 'integer', maximum: 2_147_483_647 },
      large: { type: 'integer', maximum: 2_147_483_648 },
      sides: { type: 'object', patternProperties: { '^[0-9]+$': side } },
      rows: { type: 'array', items: { type: 'object', properties: {} } },
    };
    const { declarations } = new Model({ Bout: { type: 'object', properties, required: ['small'] } });
    const one = { isNullable: false, isRequired: false, description: undefined };
    expect(declarations).to.deep.equal([
      {
        ...{ name: 'Bout', description: undefined, is: 'record', isOpen: false },
        members: [
          { name: 'small', type: { is: 'integer', isLong: false }, ...one, isRequired: true },
          { name: 'large', type: { is: 'integer', isLong: true }, ...one },
          { name: 'sides', type: { is: 'map', of: { is: 'named', name: 'BoutSidesValue' } }, ...one },
          { name: 'rows', type: { is: 'list', of: { is: 'named', name: 'BoutRowsItem' } }, ...one },
        ],
      },
      { name: 'BoutRowsItem', description: undefined, is: 'record', members: [], isOpen: false },
      { name: 'BoutSidesValue', description: undefined, is: 'choice', values: ['red', 'blue'] },
    ]);
  });

  const record = { type: 'object', properties: { mark: { type: 'string' } } };
  for (const [title, schemas, message] of [
    [
      'two types of one name',
      {
        Bout: { type: 'object', properties: { side: record } },
        ...{ BoutSide: record, Corner: record },
      },
      'two types would be named BoutSide',
    ],
    [
      'an object without members',
      { Empty: { type: 'object' } },
      'Empty has no counterpart in the kit: {"type":"object"}',
    ],
    ['a schema of no type', { Odd: { minimum: 1 } }, 'Odd has no counterpart in the kit: {"minimum":1}'],
    [
      'a choice of three records',
      { Marked: marked, Counts: counts, Either: { anyOf: ['Marked', 'Counts', 'Counts'].map(named) } },
      'Either is not one of two named records',
    ],
    [
      'a choice whose second record has no name',
      { Marked: marked, Either: { anyOf: [named('Marked'), record] } },
      'Either is not one of two named records',
    ],
    [
      'a choice whose first record has no name',
      { Marked: marked, Either: { anyOf: [record, named('Marked')] } },
      'Either is not one of two named records',
    ],
    [
      'a choice of two records that nothing distinguishes',
      { Same: marked, Marked: marked, Either: { anyOf: ['Same', 'Marked'].map(named) } },
      'nothing tells Same from Marked in Either',
    ],
    [
      'a choice of two schemas that are not there',
      { Either: { anyOf: ['Same', 'Marked'].map(named) } },
      'nothing tells Same from Marked in Either',
    ],
  ] as const) {
    it(`cannot express ${title}`, () => {
      expect(() => new Model(schemas).declarations).to.throw(message);
    });
  }

  it('have the types of problems as a list of words with a type of its own', () => {
    const details = {
      type: 'object',
      properties: { type: { type: 'string', description: 'Which.' }, status: { type: 'integer' } },
      required: ['type'],
    };
    const { ProblemDetails, ProblemType, ...others } = withProblemTypes({ ProblemDetails: details, Marked: marked });
    expect(others).to.deep.equal({ Marked: marked });
    expect(ProblemDetails).to.deep.equal({
      type: 'object',
      properties: {
        type: { $ref: '#/components/schemas/ProblemType', description: 'Which.' },
        status: { type: 'integer' },
      },
      required: ['type'],
    });
    expect(ProblemType?.enum).to.include.members([
      'urn:problem-type:voting-closed',
      'urn:problem-type:fight-not-found',
    ]);
    expect(() => withProblemTypes({ Marked: marked })).to.throw('the document has no ProblemDetails');
  });

  it('have names made of the words on the wire', () => {
    for (const [wire, large, small] of [
      ['fighter1_id', 'Fighter1Id', 'fighter1Id'],
      ['Misc. Ground Control Time', 'MiscGroundControlTime', 'miscGroundControlTime'],
      ['EventID', 'EventId', 'eventId'],
      ['urn:problem-type:voting-closed', 'VotingClosed', 'votingClosed'],
      ['of urn:problem-type:voting', 'OfUrnProblemTypeVoting', 'ofUrnProblemTypeVoting'],
      ["Women's Strawweight", 'WomensStrawweight', 'womensStrawweight'],
      ['3rd_round', '3rdRound', 'value3rdRound'],
    ] as const) {
      expect([pascal(wire), camel(wire)], wire).to.deep.equal([large, small]);
    }
    expect([...distinct(['event_id', 'bouts'], camel)]).to.deep.equal([
      ['event_id', 'eventId'],
      ['bouts', 'bouts'],
    ]);
    expect(() => distinct(['event_id', 'eventId'], camel)).to.throw(
      'two of these would share a name: event_id,eventId',
    );
  });

  it('have a comment in one line that its text cannot end', () => {
    expect(comment('Ends */ twice */\n  or not.', '  ')).to.deep.equal(['  /** Ends * / twice * / or not. */']);
    expect(comment(undefined, '  ')).to.deep.equal([]);
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

  it('of Swift are its own for each type but null', () => {
    const { declarations } = new Model({
      Bout: {
        type: 'object',
        properties: {
          a: { const: 'x' },
          b: { const: 1 },
          c: { const: true, description: 'Yes.' },
          d: { type: 'number' },
          e: { type: 'object', patternProperties: { '^[a-z]+$': { type: ['number', 'string'] } } },
          f: { type: 'null' },
          g: { type: 'array', items: { type: 'boolean' } },
        },
        required: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      },
    });
    const file = swiftFile(declarations, 'x').split('\n');
    const first = file.indexOf('    public struct Bout: Codable, Hashable, Sendable {') + 1;
    expect(file.slice(first, file.indexOf('', first)).map((line) => line.trim())).to.deep.equal([
      ...['/// Always "x".', 'public var a: String', '/// Always 1.', 'public var b: Int'],
      ...['/// Always true. Yes.', 'public var c: Bool', 'public var d: Double'],
      ...['public var e: [String: NumberOrText]', 'public var g: [Bool]'],
    ]);
    expect(() => swiftOf({ is: 'nothing' })).to.throw('a member that is always null has no type in Swift');
  });

  it('have none in Kotlin for a member that is always null', () => {
    expect(() => kotlinOf({ is: 'nothing' })).to.throw(Error);
  });
});

/** No endpoint of the service is deprecated, and none has a list of words in its path. */
const belts: Endpoint = {
  ...{ id: 'v3.belts', family: 'v3', name: 'belts', route: 'belts', method: 'GET', path: '/belts/{size}' },
  ...{ summary: 'The belts.', isDeprecated: true, body: undefined },
  inPath: [{ name: 'size', type: { is: 'named', name: 'BeltSize' }, description: 'Of the holder.' }],
  inQuery: [{ name: 'made_of', type: { is: 'named', name: 'Leather' }, description: 'What it is of.' }],
  reply: { is: 'map', of: { is: 'named', name: 'Belt' } },
};

describe('a deprecated endpoint of the kit', () => {
  it('is marked for the compiler of Kotlin', () => {
    const source = kotlinEndpoints([belts], 'x');
    expect(source.slice(source.indexOf('object V3 {'), source.indexOf('/** Requests of the family v1'))).to.equal(
      `object V3 {
    /**
     * The belts.
     *
     * @param size Of the holder.
     * @param madeOf What it is of.
     */
    @Deprecated("The belts.")
    fun belts(size: BeltSize, madeOf: Leather? = null): EndpointRequest<Map<String, Belt>> =
        requestTo(Endpoints.v3Belts, mapOf("size" to size), query = mapOf("made_of" to madeOf))
}

`,
    );
  });

  it('is marked for editors of TypeScript, as a value and as a method, and each type that it names is imported', () => {
    const values = endpointsFile([belts], 'x').split('\n');
    expect(values.filter((line) => /import|The belts|v3\.belts": R/.test(line))).to.deep.equal([
      "import type { Belt } from './types.js';",
      '  /** The belts. @deprecated */',
      '  "v3.belts": Record<string, Belt>;',
    ]);
    const methods = clientFile([belts], 'x').split('\n');
    expect(methods.filter((line) => /types\.js|The belts|readonly belts/.test(line))).to.deep.equal([
      "import type { Belt, BeltSize, Leather, ProblemDetails } from './types.js';",
      '  /** The belts. `GET /belts/{size}` @deprecated */',
      '  readonly belts: Read<{ size: BeltSize; made_of?: Leather | undefined }, Record<string, Belt>>;',
    ]);
  });
});

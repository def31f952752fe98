import { type Declaration, describeMember, type Member, type Type } from '../model.ts';
import { camel, distinct, literal, quoteKeyword } from '../names.ts';

const keywords = new Set(
  `as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false
  fileprivate for func guard if import in init inout internal is let nil operator private protocol public repeat rethrows
  return self static struct subscript super switch throw throws true try typealias var where while`.split(/\s+/),
);

export const nameOf = (name: string) => quoteKeyword(camel(name), keywords);

/** A type as Swift writes it. */
export function swiftOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Double';
    case 'flag':
      return 'Bool';
    case 'literal':
      return { string: 'String', number: 'Int', boolean: 'Bool' }[typeof type.value as 'string'];
    case 'list':
      return `[${swiftOf(type.of)}]`;
    case 'map':
      return `[String: ${swiftOf(type.of)}]`;
    case 'named':
      return type.name;
    case 'scalar':
      return 'NumberOrText';
    case 'nothing':
      throw new Error('a member that is always null has no type in Swift');
  }
}

export const comment = (text: string | undefined, indent: string) =>
  text ? [`${indent}/// ${text.replace(/\s+/g, ' ')}`] : [];

function recordLines(name: string, members: readonly Member[]): string[] {
  const present = members.filter(({ type }) => type.is !== 'nothing');
  const names = distinct(
    present.map((member) => member.name),
    nameOf,
  );
  const keys = [...names].map(([wire, own]) => (wire === own ? `case ${own}` : `case ${own} = ${literal(wire)}`));
  const fields = present.map((member) => {
    const isOptional = member.isNullable || !member.isRequired;
    return {
      own: names.get(member.name) as string,
      type: `${swiftOf(member.type)}${isOptional ? '?' : ''}`,
      isOptional,
      member,
    };
  });
  return [
    `public struct ${name}: Codable, Hashable, Sendable {`,
    ...fields.flatMap(({ own, type, member }) => [
      ...comment(describeMember(member), '    '),
      `    public var ${own}: ${type}`,
    ]),
    '',
    // The initializer that Swift generates is not public.
    '    public init(',
    ...fields.map(
      ({ own, type, isOptional }, at) =>
        `        ${own}: ${type}${isOptional ? ' = nil' : ''}${at < fields.length - 1 ? ',' : ''}`,
    ),
    '    ) {',
    ...fields.map(({ own }) => `        self.${own.replaceAll('`', '')} = ${own}`),
    '    }',
    '',
    '    private enum CodingKeys: String, CodingKey {',
    ...keys.map((key) => `        ${key}`),
    '    }',
    '}',
  ];
}

/**
 * A text with names for the words known today. An `enum` would refuse a word that is added later, and with it the whole
 * reply; this type preserves it, and sends it unchanged. `RawRepresentable` reads and writes the raw value.
 */
function choiceLines(name: string, values: readonly string[]): string[] {
  const names = distinct(values, nameOf);
  return [
    `public struct ${name}: RawRepresentable, Codable, Hashable, Sendable {`,
    '    public var rawValue: String',
    '',
    '    public init(rawValue: String) {',
    '        self.rawValue = rawValue',
    '    }',
    '',
    ...[...names].map(([wire, own]) => `    public static let ${own} = ${name}(rawValue: ${literal(wire)})`),
    '',
    '    /// The words that were known when the kit was made.',
    `    public static let known: [${name}] = [${[...names.values()].map((own) => `.${own.replaceAll('`', '')}`).join(', ')}]`,
    '',
    '    /// Whether it is one of them.',
    `    public var isKnown: Bool { ${name}.known.contains(self) }`,
    '}',
  ];
}

/** Both variants are at the same place in the JSON; a member distinguishes them. */
function eitherLines(name: string, [marked, other]: readonly [string, string], member: string): string[] {
  return `public enum ${name}: Codable, Hashable, Sendable {
    case ${camel(marked)}(${marked})
    case ${camel(other)}(${other})

    private enum CodingKeys: String, CodingKey {
        case ${camel(member)} = ${literal(member)}
    }

    public init(from decoder: Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let isAbsent = try !members.contains(.${camel(member)}) || members.decodeNil(forKey: .${camel(member)})
        self = isAbsent ? .${camel(other)}(try ${other}(from: decoder)) : .${camel(marked)}(try ${marked}(from: decoder))
    }

    public func encode(to encoder: Encoder) throws {
        switch self {
        case .${camel(marked)}(let value): try value.encode(to: encoder)
        case .${camel(other)}(let value): try value.encode(to: encoder)
        }
    }
}`.split('\n');
}

const numberOrText = `/// A number or a text, whichever was sent.
public enum NumberOrText: Codable, Hashable, Sendable {
    case number(Double)
    case text(String)

    public init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}`.split('\n');

function lines(declaration: Declaration): string[] {
  const { name } = declaration;
  switch (declaration.is) {
    case 'record':
      return recordLines(name, declaration.members);
    case 'choice':
      return choiceLines(name, declaration.values);
    case 'alias':
      return [`public typealias ${name} = ${swiftOf(declaration.type)}`];
    case 'either':
      return eitherLines(name, declaration.variants, declaration.member);
  }
}

/** All types inside an enumeration without cases, so that they do not shadow `Event` or `Alert` of a framework. */
export function swiftFile(declarations: readonly Declaration[], head: string): string {
  const blocks = [
    ...declarations.map((declaration) => [...comment(declaration.description, ''), ...lines(declaration)]),
    numberOrText,
  ];
  const indented = blocks.map((block) => block.map((line) => (line ? `    ${line}` : '')).join('\n'));
  return `// ${head}\n\nimport Foundation\n\npublic enum Fightcard {\n${indented.join('\n\n')}\n}\n`;
}

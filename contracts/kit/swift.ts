import type { Declaration, Member, Type } from './model.ts';
import { camel, distinct, literal } from './names.ts';

const keywords = new Set(
  `as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false
  fileprivate for func guard if import in init inout internal is let nil operator private protocol public repeat rethrows
  return self static struct subscript super switch throw throws true try typealias var where while`.split(/\s+/),
);

const nameOf = (name: string) => {
  const made = camel(name);
  return keywords.has(made) ? `\`${made}\`` : made;
};

/** A type as Swift writes it. */
function swiftOf(type: Type): string {
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

const comment = (text: string | undefined, indent: string) =>
  text ? [`${indent}/// ${text.replace(/\s+/g, ' ')}`] : [];

const says = ({ type, description }: Member) =>
  type.is === 'literal'
    ? [`Always ${JSON.stringify(type.value)}.`, description].filter(Boolean).join(' ')
    : description;

function recordLines(name: string, members: readonly Member[]): string[] {
  const kept = members.filter(({ type }) => type.is !== 'nothing');
  const names = distinct(
    kept.map((member) => member.name),
    nameOf,
  );
  const keys = [...names].map(([wire, own]) => (wire === own ? `case ${own}` : `case ${own} = ${literal(wire)}`));
  return [
    `struct ${name}: Codable, Hashable, Sendable {`,
    ...kept.flatMap((member) => [
      ...comment(says(member), '    '),
      `    var ${names.get(member.name)}: ${swiftOf(member.type)}${member.isNullable || !member.isRequired ? '?' : ''}`,
    ]),
    '',
    '    enum CodingKeys: String, CodingKey {',
    ...keys.map((key) => `        ${key}`),
    '    }',
    '}',
  ];
}

function choiceLines(name: string, values: readonly string[]): string[] {
  const names = distinct(values, nameOf);
  return [
    `enum ${name}: String, Codable, CaseIterable, Sendable {`,
    ...[...names].map(([wire, own]) => `    case ${own} = ${literal(wire)}`),
    '}',
  ];
}

/** Both variants stand at the same place in the JSON; one member tells them apart. */
function eitherLines(name: string, [told, other]: readonly [string, string], member: string): string[] {
  return `enum ${name}: Codable, Hashable, Sendable {
    case ${camel(told)}(${told})
    case ${camel(other)}(${other})

    private enum CodingKeys: String, CodingKey {
        case ${camel(member)} = ${literal(member)}
    }

    init(from decoder: Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let isAbsent = try !members.contains(.${camel(member)}) || members.decodeNil(forKey: .${camel(member)})
        self = isAbsent ? .${camel(other)}(try ${other}(from: decoder)) : .${camel(told)}(try ${told}(from: decoder))
    }

    func encode(to encoder: Encoder) throws {
        switch self {
        case .${camel(told)}(let value): try value.encode(to: encoder)
        case .${camel(other)}(let value): try value.encode(to: encoder)
        }
    }
}`.split('\n');
}

const numberOrText = `/// A number or a text, whichever was sent.
enum NumberOrText: Codable, Hashable, Sendable {
    case number(Double)
    case text(String)

    init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: Encoder) throws {
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
      return [`typealias ${name} = ${swiftOf(declaration.type)}`];
    case 'either':
      return eitherLines(name, declaration.variants, declaration.member);
  }
}

/** All types inside one enumeration without cases, so that `Event` or `Alert` of a framework stay what they are. */
export function swiftFile(declarations: readonly Declaration[], head: string): string {
  const blocks = [
    ...declarations.map((declaration) => [...comment(declaration.description, ''), ...lines(declaration)]),
    numberOrText,
  ];
  const indented = blocks.map((block) => block.map((line) => (line ? `    ${line}` : '')).join('\n'));
  return `// ${head}\n\nimport Foundation\n\nenum Fightcard {\n${indented.join('\n\n')}\n}\n`;
}

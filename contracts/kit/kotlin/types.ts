import { type Declaration, describeMember, type Member, type Type } from '../model.ts';
import { camel, comment, distinct, literal, pascal, quoteKeyword } from '../names.ts';

const keywords = new Set(
  `as break class continue do else false for fun if in interface is null object package return super this throw true try
  typealias typeof val var when while`.split(/\s+/),
);

export const nameOf = (name: string) => quoteKeyword(camel(name), keywords);

const entryOf = (value: string) => {
  const entry = pascal(value);
  return /^[0-9]/.test(entry) ? `Value${entry}` : entry;
};

/** A type as Kotlin writes it. */
export function kotlinOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'String';
    case 'integer':
      return type.isLong ? 'Long' : 'Int';
    case 'number':
      return 'Double';
    case 'flag':
      return 'Boolean';
    case 'literal':
      return { string: 'String', number: 'Int', boolean: 'Boolean' }[typeof type.value as 'string'];
    case 'list':
      return `List<${kotlinOf(type.of)}>`;
    case 'map':
      return `Map<String, ${kotlinOf(type.of)}>`;
    case 'named':
      return type.name;
    case 'scalar':
      return 'JsonPrimitive';
    case 'nothing':
      throw new Error('a member that is always null has no type in Kotlin');
  }
}

function recordLines(name: string, members: readonly Member[], parent: string | undefined): string[] {
  const present = members.filter(({ type }) => type.is !== 'nothing');
  const names = distinct(
    present.map((member) => member.name),
    nameOf,
  );
  return [
    '@Serializable',
    `data class ${name}(`,
    ...present.flatMap((member) => {
      const own = names.get(member.name);
      const renamed = own === member.name ? '' : `@SerialName(${literal(member.name)}) `;
      const type = kotlinOf(member.type) + (member.isNullable || !member.isRequired ? '?' : '');
      return [
        ...comment(describeMember(member), '    '),
        `    ${renamed}val ${own}: ${type}${member.isRequired ? '' : ' = null'},`,
      ];
    }),
    parent ? `) : ${parent}` : ')',
  ];
}

/**
 * A text with names for the words known today. An `enum class` would refuse a word that is added later, and with it the
 * whole reply; this type preserves it, and sends it unchanged.
 */
function choiceLines(name: string, values: readonly string[]): string[] {
  const names = distinct(values, entryOf);
  return [
    '@Serializable',
    '@JvmInline',
    `value class ${name}(val value: String) {`,
    '    /** Whether it is one of the words that were known when the kit was made. */',
    '    val isKnown: Boolean get() = this in known',
    '',
    '    override fun toString(): String = value',
    '',
    '    companion object {',
    ...[...names].map(([wire, own]) => `        val ${own}: ${name} = ${name}(${literal(wire)})`),
    '',
    `        val known: List<${name}> = listOf(${[...names.values()].join(', ')})`,
    '    }',
    '}',
  ];
}

/** Both variants are at the same place in the JSON; a member distinguishes them. */
function eitherLines(name: string, [marked, other]: readonly [string, string], member: string): string[] {
  return [
    `@Serializable(with = ${name}Serializer::class)
sealed interface ${name}

object ${name}Serializer : JsonContentPolymorphicSerializer<${name}>(${name}::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<${name}> {
        val member = element.jsonObject[${literal(member)}]
        return if (member == null || member is JsonNull) ${other}.serializer() else ${marked}.serializer()
    }
}`,
  ];
}

/** All types of one package; an optional member is null by default, a nullable member that is always sent is not. */
export function kotlinFile(declarations: readonly Declaration[], head: string): string {
  const parents = new Map(
    declarations.flatMap((declaration) =>
      declaration.is === 'either' ? declaration.variants.map((variant) => [variant, declaration.name] as const) : [],
    ),
  );
  const lines = (declaration: Declaration): string[] => {
    const { name } = declaration;
    switch (declaration.is) {
      case 'record':
        return recordLines(name, declaration.members, parents.get(name));
      case 'choice':
        return choiceLines(name, declaration.values);
      case 'alias':
        return [`typealias ${name} = ${kotlinOf(declaration.type)}`];
      case 'either':
        return eitherLines(name, declaration.variants, declaration.member);
    }
  };
  const blocks = declarations.map((declaration) =>
    [...comment(declaration.description, ''), ...lines(declaration)].join('\n'),
  );
  const imports = [
    'DeserializationStrategy',
    'SerialName',
    'Serializable',
    ...['JsonContentPolymorphicSerializer', 'JsonElement', 'JsonNull', 'JsonPrimitive', 'jsonObject'].map(
      (name) => `json.${name}`,
    ),
  ].map((name) => `import kotlinx.serialization.${name}`);
  return `// ${head}\n\npackage fightcard\n\n${imports.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

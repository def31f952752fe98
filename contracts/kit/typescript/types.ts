import type { Declaration, Member, Type } from '../model.ts';
import { comment, literal } from '../names.ts';

/** A type as TypeScript writes it. */
export function typeScriptOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'flag':
      return 'boolean';
    case 'nothing':
      return 'null';
    case 'literal':
      return JSON.stringify(type.value);
    case 'list':
      return `${typeScriptOf(type.of)}[]`;
    case 'map':
      return `Record<string, ${typeScriptOf(type.of)}>`;
    case 'named':
      return type.name;
    case 'scalar':
      return 'number | string';
  }
}

/** The named types in some types, in order. */
export function namesIn(types: readonly Type[]): string[] {
  const nameIn = (type: Type): string[] => {
    if (type.is === 'named') return [type.name];
    return type.is === 'list' || type.is === 'map' ? nameIn(type.of) : [];
  };
  return [...new Set(types.flatMap(nameIn))].sort();
}

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

function memberLines({ name, type, isNullable, isRequired, description }: Member): string[] {
  const written = `${typeScriptOf(type)}${isNullable ? ' | null' : ''}`;
  return [...comment(description, '  '), `  ${keyOf(name)}${isRequired ? '' : '?'}: ${written};`];
}

function lines(declaration: Declaration): string[] {
  const { name } = declaration;
  switch (declaration.is) {
    case 'record':
      return [
        `export interface ${name} {`,
        ...declaration.members.flatMap(memberLines),
        ...(declaration.isOpen ? ['  [member: string]: unknown;'] : []),
        '}',
      ];
    case 'choice':
      // Open: words may be added. `string` alone would absorb the literals, and with them the editor's completion.
      return [`export type ${name} = ${declaration.values.map(literal).join(' | ')} | (string & {});`];
    case 'alias':
      return [`export type ${name} = ${typeScriptOf(declaration.type)};`];
    case 'either':
      return [`export type ${name} = ${declaration.variants.join(' | ')};`];
  }
}

/** The names are those of the wire, so a reply needs no conversion. */
export function typeScriptFile(declarations: readonly Declaration[], head: string): string {
  const blocks = declarations.map((declaration) =>
    [...comment(declaration.description, ''), ...lines(declaration)].join('\n'),
  );
  return `// ${head}\n\n${blocks.join('\n\n')}\n`;
}

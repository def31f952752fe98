import type { TSchema } from 'typebox';
import * as all from '../schemas/all.ts';
import { type JsonSchema, referenceTo } from './document.ts';

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string';
}

/** The named schemas in a value, the value first. Some, such as the parts of the feed, are not exported. */
function* findNamed(value: unknown): Generator<TSchema & { $id: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (isNamed(value)) yield value;
  for (const inner of Object.values(value)) yield* findNamed(inner);
}

function collect(): Record<string, TSchema> {
  const named = new Map<string, TSchema>();
  const exported = Object.values<unknown>(all).filter(isNamed);
  for (const schema of [...exported, ...exported.flatMap((schema) => [...findNamed(schema)])]) {
    const before = named.get(schema.$id);
    // Equal copies are the same schema: Type.Optional copies the outermost object.
    if (before && before !== schema && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`duplicate $id "${schema.$id}"; rename one of the two schemas`);
    }
    if (!before) named.set(schema.$id, schema);
  }
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every named schema by its `$id`: the components of the document. */
export const components = collect();

const convert = (value: unknown) => (Array.isArray(value) ? value.map(schemaOf) : schemaOf(value));

/**
 * Writes a choice between null and another schema as a list of types, which code generators read better than `anyOf`. Not
 * possible for references, constants, and several branches with keywords. Not for enumerations either: openapi-zod-client
 * generates code that does not compile.
 */
function withTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const branches = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  const others = branches.filter(({ type }) => type !== 'null');
  const hasTypes = others.every(
    (branch) => typeof branch.type === 'string' && !('const' in branch) && !('enum' in branch),
  );
  const areBare = others.every((branch) => Object.keys(branch).length === 1);
  if (others.length === branches.length || !hasTypes || !(others.length === 1 || areBare)) return schema;
  return { ...others[0], type: [...others.map(({ type }) => type), 'null'], ...rest };
}

/** The schema without its name, with references to the named schemas in it. */
function bodyOf(schema: object): JsonSchema {
  const converted = Object.entries(schema)
    .filter(([key]) => key !== '$id')
    .map(([key, inner]) => [key, convert(inner)] as const);
  return withTypes(Object.fromEntries(converted));
}

/** The schema in the document: a reference if the schema has a name. */
export function schemaOf(schema: unknown): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema as JsonSchema;
  const { $id } = schema as { $id?: string };
  return $id ? { ...referenceTo('components', 'schemas', $id) } : bodyOf(schema);
}

function* referred(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const name = key === '$ref' && typeof value === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(value)?.[1] : '';
    if (name) yield name;
    yield* referred(value);
  }
}

/** All components that parts of the document refer to, directly or through other components, by name. */
export function schemaComponents(parts: unknown): Record<string, JsonSchema> {
  const needed = new Map<string, JsonSchema>();
  const add = (part: unknown) => {
    for (const name of referred(part)) {
      if (needed.has(name)) continue;
      const schema = components[name];
      if (!schema) throw new Error(`unknown schema "${name}"; export it from contracts/schemas/`);
      const body = bodyOf(schema);
      needed.set(name, body);
      add(body);
    }
  };
  add(parts);
  return Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1)));
}

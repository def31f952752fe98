/** Every named schema by its `$id`: the components of the OpenAPI document. */
import type { TSchema } from 'typebox';
import * as all from './all.ts';

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string';
}

/** The named schemas in a value, itself first: some, such as the parts of the feed, are not exported. */
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
    // Type.Optional copies the outermost object, so equality is enough; a difference means a name given twice.
    if (before && before !== schema && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named ${schema.$id}`);
    }
    if (!before) named.set(schema.$id, schema);
  }
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const components = collect();

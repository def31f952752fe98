/** Every named schema by its `$id`: the components of the OpenAPI document. */
import type { TSchema } from 'typebox';
import * as all from './all.ts';

function isNamed(value: unknown): value is TSchema & { $id: string } {
  return typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string';
}

/** The named schemas in a value, itself first: some, as the parts of the feed, are exported by no file. */
function* named(value: unknown): Generator<TSchema & { $id: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (isNamed(value)) yield value;
  for (const inner of Object.values(value)) yield* named(inner);
}

function collect(): Record<string, TSchema> {
  const found = new Map<string, TSchema>();
  const exported = Object.values<unknown>(all).filter(isNamed);
  for (const schema of [...exported, ...exported.flatMap((schema) => [...named(schema)])]) {
    const before = found.get(schema.$id);
    // Type.Optional copies the outermost object, so equal is enough; different is a name given twice.
    if (before && before !== schema && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named ${schema.$id}`);
    }
    if (!before) found.set(schema.$id, schema);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const components = collect();

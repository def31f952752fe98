import type { JsonSchema, OpenApiDocument } from './document.ts';

/** Where the files would be if they were published: a name of RFC 2606, which leads nowhere. */
const base = 'https://fightcard.example/schemas/';

const fileOf = (name: string) => `${name}.json`;

/** References between components become references between files, relative so that they work in a folder too. */
function withFiles(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withFiles);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const name = key === '$ref' && typeof value === 'string' && /^#\/components\/schemas\/(.+)$/.exec(value)?.[1];
      return [key, name ? fileOf(name) : withFiles(value)];
    }),
  );
}

/**
 * Every schema of the document as JSON Schema 2020-12 in a separate file, for tools that cannot read OpenAPI.
 *
 * @returns schemas by the name of the file.
 */
export function schemaFiles({ components }: Pick<OpenApiDocument, 'components'>): Map<string, JsonSchema> {
  return new Map(
    Object.entries(components.schemas).map(([name, schema]) => [
      fileOf(name),
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: base + fileOf(name),
        title: name,
        ...(withFiles(schema) as JsonSchema),
      },
    ]),
  );
}

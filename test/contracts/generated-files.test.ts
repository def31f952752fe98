import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { requestFiles } from '../../contracts/openapi/request-files.ts';
import { schemaFiles } from '../../contracts/openapi/schema-files.ts';

const folder = new URL('../../contracts/generated/', import.meta.url);

/** The committed files of a folder, by path in it. */
function committed(name: string): Map<string, string> {
  const paths = readdirSync(new URL(`${name}/`, folder), { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => /\.\w+$/.test(path)).sort();
  return new Map(files.map((path) => [path, readFileSync(new URL(`${name}/${path}`, folder), 'utf8')]));
}

describe('schema files', () => {
  const files = committed('schemas');
  it('are the generated ones (npm run generate)', () => {
    const { components } = openApiDocument(interactions);
    const made = [...schemaFiles({ components })].map(([name, schema]) => [
      name,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]);
    expect(files).to.deep.equal(new Map(made.sort() as [string, string][]));
  });
});

describe('request files', () => {
  it('are the generated ones (npm run generate)', () => {
    expect(committed('http')).to.deep.equal(requestFiles(interactions));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { requestFiles } from '../../contracts/openapi/request-files.ts';
import { schemaFiles } from '../../contracts/openapi/schema-files.ts';
import { stateList } from '../../contracts/pact/state-list.ts';

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

describe('the list of provider states', () => {
  it('is the generated one (npm run generate)', () => {
    const text = readFileSync(new URL('states.json', folder), 'utf8');
    expect(JSON.parse(text)).to.deep.equal(JSON.parse(JSON.stringify(stateList())));
  });

  it('has an example for every parameter', () => {
    const lacking = stateList().states.filter(
      ({ parameters, examples }) =>
        parameters.length > 0 && !examples.some((params) => parameters.every((name) => name in params)),
    );
    expect(lacking).to.deep.equal([]);
  });
});

describe('request files', () => {
  it('are the generated ones (npm run generate)', () => {
    expect(committed('http')).to.deep.equal(requestFiles(interactions));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { requestFiles } from '../../contracts/openapi/request-files.ts';
import { schemaFiles } from '../../contracts/openapi/schema-files.ts';
import { replySchema } from '../../contracts/operations.ts';

const folder = new URL('../../contracts/generated/', import.meta.url);

/** The committed files of a folder, by path in it. */
function committed(name: string): Map<string, string> {
  const paths = readdirSync(new URL(`${name}/`, folder), { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => /\.\w+$/.test(path)).sort();
  return new Map(files.map((path) => [path, readFileSync(new URL(`${name}/${path}`, folder), 'utf8')]));
}

describe('schema files', () => {
  const files = committed('schemas');
  const base = 'https://fightcard.example/schemas/';
  /** Strict: a keyword that is unknown or without effect is an error. */
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
  for (const text of files.values()) ajv.addSchema(JSON.parse(text));

  it('are the generated ones (npm run generate)', () => {
    const { components } = openApiDocument(interactions);
    const made = [...schemaFiles({ components })].map(([name, schema]) => [
      name,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]);
    expect(files).to.deep.equal(new Map(made.sort() as [string, string][]));
  });

  it('fit the replies of the contracts', () => {
    let checked = 0;
    for (const { route, family, receiving, reply } of interactions) {
      if (reply.body === undefined) continue;
      const schema = replySchema(route, family) as { $id?: string; items?: { $id?: string } };
      const name = reply.problem ? 'ProblemDetails' : (schema.$id ?? schema.items?.$id);
      const validate = name && ajv.getSchema(`${base}${name}.json`);
      // The feed is one of two schemas, without a name of its own.
      if (!validate) continue;
      for (const value of schema.items && !reply.problem ? (reply.body as unknown[]) : [reply.body]) {
        expect(validate(value), `${receiving}: ${ajv.errorsText(validate.errors)}`).to.equal(true);
        checked++;
      }
    }
    expect(checked).to.be.above(400);
    const fighter = ajv.getSchema(`${base}Fighter.json`);
    const one = interactions.find(({ route, family }) => route === 'fighters' && family === 'v3')?.reply
      .body as object[];
    expect(fighter?.(one[0])).to.equal(true);
    expect(fighter?.({ ...one[0], age: 1 }), 'control').to.equal(false);
    expect(fighter?.({ ...one[0], weight_class: 'Tall' }), 'control: a schema of another file').to.equal(false);
  });
});

describe('request files', () => {
  it('are the generated ones (npm run generate)', () => {
    expect(committed('http')).to.deep.equal(requestFiles(interactions));
  });
});

/** `npm run generate`: generates everything that is derived from the contracts. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../common/cli/arguments.ts';
import { gather } from './generate/gather.ts';

const help = `Generates everything that is derived from the contracts:

  all.ts of each folder that lists its files: schemas, collections, world, interactions, handlers
  contracts/generated/operations.txt      the id of every operation
  contracts/generated/openapi.json        and openapi.prism.json for the stock Prism
  contracts/generated/asyncapi.json       the live streams
  contracts/generated/states.json         every provider state, with its parameters and sample ids
  contracts/generated/schemas             every schema as JSON Schema
  contracts/generated/http                every contract as a request to send from an editor
  contracts/generated/kit                 packages for TypeScript, Swift and Kotlin, and every contract as a fixture

  npm run generate

  --help  this text
`;

const folder = fileURLToPath(new URL('../contracts/generated/', import.meta.url));

function write(name: string, text: string): void {
  writeFileSync(folder + name, text);
  console.log(`contracts/generated/${name}: ${Math.ceil(text.length / 1024)} KiB`);
}

/** Writes a folder again, so that no file of before remains. */
function writeFolder(name: string, files: Iterable<readonly [path: string, text: string]>): void {
  rmSync(folder + name, { recursive: true, force: true });
  let [count, bytes] = [0, 0];
  for (const [path, text] of files) {
    const file = `${folder}${name}/${path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    count += 1;
    bytes += Buffer.byteLength(text);
  }
  console.log(`contracts/generated/${name}: ${count} files, ${Math.ceil(bytes / 1024)} KiB`);
}

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

await runCommand({ name: 'npm run generate', help, options: {} }, async () => {
  // First, since the contracts import what it writes.
  gather();
  const { interactions } = await import('../contracts/interactions/index.ts');
  const { openApiDocument } = await import('../contracts/openapi/build.ts');
  const { asyncApiDocument } = await import('../contracts/openapi/asyncapi.ts');
  const { requestFiles } = await import('../contracts/openapi/request-files.ts');
  const { stateList } = await import('../contracts/pact/state-list.ts');
  const { schemaFiles } = await import('../contracts/openapi/schema-files.ts');
  const { stockDocument } = await import('../contracts/openapi/stock.ts');
  const { operations } = await import('../contracts/operations.ts');
  const { kitFiles } = await import('../contracts/kit/build.ts');
  const { bundleClient } = await import('./generate/bundle-client.ts');
  const document = openApiDocument(interactions);
  write('operations.txt', operations.map(({ id }) => `${id}\n`).join(''));
  write('openapi.json', json(document));
  write('openapi.prism.json', json(stockDocument(document)));
  write('asyncapi.json', json(asyncApiDocument(interactions)));
  write('states.json', json(stateList()));
  writeFolder(
    'schemas',
    [...schemaFiles(document)].map(([name, schema]) => [name, json(schema)] as const),
  );
  writeFolder('http', requestFiles(interactions));
  writeFolder('kit', kitFiles(document, interactions, bundleClient));
});

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

await runCommand({ name: 'npm run generate', help, options: {} }, async () => {
  // First, since the contracts import what it writes.
  gather();
  const { generatedFiles } = await import('./generate/files.ts');
  const files = [...generatedFiles()];
  for (const [name = '', own] of Map.groupBy(files, ([path]) => path.split('/')[0])) {
    // So that no file of before remains.
    rmSync(folder + name, { recursive: true, force: true });
    for (const [path, text] of own) {
      mkdirSync(dirname(folder + path), { recursive: true });
      writeFileSync(folder + path, text);
    }
    const bytes = own.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
    const count = own.length > 1 ? `${own.length} files, ` : '';
    console.log(`contracts/generated/${name}: ${count}${Math.ceil(bytes / 1024)} KiB`);
  }
});

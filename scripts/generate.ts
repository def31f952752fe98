/** `npm run generate`: the OpenAPI documents, from the contracts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { runCommand } from '../contracts/command-line/arguments.ts';
import { interactions } from '../contracts/interactions/index.ts';
import { openApiDocument } from '../contracts/openapi/build.ts';
import { stockDocument } from '../contracts/openapi/stock.ts';

const help = `Makes contracts/generated/openapi.json, and openapi.prism.json for the stock Prism, from the contracts.

  npm run generate

  --help  this text
`;

const folder = new URL('../contracts/generated/', import.meta.url);

function write(name: string, document: object): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  writeFileSync(new URL(name, folder), text);
  console.log(`contracts/generated/${name}: ${Math.ceil(text.length / 1024)} KiB`);
}

await runCommand({ name: 'npm run generate', help, options: {} }, () => {
  mkdirSync(folder, { recursive: true });
  const document = openApiDocument(interactions);
  write('openapi.json', document);
  write('openapi.prism.json', stockDocument(document));
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { interactions } from '../contracts/interactions/index.ts';
import { stockDocument } from '../contracts/openapi/stock.ts';
import { openApiDocument } from '../contracts/openapi.ts';

const folder = new URL('../contracts/generated/', import.meta.url);

function write(name: string, document: object): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  writeFileSync(new URL(name, folder), text);
  console.log(`contracts/generated/${name}: ${Math.ceil(text.length / 1024)} KiB`);
}

mkdirSync(folder, { recursive: true });
const document = openApiDocument(interactions);
write('openapi.json', document);
write('openapi.prism.json', stockDocument(document));

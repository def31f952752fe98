/** `npm run kit`: types in three languages and every contract as a fixture, for mobile teams. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interactions } from '../contracts/interactions/index.ts';
import { kitFiles } from '../contracts/kit.ts';
import { openApiDocument } from '../contracts/openapi.ts';

const folder = fileURLToPath(new URL('../contracts/generated/kit/', import.meta.url));

// Made first: when a schema cannot be said in a language, the old kit stays.
const files = kitFiles(openApiDocument(interactions), interactions);
rmSync(folder, { recursive: true, force: true });
let bytes = 0;
for (const [path, text] of files) {
  const file = folder + path;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  bytes += Buffer.byteLength(text);
}
console.log(`contracts/generated/kit: ${files.size} files, ${Math.ceil(bytes / 1024)} KiB`);

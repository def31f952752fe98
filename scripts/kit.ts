/** `npm run kit`: types in three languages and every contract as a fixture, for mobile teams. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../contracts/command-line/arguments.ts';
import { interactions } from '../contracts/interactions/index.ts';
import { kitFiles } from '../contracts/kit/build.ts';
import { openApiDocument } from '../contracts/openapi/build.ts';

const help = `Makes contracts/generated/kit: types for TypeScript, Swift and Kotlin, and every contract as a fixture.

  npm run kit

  --help  this text
`;

const folder = fileURLToPath(new URL('../contracts/generated/kit/', import.meta.url));

await runCommand({ name: 'npm run kit', help, options: {} }, () => {
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
});

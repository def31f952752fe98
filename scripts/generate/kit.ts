import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Interaction } from '../../contracts/interactions/interaction.ts';
import { kitFiles } from '../../contracts/kit/build.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';

const folder = fileURLToPath(new URL('../../contracts/generated/kit/', import.meta.url));

/** @returns a line that reports what was written. */
export function writeKit(document: OpenApiDocument, interactions: readonly Interaction[]): string {
  // First, so that the old kit stays when a language cannot express a schema.
  const files = kitFiles(document, interactions);
  rmSync(folder, { recursive: true, force: true });
  let bytes = 0;
  for (const [path, text] of files) {
    const file = folder + path;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    bytes += Buffer.byteLength(text);
  }
  return `contracts/generated/kit: ${files.size} files, ${Math.ceil(bytes / 1024)} KiB`;
}

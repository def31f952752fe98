import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes a folder of `contracts/generated/` again, so that no file of before remains.
 *
 * @param files texts by path in the folder.
 * @returns a line that reports what was written.
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): string {
  const path = fileURLToPath(new URL(`../../contracts/generated/${folder}/`, import.meta.url));
  rmSync(path, { recursive: true, force: true });
  let bytes = 0;
  for (const [name, text] of files) {
    mkdirSync(dirname(path + name), { recursive: true });
    writeFileSync(path + name, text);
    bytes += Buffer.byteLength(text);
  }
  return `contracts/generated/${folder}: ${files.size} files, ${Math.ceil(bytes / 1024)} KiB`;
}

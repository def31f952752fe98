import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface OtherVersion {
  folder: string;
  /** Replaces a text that its file has once. @throws {Error} when it has not. */
  change(file: string, text: string, by: string): void;
  setSchema(version: number, min: number): void;
  remove(): void;
}

/** Half of the files, which no server reads. */
const unused = ['kit', 'pacts', 'schemas', 'http'].map((name) => join('contracts/generated', name));

export function copyServer(): OtherVersion {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-version-'));
  const isUnused = (path: string) => unused.some((part) => path.endsWith(part));
  for (const name of ['common', 'contracts', 'server', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isUnused(path) });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const change = (file: string, text: string, by: string) => {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(text);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`);
    writeFileSync(path, parts.join(by));
  };
  return {
    folder,
    change,
    setSchema: (version, min) =>
      change('server/store/schema/open-store.ts', 'version: 1, min: 1', `version: ${version}, min: ${min}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

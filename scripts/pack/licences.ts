import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  name: string;
  version: string;
  license?: string;
  /** As some old packages write it. */
  licenses?: { type: string }[];
}

/** The folders of packages that some files belong to, in the order of their paths. */
export const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))].sort();

/**
 * The licences of packages, which must be distributed with them.
 *
 * @param folders of the packages, from `root`.
 */
export function writeLicences(root: string, folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const path = join(root, folder);
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package;
    const licence = about.license ?? about.licenses?.[0]?.type ?? 'no licence named';
    const files = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
    const texts = files.map((file) => join(path, file)).filter((file) => existsSync(file));
    return [
      `${about.name} ${about.version} (${licence})`,
      ...texts.map((file) => readFileSync(file, 'utf8').trim()),
    ].join('\n\n');
  });
  return `The packed mock contains these packages:\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

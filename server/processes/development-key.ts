import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { digestOf, type FeedKey } from '../config.ts';
import { createPrivateFile, toFolderError } from '../embedded/folder.ts';

export const developmentKeyFile = (dataDir: string) => join(dataDir, 'feed-key');

export const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

export async function readDevelopmentKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(developmentKeyFile(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** The generated key of the server at an address; undefined without one, or on another machine. */
export const findDevelopmentKey = async (url: URL) =>
  isThisMachine(url) ? readDevelopmentKey(process.env.DATA_DIR?.trim() || '.data') : undefined;

/** @returns the new key, or that of another server that starts at the same time. @throws {BadDataFolder} */
async function createKey(dataDir: string, file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  try {
    await makeFolder(dataDir, 0o700);
    if (await createPrivateFile(file, `${key}\n`)) return key;
    const other = await readDevelopmentKey(dataDir);
    if (other) return other;
    // The file has no key.
    await writeFile(file, `${key}\n`);
    return key;
  } catch (error) {
    throw toFolderError(error, dataDir);
  }
}

/**
 * Reads the feed key of a development server, or generates it at the first start; only its owner can read the file.
 *
 * @throws {BadDataFolder}
 */
export async function openDevelopmentKey(dataDir: string): Promise<{ key: string; file: string; feedKey: FeedKey }> {
  const file = developmentKeyFile(dataDir);
  const key = (await readDevelopmentKey(dataDir)) ?? (await createKey(dataDir, file));
  return { key, file, feedKey: { name: 'development', digest: digestOf(key) } };
}

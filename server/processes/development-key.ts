import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { digestOf, type FeedKey } from '../config.ts';
import { toFolderError } from '../embedded/folder.ts';

export const developmentKeyFile = (dataDir: string) => join(dataDir, 'feed-key');

export const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** The key that a server generated; undefined if there is none. */
export async function readDevelopmentKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(developmentKeyFile(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** The generated key of the server at an address; undefined if it runs on another machine or generated none. */
export const findDevelopmentKey = async (url: URL) =>
  isThisMachine(url) ? readDevelopmentKey(process.env.DATA_DIR?.trim() || '.data') : undefined;

/** @returns the new key, or that of another server that starts at the same time. @throws {BadDataFolder} */
async function createKey(dataDir: string, file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  // Linked once it is complete, so that no process reads a file without a key.
  const own = `${file}.${randomUUID()}`;
  try {
    await makeFolder(dataDir, 0o700);
    await writeFile(own, `${key}\n`, { mode: 0o600 });
    await link(own, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toFolderError(error, dataDir);
    const other = await readDevelopmentKey(dataDir);
    if (other) return other;
    // The file has no key.
    await writeFile(file, `${key}\n`).catch((reason: unknown) => {
      throw toFolderError(reason, dataDir);
    });
    return key;
  } finally {
    await rm(own).catch(() => undefined);
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

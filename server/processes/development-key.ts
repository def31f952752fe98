import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../contracts/command-line/make-folder.ts';
import { digestOf, type FeedKey } from '../config.ts';
import { toFolderError } from '../store/redis/embedded/folder.ts';

/** File of the generated key, for the server and for commands that post to it. */
export const developmentKeyFile = (dataDir: string) => join(dataDir, 'feed-key');

export const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** The key that a server on this machine generated, if any. */
export async function readDevelopmentKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(developmentKeyFile(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** The generated key of the server at an address; undefined when it runs on another machine, or has generated none. */
export const findDevelopmentKey = async (url: URL) =>
  isThisMachine(url) ? readDevelopmentKey(process.env.DATA_DIR ?? '.data') : undefined;

/**
 * Reads the feed key of a development server, or generates it at the first start; only its owner can read the file.
 *
 * @throws {BadDataFolder}
 */
export async function openDevelopmentKey(dataDir: string): Promise<{ key: string; file: string; feedKey: FeedKey }> {
  const file = developmentKeyFile(dataDir);
  let key = await readDevelopmentKey(dataDir);
  if (!key) {
    key = randomBytes(32).toString('base64url');
    try {
      await makeFolder(dataDir, 0o700);
      await writeFile(file, `${key}\n`, { mode: 0o600 });
    } catch (error) {
      throw toFolderError(error, dataDir);
    }
  }
  return { key, file, feedKey: { name: 'development', digest: digestOf(key) } };
}

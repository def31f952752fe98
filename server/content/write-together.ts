import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import { BadPath, describeFileError } from './reading/bad-path.ts';

/**
 * Writes the `.ndjson` files of collections into a folder, which is made when it is not there. They appear together at the
 * end, or not at all: half of one would be read as content.
 *
 * @param write the file of a collection, at a path that is not yet its own.
 * @param options.before called when the folder is there.
 * @param options.after called when all are written, before they appear.
 * @throws {BadPath} when the folder cannot be written.
 */
export async function writeTogether(
  folder: string,
  names: readonly CollectionName[],
  write: (path: string, name: CollectionName) => Promise<void>,
  options: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
): Promise<void> {
  const partial = (name: CollectionName) => join(folder, `.${name}.ndjson.partial`);
  try {
    await makeFolder(folder);
    await options.before?.();
    for (const name of names) await write(partial(name), name);
    await options.after?.();
    for (const name of names) await rename(partial(name), join(folder, `${name}.ndjson`));
  } catch (error) {
    for (const name of names) await rm(partial(name)).catch(() => undefined);
    if (error instanceof BadPath || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadPath(`${folder}: cannot be written, ${describeFileError(error)}`);
  }
}

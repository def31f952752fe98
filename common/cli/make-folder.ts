import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Not by `mkdir` with `recursive`, which never returns below a folder such as /proc.
 *
 * @param mode of each folder that is created.
 */
export async function makeFolder(path: string, mode = 0o777, hasParent = false): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // For an existing folder, the error may be EROFS or EACCES: the root of a read-only file system.
    if (code !== 'ENOENT' && (await isFolder(path))) return;
    if (code !== 'ENOENT' || hasParent) throw error;
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode, true);
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

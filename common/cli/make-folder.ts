import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it. Node's own way never ends where a folder takes no other, as in /proc.
 *
 * @param mode of each that is created.
 */
export async function makeFolder(path: string, mode = 0o777, hasParent = false): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What exists already may also refuse to be made, as the root of a file system that is read only.
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

/** A file or folder that cannot be taken as content; the message starts with its path. */
export class BadPath extends Error {
  override name = 'BadPath';
}

/** Why a file cannot be read or written, in words. */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? message;
}

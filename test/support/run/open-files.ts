import { readdirSync, readlinkSync } from 'node:fs';

export function openFilesBelow(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  const links = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // That of the list itself.
      return '';
    }
  });
  return links.filter((path) => path.startsWith(folder));
}

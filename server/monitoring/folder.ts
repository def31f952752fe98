import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where process ids mean the same: containers may share the folder and not their processes. 0 where there is no /proc. */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

const prefix = 'fightcard-metrics-';
const abandonedMs = 3_600_000;

/** Whether the server that made a folder has ended, as its name tells; undefined where the name tells nothing here. */
function hasEnded(name: string): boolean | undefined {
  const [, namespace, pid] = /^fightcard-metrics-([1-9]\d*)-([1-9]\d*)-/.exec(name) ?? [];
  return namespace === processNamespace() ? !existsSync(`/proc/${pid}`) : undefined;
}

/** A living process writes to its file at every beat. */
function isSilent(folder: string): boolean {
  const written = readdirSync(folder).map((file) => statSync(join(folder, file)).mtimeMs);
  return Date.now() - Math.max(statSync(folder).mtimeMs, ...written) >= abandonedMs;
}

/** Removes the folders of servers that were killed; those of other containers an hour later. */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      // Another process may have the id of one that has ended.
      if (hasEnded(name) || isSilent(folder)) rmSync(folder, { recursive: true });
    } catch {
      // It belongs to another user, or is removed right now.
    }
  }
}

/** In memory where there is such a folder: a write takes a quarter less. */
const parents = () => ['/dev/shm', tmpdir()];

/** What the processes of a large machine write. */
const neededBytes = 262_144;

/** @returns undefined where no folder can be written, as in a container whose file system is read-only, or all are full. */
export function createFolder(among = parents()): string | undefined {
  for (const parent of among) {
    let folder: string | undefined;
    try {
      removeAbandoned(parent);
      folder = mkdtempSync(join(parent, `${prefix}${processNamespace()}-${process.pid}-`));
      const room = join(folder, 'room');
      writeFileSync(room, Buffer.alloc(neededBytes));
      rmSync(room);
      return folder;
    } catch {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    }
  }
  return undefined;
}

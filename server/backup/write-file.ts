import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreRefused } from '../store/schema/open-store.ts';
import type { End, Header, Part } from './format.ts';
import { encodeLine } from './format.ts';
import type { PartSink } from './reader.ts';

/** Lines are written once there are as many bytes of them. */
const bufferBytes = 1_048_576;

interface Mark {
  bytes: number;
  parts: number;
  hash: Hash;
}

/** Makes the entry of a renamed file durable. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a backup to a temporary file beside its place; `finish` puts it there, whole and on disk. */
export class BackupFile implements PartSink {
  readonly #path: string;
  readonly #file: FileHandle;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #written: Mark = { bytes: 0, parts: 0, hash: createHash('sha256') };

  readonly #onWrite: (bytes: number) => void;

  private constructor(path: string, file: FileHandle, onWrite: (bytes: number) => void) {
    this.#path = path;
    this.#file = file;
    this.#onWrite = onWrite;
  }

  /**
   * Only its owner may read it: with a client id one can vote.
   *
   * @param onWrite called after each part with the bytes so far.
   */
  static async open(path: string, header: Header, onWrite: (bytes: number) => void): Promise<BackupFile> {
    // A file of its own: a killed backup has left one, or another that runs writes to it still.
    await rm(`${path}.partial`, { force: true });
    const file = new BackupFile(path, await open(`${path}.partial`, 'wx', 0o600), onWrite);
    await file.#add(header);
    return file;
  }

  get parts(): number {
    return this.#written.parts;
  }

  get bytes(): number {
    return this.#written.bytes + this.#waitingBytes;
  }

  async write(part: Part): Promise<void> {
    await this.#add(part);
    this.#written.parts++;
    this.#onWrite(this.bytes);
  }

  async mark(): Promise<Mark> {
    await this.#flush();
    return { ...this.#written, hash: this.#written.hash.copy() };
  }

  async rewind(mark: Mark): Promise<void> {
    await this.#flush();
    await this.#file.truncate(mark.bytes);
    this.#written = { ...mark, hash: mark.hash.copy() };
  }

  async finish(): Promise<void> {
    await this.#flush();
    const end: End = { parts: this.#written.parts, sha256: this.#written.hash.copy().digest('hex') };
    await this.#add(end);
    await this.#flush();
    await this.#file.sync();
    if (!(await this.#isInPlace())) {
      throw new StoreRefused(`Another backup to ${this.#path} has begun: let one of them end, or name another file.`);
    }
    await rename(`${this.#path}.partial`, this.#path);
    await this.#file.close();
    await syncFolder(this.#path);
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    const isInPlace = await this.#isInPlace();
    await this.#file.close().catch(() => undefined);
    if (isInPlace) await rm(`${this.#path}.partial`, { force: true });
  }

  /** Whether the temporary file is this one, and not that of a backup that began later. */
  async #isInPlace(): Promise<boolean> {
    const identity = { bigint: true } as const;
    const [own, there] = await Promise.allSettled([this.#file.stat(identity), stat(`${this.#path}.partial`, identity)]);
    if (own.status === 'rejected' || there.status === 'rejected') return false;
    return own.value.ino === there.value.ino && own.value.dev === there.value.dev;
  }

  async #add(content: Header | Part | End): Promise<void> {
    const line = encodeLine(content);
    this.#waiting.push(line);
    this.#waitingBytes += Buffer.byteLength(line);
    if (this.#waitingBytes >= bufferBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting.join(''));
    [this.#waiting, this.#waitingBytes] = [[], 0];
    for (let at = 0; at < bytes.length; ) {
      // At a place of its own: after a rewind the file is shorter than what was written.
      at += (await this.#file.write(bytes, at, bytes.length - at, this.#written.bytes + at)).bytesWritten;
    }
    this.#written.hash.update(bytes);
    this.#written.bytes += bytes.length;
  }
}

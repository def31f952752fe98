import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DataFolder } from './folder.ts';

/** Acknowledged data is missing; the message says what to do. */
export class DataLost extends Error {
  override name = 'DataLost';
}

/** A file of the append-only log. */
interface LogFile {
  file: string;
  seq: number;
}

interface Marked extends LogFile {
  /** How much of it was on disk, and the CRC-32 of that. */
  bytes: number;
  crc: number;
}

/** What was certainly on disk at some moment, as stored in `.data/redis-mark.json`. */
interface Mark {
  /** Number of the base file; 0 when there is none. */
  baseSeq: number;
  /** The file with everything before the last rewrite; never changed. Older servers neither write nor read this member. */
  base?: Marked | undefined;
  /** The files to which commands are appended. */
  files: Marked[];
}

interface Manifest {
  base: LogFile | undefined;
  files: LogFile[];
}

const chunkBytes = 1_048_576;

/** @returns undefined without a manifest; 'damaged' when Redis could not read it. */
async function readManifest({ manifest }: DataFolder): Promise<Manifest | 'damaged' | undefined> {
  const text = await readFile(manifest, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const entries = [...text.matchAll(/^file (\S+) seq (\d+) type ([bhi])\b/gm)];
  if (entries.length === 0) return 'damaged';
  const of = (kind: string) =>
    entries.flatMap(([, file = '', seq, type]) => (type === kind ? [{ file, seq: Number(seq) }] : []));
  return { base: of('b')[0], files: of('i') };
}

/** Continues a known CRC-32 of a file up to an end. */
async function crcUntil(handle: FileHandle, known: Pick<Marked, 'bytes' | 'crc'>, end: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - known.bytes));
  let { bytes, crc } = known;
  while (bytes < end) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - bytes), bytes);
    if (bytesRead === 0) break;
    crc = crc32(chunk.subarray(0, bytesRead), crc);
    bytes += bytesRead;
  }
  return crc;
}

/**
 * Records, beside the data of the embedded Redis, how much of its append-only log was on disk, with a checksum: Redis
 * starts silently when the log is gone, truncated, or has a changed value. The log only grows, except for a rewrite, which
 * begins files with higher numbers.
 */
export class AofMark {
  readonly #folder: DataFolder;
  readonly #file: string;

  constructor(folder: DataFolder) {
    this.#folder = folder;
    this.#file = join(folder.path, 'redis-mark.json');
  }

  /** Accepts the present data as complete. */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Compares the log of a stopped Redis with the mark. @throws {DataLost} */
  async check(): Promise<void> {
    const mark = await this.#read();
    if (!mark) return;
    const manifest = await readManifest(this.#folder);
    // Redis reports the error itself.
    if (manifest === 'damaged') return;
    if (!manifest) throw this.#lost('its append-only log is gone');
    const baseSeq = manifest.base?.seq ?? 0;
    if (baseSeq < mark.baseSeq) throw this.#lost('its append-only log is an older one');
    // A rewrite makes a new base.
    if (mark.base && baseSeq === mark.baseSeq) await this.#compare(mark.base);
    for (const marked of mark.files) {
      const isListed = manifest.files.some(({ file }) => file === marked.file);
      if (!isListed) {
        // Rewritten: the new base contains its data.
        const isRewritten = baseSeq > mark.baseSeq && manifest.files.every(({ seq }) => seq > marked.seq);
        if (isRewritten) continue;
        throw this.#lost(`${marked.file} is not in its append-only log any more`);
      }
      await this.#compare(marked);
    }
  }

  async #compare({ file, bytes, crc }: Marked): Promise<void> {
    const handle = await open(join(dirname(this.#folder.manifest), file)).catch(() => undefined);
    if (!handle) throw this.#lost(`${file} is gone`);
    try {
      const { size } = await handle.stat();
      if (size < bytes) throw this.#lost(`${file} has ${size} bytes and had ${bytes}`);
      if ((await crcUntil(handle, { bytes: 0, crc: 0 }, bytes)) !== crc) {
        throw this.#lost(`the first ${bytes} bytes of ${file} are not those that were written`);
      }
    } finally {
      await handle.close();
    }
  }

  /**
   * Marks what is on disk now.
   *
   * @param answers pings Redis: it writes and syncs what it accepted before it replies, so sizes seen before the reply are
   *   of complete, synced writes. After Redis ended, the log may end in a partial write, which the next one truncates.
   * @throws {DataLost} when the log of a running Redis was removed or cut.
   */
  async take(answers: () => Promise<unknown>): Promise<void> {
    const mark = await this.#read();
    const manifest = await readManifest(this.#folder);
    if (!manifest || manifest === 'damaged') {
      if (mark) throw this.#lost('its append-only log was removed while it runs');
      return;
    }
    const handles: FileHandle[] = [];
    try {
      const seen: (Omit<Marked, 'crc'> & { handle: FileHandle })[] = [];
      const { base } = manifest;
      for (const { file, seq } of [...(base ? [base] : []), ...manifest.files]) {
        const handle = await open(join(dirname(this.#folder.manifest), file));
        handles.push(handle);
        seen.push({ file, seq, bytes: (await handle.stat()).size, handle });
      }
      await answers();
      const marked: Marked[] = [];
      for (const { file, seq, bytes, handle } of seen) {
        const known = [mark?.base, ...(mark?.files ?? [])].find((one) => one?.file === file) ?? { bytes: 0, crc: 0 };
        if (bytes < known.bytes) throw this.#lost(`${file} was cut while it runs`);
        marked.push({ file, seq, bytes, crc: await crcUntil(handle, known, bytes) });
      }
      const next: Mark = base
        ? { baseSeq: base.seq, base: marked[0], files: marked.slice(1) }
        : { baseSeq: 0, files: marked };
      if (JSON.stringify(next) !== JSON.stringify(mark)) await this.#write(next);
    } finally {
      for (const handle of handles) await handle.close();
    }
  }

  async #read(): Promise<Mark | undefined> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as Mark;
    } catch {
      return undefined;
    }
  }

  async #write(mark: Mark): Promise<void> {
    const next = `${this.#file}.${randomUUID()}`;
    try {
      const handle = await open(next, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(mark));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(next, this.#file);
    } finally {
      await rm(next, { force: true });
    }
  }

  #lost(what: string): DataLost {
    return new DataLost(
      `Votes that were acknowledged are missing in the embedded Redis: ${what}. Restore a copy of ${this.#folder.redis} if there is one, and continue with what is there: npm start -- --accept-loss`,
    );
  }
}

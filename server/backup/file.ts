import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { kindOf } from './keys.ts';

/** A backup is a file of JSON lines: a `Header`, an `Entry` for each key, an `End`. */
const backupFormat = 4;

export interface Header {
  fightcard: 'backup';
  format: number;
  /** The schema of the store; see ../store/schema/README.md. */
  schema: number;
  minSchema: number;
  buckets: number;
  /** The version of the Redis that dumped the keys. */
  redis: string;
  /** When the backup began, by the clock of that machine. */
  madeAt: string;
}

/** A key as DUMP returns it, with a checksum that RESTORE compares. */
export interface Entry {
  key: string;
  dump: Buffer;
  /** When the key expires, in milliseconds since 1970; absent: never. */
  expiresMs?: number;
}

interface End {
  keys: number;
  /** Hexadecimal digest of all bytes before this line. */
  sha256: string;
}

/** A file cannot be restored; the message is `<file>:<line>: <reason, and the fix>`. */
export class BadBackup extends Error {
  override name = 'BadBackup';

  constructor(file: string, line: number, why: string) {
    super(`${file}:${line}: ${why}`);
  }
}

/** Writes a backup to a temporary file; `finish` gives it its name, complete and on disk. */
export class BackupWriter {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: FileHandle;
  #hash = createHash('sha256');
  bytes = 0;
  keys = 0;

  private constructor(path: string, partial: string, file: FileHandle) {
    this.#path = path;
    this.#partial = partial;
    this.#file = file;
  }

  /** Only its owner may read the file: a client id is enough to vote. */
  static async open(path: string, header: Omit<Header, 'fightcard' | 'format'>): Promise<BackupWriter> {
    const partial = `${path}.${randomUUID()}.partial`;
    const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw Object.assign(error, { path });
    });
    const writer = new BackupWriter(path, partial, file);
    await writer.#add({ fightcard: 'backup', format: backupFormat, ...header });
    return writer;
  }

  /** @param expiresMs not positive: the key never expires. */
  async write(key: string, dump: Buffer, expiresMs: number): Promise<void> {
    await this.#add({ key, dump: dump.toString('base64'), ...(expiresMs > 0 && { expiresMs }) });
    this.keys++;
  }

  /** @returns a function that discards everything written since. */
  mark(): () => Promise<void> {
    const { bytes, keys } = this;
    const hash = this.#hash.copy();
    return async () => {
      await this.#file.truncate(bytes);
      this.bytes = bytes;
      this.keys = keys;
      this.#hash = hash.copy();
    };
  }

  /** @throws {Error} EEXIST if the file was created meanwhile. */
  async finish(): Promise<void> {
    await this.#add({ keys: this.keys, sha256: this.#hash.copy().digest('hex') });
    await this.#file.sync();
    await link(this.#partial, this.#path);
    await this.discard();
    const folder = await open(dirname(this.#path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Removes the temporary file. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#partial, { force: true });
  }

  async #add(content: object): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(content)}\n`);
    for (let at = 0; at < line.length; ) {
      // Write at an explicit position: `mark` may have cut the file below the position of the descriptor.
      at += (await this.#file.write(line, at, line.length - at, this.bytes + at)).bytesWritten;
    }
    this.#hash.update(line);
    this.bytes += line.length;
  }
}

/** Longer than the line of the largest key. */
const maxLineBytes = 536_000_000;
const newline = 0x0a;

/** Lines with their line break. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, end + 1)]);
      pending = [];
      bytes = 0;
      from = end + 1;
    }
    pending.push(chunk.subarray(from));
    bytes += chunk.length - from;
    // Not a backup: yield it as a malformed line.
    if (bytes > maxLineBytes) break;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

function parseLine(line: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(line.toString()));
  } catch {
    return {};
  }
}

const isHeader = (line: Partial<Header>): line is Header =>
  [line.schema, line.minSchema, line.buckets].every(Number.isSafeInteger) && typeof line.madeAt === 'string';

/**
 * Reads a backup. Use no entry before the end, where the checksum of the file is compared.
 *
 * @yields the header, then each entry, with the bytes read so far.
 * @throws {BadBackup}
 */
export async function* readBackup(file: string): AsyncGenerator<{ header: Header; entry?: Entry; bytes: number }> {
  const hash = createHash('sha256');
  let header: Header | undefined;
  let end: Partial<End> | undefined;
  let [number, keys, bytes] = [0, 0, 0];
  const fail = (why: string) => new BadBackup(file, number, why);
  for await (const text of readLines(file)) {
    number++;
    bytes += text.length;
    const line = parseLine(text);
    if (end) throw fail('unexpected line after the end of the backup.');
    if (!header) {
      if (line.fightcard !== 'backup') throw fail('not a backup; expected a file that "npm run backup" wrote.');
      if (line.format !== backupFormat || !isHeader(line)) {
        throw fail(`backup format ${line.format}, expected ${backupFormat}: restore it with the version that made it.`);
      }
      header = line;
      yield { header, bytes };
    } else if (line.sha256 !== undefined) {
      end = line;
      if (end.keys !== keys || end.sha256 !== hash.copy().digest('hex')) {
        throw fail('wrong checksum: an earlier line was changed, moved or lost; use another copy.');
      }
    } else {
      const { key, dump, expiresMs } = line as { key?: string; dump?: string; expiresMs?: number };
      if (typeof key !== 'string' || typeof dump !== 'string' || !kindOf(key)) {
        throw fail('this line is damaged or incomplete; use another copy.');
      }
      keys++;
      const entry = { key, dump: Buffer.from(dump, 'base64'), ...(expiresMs !== undefined && { expiresMs }) };
      yield { header, entry, bytes };
    }
    hash.update(text);
  }
  number++;
  if (!end) throw fail('the file ends before the last line of the backup; use another copy.');
}

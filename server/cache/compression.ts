import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../../contracts/http/http.ts';

export type CompressedCoding = Exclude<Coding, 'identity'>;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const compressWith: Readonly<Record<CompressedCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => gzipAsync(bytes),
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

export interface CompressorSettings {
  /** Bodies compressed at the same time. The thread pool has four threads, which file access and DNS need too. */
  atOnce: number;
  /** Bodies that wait for that. */
  waiting: number;
  /** For tests. */
  compress?: typeof compressWith;
}

/**
 * Compresses bodies on the thread pool, a few at a time. With many at once every one of them is late and each takes
 * megabytes: 16 lists in brotli took the cores from the votes.
 */
export class Compressor {
  readonly #settings: CompressorSettings;
  readonly #compress: typeof compressWith;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(settings: CompressorSettings) {
    this.#settings = settings;
    this.#compress = settings.compress ?? compressWith;
  }

  /** Bodies being compressed, and those that wait. */
  get pending(): number {
    return this.#running + this.#waiting.length;
  }

  /** @returns undefined at once when too many wait already: then the body is sent as it is. */
  compress(coding: CompressedCoding, bytes: Buffer): Promise<Buffer> | undefined {
    const { atOnce, waiting } = this.#settings;
    if (this.#running >= atOnce && this.#waiting.length >= waiting) return undefined;
    return this.#run(coding, bytes);
  }

  async #run(coding: CompressedCoding, bytes: Buffer): Promise<Buffer> {
    if (this.#running < this.#settings.atOnce) this.#running++;
    // Whoever ends hands its place over.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const compressed = await this.#compress[coding](bytes);
      // What zlib gives is the beginning of a buffer of 16 KiB, all of which it would hold.
      const exact = Buffer.allocUnsafeSlow(compressed.length);
      compressed.copy(exact);
      return exact;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** That of this process. */
export const compressor = new Compressor({ atOnce: 2, waiting: 32 });

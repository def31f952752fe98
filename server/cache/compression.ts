import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../../contracts/http/negotiation.ts';

export type CompressedCoding = Exclude<Coding, 'identity'>;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const compressWith: Readonly<Record<CompressedCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => gzipAsync(bytes),
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

interface CompressorSettings {
  /** Bodies compressed at the same time. File access and DNS use the same four threads. */
  concurrency: number;
  /** Max waiting bodies. */
  maxQueued: number;
  /** Default: zlib. */
  compress?: typeof compressWith;
}

/**
 * Compresses bodies on the thread pool, a few at a time. Each takes megabytes of memory, and 16 lists in brotli would leave no
 * CPU for votes.
 */
export class Compressor {
  readonly #settings: CompressorSettings;
  readonly #compress: typeof compressWith;
  readonly #queued: (() => void)[] = [];
  #running = 0;

  constructor(settings: CompressorSettings) {
    this.#settings = settings;
    this.#compress = settings.compress ?? compressWith;
  }

  /** Bodies being compressed or queued. */
  get pending(): number {
    return this.#running + this.#queued.length;
  }

  /** @returns undefined if the queue is full: the body is then sent uncompressed. */
  compress(coding: CompressedCoding, bytes: Buffer): Promise<Buffer> | undefined {
    const { concurrency, maxQueued } = this.#settings;
    if (this.#running >= concurrency && this.#queued.length >= maxQueued) return undefined;
    return this.#run(coding, bytes);
  }

  async #run(coding: CompressedCoding, bytes: Buffer): Promise<Buffer> {
    if (this.#running < this.#settings.concurrency) this.#running++;
    // A finished job lets the next one run.
    else await new Promise<void>((resolve) => this.#queued.push(resolve));
    try {
      const compressed = await this.#compress[coding](bytes);
      // zlib returns a slice of a 16 KiB buffer, which would stay in memory as a whole.
      const exact = Buffer.allocUnsafeSlow(compressed.length);
      compressed.copy(exact);
      return exact;
    } finally {
      const next = this.#queued.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** The compressor of this process. */
export const compressor = new Compressor({ concurrency: 2, maxQueued: 32 });

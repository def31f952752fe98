import { type CompressedCoding, compress } from '../../common/wire/compression.ts';

interface CompressorSettings {
  /** Bodies compressed at the same time. File access and DNS use the same four threads. */
  concurrency: number;
  /** Max waiting bodies. */
  maxQueued: number;
  /** Default: zlib. */
  compress?: typeof compress;
}

/**
 * Compresses bodies on the thread pool, a few at a time. Each takes megabytes of memory, and 16 lists in brotli would leave no
 * CPU for votes.
 */
export class Compressor {
  readonly #settings: CompressorSettings;
  readonly #compress: typeof compress;
  readonly #queued: (() => void)[] = [];
  #running = 0;

  constructor(settings: CompressorSettings) {
    this.#settings = settings;
    this.#compress = settings.compress ?? compress;
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
      return await this.#compress(coding, bytes);
    } finally {
      const next = this.#queued.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** The compressor of this process. */
export const compressor = new Compressor({ concurrency: 2, maxQueued: 32 });

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Coding, etagOf } from '../contracts/http.ts';

const compress = {
  gzip: promisify(gzip),
  br: promisify(brotliCompress),
};

/** Below this a compressed body saves no packet. */
const smallestCompressed = 1_024;

/** The bytes of one reply in one content coding, and their own strong ETag. */
export interface Coded {
  bytes: Buffer;
  etag: string;
  coding: Coding;
}

/** One finished reply: its bytes, and their compressed forms made at the first request that asks for them. */
export class Representation {
  readonly identity: Coded;
  /** Headers beside those that follow from the route. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #coded = new Map<Coding, Promise<Coded>>();

  constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.identity = { bytes, etag: etagOf(bytes), coding: 'identity' };
    this.headers = headers;
  }

  /** The reply in a coding, compressed off the event loop and once; small bodies stay as they are. */
  in(coding: Coding): Coded | Promise<Coded> {
    if (coding === 'identity' || this.identity.bytes.length < smallestCompressed) return this.identity;
    const known = this.#coded.get(coding);
    if (known) return known;
    const made = this.#compress(coding);
    this.#coded.set(coding, made);
    return made;
  }

  async #compress(coding: 'br' | 'gzip'): Promise<Coded> {
    const { bytes, etag } = this.identity;
    const compressed =
      coding === 'br'
        ? await compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : await compress.gzip(bytes);
    return { bytes: compressed, etag: `${etag.slice(0, -1)}-${coding}"`, coding };
  }

  /** Bytes it may come to hold: both compressed forms together are smaller than the plain one. */
  get size(): number {
    return 2 * this.identity.bytes.length + 512;
  }

  isSameAs(other: Representation): boolean {
    return this.identity.etag === other.identity.etag;
  }
}

/**
 * The last reply of every GET that was answered, by canonical URL, bounded in bytes. When the store is away they are
 * served again; when a new reply has the same bytes, the old one with its compressed forms stays.
 *
 * @see wire specification 2.5
 */
export class Representations {
  readonly #held: LRUCache<string, Representation> | undefined;

  /** @param bytes 0 holds nothing. */
  constructor(bytes: number) {
    this.#held =
      bytes > 0
        ? new LRUCache({ maxSize: bytes, sizeCalculation: (representation) => representation.size })
        : undefined;
  }

  get(url: string): Representation | undefined {
    return this.#held?.get(url);
  }

  /** @returns the representation to send: the one that was held, when nothing changed. */
  keep(url: string, fresh: Representation): Representation {
    const held = this.#held?.get(url);
    if (held?.isSameAs(fresh)) return held;
    this.#held?.set(url, fresh);
    return fresh;
  }
}

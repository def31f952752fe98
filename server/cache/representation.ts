import { type Coding, etagOf } from '../../contracts/http/http.ts';
import { type CompressedCoding, compressor } from './compression.ts';

/** Below this a compressed body saves no packet. */
const smallestCompressed = 1_024;

/** Header names and values in turns, as `writeHead` takes them without copying. */
export type FlatHeaders = readonly string[];

export function flat(headers: Readonly<Record<string, string>>): FlatHeaders {
  const names: string[] = [];
  for (const name in headers) names.push(name, headers[name] as string);
  return names;
}

/** The bytes of one reply in one content coding, their own strong ETag, and all headers that go with them. */
export interface Coded {
  bytes: Buffer;
  /** Empty where there is none. */
  etag: string;
  coding: Coding;
  headers: FlatHeaders;
  /** Of the 304 to a client that holds these bytes. */
  notModified: FlatHeaders;
}

/**
 * One finished reply: its bytes and headers, and their compressed forms made at the first request that asks for them.
 * Nothing of it is made again per request.
 */
export class Representation {
  readonly status: number;
  readonly identity: Coded;
  readonly type: string;
  /** Those that a 200 and a 304 have in common, but its ETag. */
  readonly headers: FlatHeaders;
  readonly #coded = new Map<Coding, Coded | Promise<Coded>>();

  /** @param headers those that a 200 and a 304 have in common. A reply of another status has no ETag. */
  constructor(bytes: Buffer, { type, headers, status = 200 }: { type: string; headers: FlatHeaders; status?: number }) {
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.identity = this.#finish(bytes, status === 200 ? etagOf(bytes) : '', 'identity');
  }

  /**
   * The reply in a coding, compressed off the event loop and once; small bodies stay as they are. So does one that cannot
   * be compressed now, since too many are or for another reason: the next request tries again.
   */
  in(coding: Coding, by = compressor): Coded | Promise<Coded> {
    if (coding === 'identity' || this.identity.bytes.length < smallestCompressed || this.status !== 200)
      return this.identity;
    const known = this.#coded.get(coding);
    if (known) return known;
    const compressing = by.compress(coding, this.identity.bytes);
    if (!compressing) return this.identity;
    const made = this.#compressed(coding, compressing);
    this.#coded.set(coding, made);
    return made;
  }

  async #compressed(coding: CompressedCoding, compressing: Promise<Buffer>): Promise<Coded> {
    try {
      const bytes = await compressing;
      const coded = this.#finish(bytes, `${this.identity.etag.slice(0, -1)}-${coding}"`, coding);
      this.#coded.set(coding, coded);
      return coded;
    } catch {
      this.#coded.delete(coding);
      return this.identity;
    }
  }

  #finish(bytes: Buffer, etag: string, coding: Coding): Coded {
    const notModified = [...this.headers, ...(etag === '' ? [] : ['ETag', etag])];
    const own = ['Content-Type', this.type, 'Content-Length', String(bytes.length)];
    const headers = [...notModified, ...own, ...(coding === 'identity' ? [] : ['Content-Encoding', coding])];
    return { bytes, etag, coding, headers, notModified };
  }

  /** Bytes it may come to hold: both compressed forms together are smaller than the plain one. */
  get size(): number {
    return 2 * this.identity.bytes.length + 1_024;
  }

  isSameAs(other: Representation): boolean {
    return this.identity.etag === other.identity.etag && this.headers.join() === other.headers.join();
  }
}

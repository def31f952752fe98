import { type CompressedCoding, codedEtag, minCompressedBytes } from '../../common/wire/compression.ts';
import { etagOf } from '../../contracts/http/etag.ts';
import type { Coding } from '../../contracts/http/negotiation.ts';
import { compressor } from './compression.ts';

/** Max bytes by which both compressed forms together may exceed the plain body. */
const spareBytes = 1_024;

/** Estimated bytes of all headers. */
const headerBytes = 1_024;

/** Alternating header names and values, which `writeHead` accepts without copying. */
export type FlatHeaders = readonly string[];

export function flattenHeaders(headers: Readonly<Record<string, string>>): string[] {
  const names: string[] = [];
  for (const name in headers) names.push(name, headers[name] as string);
  return names;
}

/** The body of a reply in one content coding, with its own strong ETag and all its headers. */
export interface EncodedReply {
  bytes: Buffer;
  /** Empty if the reply has no ETag. */
  etag: string;
  coding: Coding;
  headers: FlatHeaders;
  /** Headers of the 304 to a client that has these bytes. */
  notModified: FlatHeaders;
}

/**
 * A finished reply: its bytes and headers. The first request for a compressed form creates it.
 */
export class Representation {
  readonly status: number;
  readonly identity: EncodedReply;
  readonly type: string;
  /** Headers common to the 200 and the 304, without the ETag. */
  readonly headers: FlatHeaders;
  readonly #encoded = new Map<Coding, EncodedReply | Promise<EncodedReply>>();
  #compressedBytes = 0;

  /** @param headers common to the 200 and the 304. A reply of another status has no ETag. */
  constructor(bytes: Buffer, { type, headers, status = 200 }: { type: string; headers: FlatHeaders; status?: number }) {
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.identity = this.#finish(bytes, status === 200 ? etagOf(bytes) : '', 'identity');
  }

  /**
   * Encodes the reply; compresses it once, outside of the event loop. Small bodies stay uncompressed, and bodies that hardly
   * shrink, such as pictures in HTML, have only one compressed form. If the queue is full, or compression fails, the reply is
   * uncompressed, and the next request tries again.
   */
  encode(coding: Coding, by = compressor): EncodedReply | Promise<EncodedReply> {
    if (coding === 'identity' || this.identity.bytes.length < minCompressedBytes || this.status !== 200)
      return this.identity;
    const cached = this.#encoded.get(coding);
    if (cached) return cached;
    const compressing = by.compress(coding, this.identity.bytes);
    if (!compressing) return this.identity;
    const encoding = this.#finishCompressed(coding, compressing);
    this.#encoded.set(coding, encoding);
    return encoding;
  }

  async #finishCompressed(coding: CompressedCoding, compressing: Promise<Buffer>): Promise<EncodedReply> {
    try {
      const bytes = await compressing;
      const encoded = this.#keep(bytes.length)
        ? this.#finish(bytes, codedEtag(this.identity.etag, coding), coding)
        : this.identity;
      this.#encoded.set(coding, encoded);
      return encoded;
    } catch {
      this.#encoded.delete(coding);
      return this.identity;
    }
  }

  /** Whether another compressed form fits into `size`. */
  #keep(bytes: number): boolean {
    if (this.#compressedBytes + bytes > this.identity.bytes.length + spareBytes) return false;
    this.#compressedBytes += bytes;
    return true;
  }

  #finish(bytes: Buffer, etag: string, coding: Coding): EncodedReply {
    const notModified = etag === '' ? this.headers : this.headers.concat('ETag', etag);
    const own = ['Content-Type', this.type, 'Content-Length', String(bytes.length)];
    const headers = notModified.concat(own, coding === 'identity' ? [] : ['Content-Encoding', coding]);
    return { bytes, etag, coding, headers, notModified };
  }

  /** Max bytes with both compressed forms. */
  get size(): number {
    const { length } = this.identity.bytes;
    return 2 * length + (length < minCompressedBytes ? 0 : spareBytes) + headerBytes;
  }

  isSameAs(other: Representation): boolean {
    return this.identity.etag === other.identity.etag && this.headers.join() === other.headers.join();
  }
}

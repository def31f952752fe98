import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../../contracts/http/negotiation.ts';

export type CompressedCoding = Exclude<Coding, 'identity'>;

/** A smaller body fits into one packet uncompressed. */
export const minCompressedBytes = 1_024;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const compressed = {
  gzip: (bytes: Buffer) => gzipAsync(bytes),
  br: (bytes: Buffer) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

/** Compresses a body on the thread pool. */
export async function compress(coding: CompressedCoding, bytes: Buffer): Promise<Buffer> {
  const sliced = await compressed[coding](bytes);
  // zlib returns a slice of a 16 KiB buffer, which would stay in memory as a whole.
  const exact = Buffer.allocUnsafeSlow(sliced.length);
  sliced.copy(exact);
  return exact;
}

/** The ETag of a body in a coding: other bytes have another strong ETag. */
export const codedEtag = (etag: string, coding: Coding) =>
  coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

export type StreamCoding = 'gzip' | 'identity';

/** A part of a stream in one coding, encoded once for all readers. */
export interface CodedPart {
  bytes: Buffer;
  /** The bytes as one chunk of RFC 9112 7.1. */
  chunk: Buffer;
}

interface ZippedPart extends CodedPart {
  /** CRC-32 and length of the decoded bytes, and the factor for the checksum of all earlier text. */
  crc: number;
  length: number;
  power: number;
}

/** Each part ends at a whole byte and does not refer to earlier ones, so it can follow any other. */
const flushed = { finishFlush: constants.Z_SYNC_FLUSH };

/** To compress more would block the event loop for milliseconds. */
const maxSyncBytes = 32_768;

const compress = promisify(deflateRaw);

/** CRC-32 with reversed bits: the highest bit is the constant 1, the next one is x. */
const polynomial = 0xedb88320;
const one = 0x80000000;
const xToTheEighth = 0x00800000;

/** The product of two polynomials over GF(2), modulo the polynomial of CRC-32. */
function multiply(left: number, right: number): number {
  let [product, shifted] = [0, right];
  for (let bit = 31; bit >= 0; bit--) {
    if ((left >>> bit) & 1) product ^= shifted;
    shifted = (shifted >>> 1) ^ (shifted & 1 ? polynomial : 0);
  }
  return product;
}

/** The factor for a checksum when so many bytes follow. */
function powerOf(bytes: number): number {
  let [power, square] = [one, xToTheEighth];
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
}

const framed = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

const plainParts = new WeakMap<Buffer, CodedPart>();
const zippedParts = new WeakMap<Buffer, ZippedPart>();

function plain(bytes: Buffer): CodedPart {
  const known = plainParts.get(bytes) ?? { bytes, chunk: framed(bytes) };
  plainParts.set(bytes, known);
  return known;
}

function zipped(bytes: Buffer, compressed?: Buffer): ZippedPart {
  const known = zippedParts.get(bytes);
  if (known) return known;
  const block = compressed ?? deflateRawSync(bytes, flushed);
  const { length } = bytes;
  const part = { bytes: block, chunk: framed(block), crc: crc32(bytes), length, power: powerOf(length) };
  zippedParts.set(bytes, part);
  return part;
}

/** Compresses a large part in another thread, before readers need it. */
export async function prepareZipped(bytes: Buffer): Promise<void> {
  if (bytes.length > maxSyncBytes && !zippedParts.has(bytes)) zipped(bytes, await compress(bytes, flushed));
}

/** Deflate, no file name, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Encodes the stream of one reader. All readers share the compressed parts; each has only the checksum of its own sequence of
 * parts, which is calculated from theirs.
 *
 * @see RFC 1952
 */
export class StreamEncoder {
  readonly coding: StreamCoding;
  #crc = 0;
  #length = 0;

  constructor(coding: StreamCoding) {
    this.coding = coding;
  }

  start(): CodedPart | undefined {
    return this.coding === 'gzip' ? plain(gzipHeader) : undefined;
  }

  /** @param bytes must not change, and must be the same buffer for all readers. */
  encode(bytes: Buffer): CodedPart {
    if (this.coding === 'identity') return plain(bytes);
    const part = zipped(bytes);
    this.#crc = (multiply(this.#crc, part.power) ^ part.crc) >>> 0;
    this.#length += part.length;
    return part;
  }

  /** The last bytes of the stream, with a text for this reader only. */
  end(text: string): Buffer {
    const bytes = Buffer.from(text);
    if (this.coding === 'identity') return bytes;
    const crc = (multiply(this.#crc, powerOf(bytes.length)) ^ crc32(bytes)) >>> 0;
    // The last block, uncompressed.
    const block = Buffer.alloc(5);
    block.writeUInt8(1);
    block.writeUInt16LE(bytes.length, 1);
    block.writeUInt16LE(~bytes.length & 0xffff, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc);
    trailer.writeUInt32LE((this.#length + bytes.length) % 2 ** 32, 4);
    return Buffer.concat([block, bytes, trailer]);
  }
}

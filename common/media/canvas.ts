import { constants, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A shape by the distance to its edge in pixels, negative inside, and the rectangle that it lies in. */
export interface Shape {
  distance: (x: number, y: number) => number;
  bounds: readonly [left: number, top: number, right: number, bottom: number];
}

export const circle = (x: number, y: number, radius: number): Shape => ({
  distance: (atX, atY) => Math.hypot(atX - x, atY - y) - radius,
  bounds: [x - radius, y - radius, x + radius, y + radius],
});

/** A rectangle from its left upper corner. @param radius of the rounded corners. */
export const box = (left: number, top: number, width: number, height: number, radius = 0): Shape => ({
  distance(x, y) {
    const outX = Math.abs(x - left - width / 2) - width / 2 + radius;
    const outY = Math.abs(y - top - height / 2) - height / 2 + radius;
    return Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - radius;
  },
  bounds: [left, top, left + width, top + height],
});

/** A line with round ends, such as an arm. */
export const line = (fromX: number, fromY: number, toX: number, toY: number, width: number): Shape => ({
  distance(x, y) {
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const share = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2);
    const at = Math.min(Math.max(share, 0), 1);
    return Math.hypot(x - fromX - at * alongX, y - fromY - at * alongY) - width / 2;
  },
  bounds: [
    Math.min(fromX, toX) - width / 2,
    Math.min(fromY, toY) - width / 2,
    Math.max(fromX, toX) + width / 2,
    Math.max(fromY, toY) + width / 2,
  ] as unknown as Shape['bounds'],
});

/** A regular polygon around a point, its first corner at an angle in turns, clockwise from the right. */
export const polygon = (x: number, y: number, radius: number, corners: number, turn = 0): Shape => ({
  distance(atX, atY) {
    const sector = (2 * Math.PI) / corners;
    const angle = Math.atan2(atY - y, atX - x) - turn * 2 * Math.PI;
    const inSector = angle - sector * Math.floor(angle / sector) - sector / 2;
    return Math.hypot(atX - x, atY - y) * Math.cos(inSector) - radius * Math.cos(sector / 2);
  },
  bounds: [x - radius, y - radius, x + radius, y + radius],
});

const crcTable = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** Not `zlib.crc32`, which the oldest Nodes of the packed mock lack. */
function crcOf(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** @see PNG specification (third edition) 5.3 */
function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crcOf(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}

/** A picture of flat shapes with smooth edges. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel, row by row. */
  readonly pixels: Buffer;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 3, Buffer.from(background));
  }

  fill({ distance, bounds }: Shape, colour: Colour): void {
    const [left, top, right, bottom] = bounds;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y++) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(this.width, Math.ceil(right)); x++) {
        const share = 0.5 - distance(x + 0.5, y + 0.5);
        if (share > 0) this.#blend((y * this.width + x) * 3, colour, Math.min(share, 1));
      }
    }
  }

  #blend(at: number, colour: Colour, share: number): void {
    for (let channel = 0; channel < 3; channel++) {
      const old = this.pixels[at + channel] as number;
      this.pixels[at + channel] = Math.round(old + ((colour[channel] as number) - old) * share);
    }
  }

  /** The same bytes on every machine: how zlib finds repetitions depends on its build, but not for runs of one byte. */
  png(): Buffer {
    const rowBytes = this.width * 3;
    const filtered = Buffer.alloc((rowBytes + 1) * this.height);
    for (let y = 0; y < this.height; y++) {
      // Filter "Up": what equals the row above is zero, so flat areas are long runs.
      filtered[y * (rowBytes + 1)] = 2;
      for (let x = 0; x < rowBytes; x++) {
        const at = y * rowBytes + x;
        const above = y === 0 ? 0 : (this.pixels[at - rowBytes] as number);
        filtered[at + y + 1] = (this.pixels[at] as number) - above;
      }
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // 8 bits for each of red, green and blue.
    header.set([8, 2], 8);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(filtered, { strategy: constants.Z_RLE })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

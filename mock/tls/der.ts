/**
 * The few forms of DER that a certificate consists of.
 *
 * @see ITU-T X.690; RFC 5280 4.1
 */

/** A tag, the length, and the parts. */
export function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), body]);
}

export const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
export const octets = (value: Buffer) => tlv(0x04, value);
export const isTrue = tlv(0x01, Buffer.from([0xff]));

/** A part with a number in place of its type. */
export const tagged = (number: number, ...parts: readonly Buffer[]) => tlv(0xa0 | number, ...parts);

/** A positive number. */
export const integer = (bytes: Buffer) =>
  tlv(0x02, (bytes[0] as number) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

/** @param unused how many of the last bits do not count. */
export const bits = (value: Buffer, unused = 0) => tlv(0x03, Buffer.from([unused]), value);

/** An object identifier as text: `2.5.4.3`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [40 * first + second];
  for (const number of rest) {
    const digits = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return tlv(0x06, Buffer.from(bytes));
}

/** A name that consists of a common name. */
export const commonName = (text: string) => sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(text)))));

/** To the second; a year from 2050 on has four digits. */
export function time(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`;
  return date.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text));
}

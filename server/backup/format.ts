import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';

/**
 * A backup is a text file. Each line is the CRC-32 of its JSON as eight hexadecimal digits, a space, and the JSON: first a
 * `Header`, then `Part`s of keys, at last an `End`. It has no bytes of Redis' own formats, which an older Redis, or Valkey,
 * could not read.
 */
export const backupFormat = 2;

export interface Header {
  fightcard: 'backup';
  /** 1 has no part that removes anything. */
  format: number;
  /** Of the store; see ../schema/README.md. */
  schema: number;
  least: number;
  buckets: number;
  /** When the backup began, by the clock of the machine that made it. */
  madeAt: string;
}

/** Text, or bytes that are no UTF-8, in base64. */
export type Value = string | { b: string };

/** A key, or a part of a long one; the parts of a key have a common type and are restored in this order. */
export interface Part {
  key: string;
  /**
   * What `values` are: `string` one value; `hash` field, value, …; `set` members; `zset` member, score, …; `stream`: for
   * each entry its id, the number of its values, and those.
   */
  type: 'string' | 'hash' | 'set' | 'zset' | 'stream';
  values: Value[];
  /** These fields of a hash or members of a sorted set, without their values and scores, are taken from earlier parts. */
  removed?: boolean;
  /** When the key expires, in milliseconds of Unix time; absent: never. */
  expiresMs?: number;
}

export interface End {
  /** Parts before this line. */
  parts: number;
  /** Of all bytes before this line, in hexadecimal. */
  sha256: string;
}

export const encodeValue = (bytes: Buffer): Value =>
  isUtf8(bytes) ? bytes.toString('utf8') : { b: bytes.toString('base64') };

export const decodeValue = (value: Value): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value.b, 'base64');

const checksumDigits = 8;
const checksum = (json: string | Buffer) => crc32(json).toString(16).padStart(checksumDigits, '0');

export function encodeLine(content: Header | Part | End): string {
  const json = JSON.stringify(content);
  return `${checksum(json)} ${json}\n`;
}

/** @returns what the line says; undefined when it is not as it was written. */
export function decodeLine(line: Buffer): Partial<Header & Part & End> | undefined {
  const json = line.subarray(checksumDigits + 1);
  if (line.toString('latin1', 0, checksumDigits + 1) !== `${checksum(json)} `) return undefined;
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Commands that take values from keys of a type. */
export const removals: Readonly<Partial<Record<Part['type'], string>>> = { hash: 'HDEL', zset: 'ZREM' };

const types: readonly unknown[] = ['string', 'hash', 'set', 'zset', 'stream'];

const isValue = (value: unknown) =>
  typeof value === 'string' || typeof (value as { b?: unknown } | null)?.b === 'string';

export const isPart = (line: Partial<Part>): line is Part =>
  typeof line.key === 'string' &&
  types.includes(line.type) &&
  Array.isArray(line.values) &&
  line.values.every(isValue) &&
  (line.removed === undefined || (line.removed === true && removals[line.type as Part['type']] !== undefined)) &&
  (line.expiresMs === undefined || Number.isSafeInteger(line.expiresMs));

export const isHeader = (line: Partial<Header>): line is Header =>
  line.fightcard === 'backup' &&
  [line.format, line.schema, line.least, line.buckets].every(Number.isSafeInteger) &&
  typeof line.madeAt === 'string';

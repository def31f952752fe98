import { hash } from 'node:crypto';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import type { Argument } from '../redis/scripts.ts';
import type { ContentReply } from './record-batches.ts';

/** What a reader asked of content, and what it found. */
export interface ContentRead {
  what: string;
  collection: CollectionName;
  args: readonly Argument[];
  /** The same only if the same was found, whatever the generation; see `fingerprint`. */
  found: string;
}

const isSameArgument = (one: Argument, other: Argument | undefined): boolean =>
  one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other));

export const isSameRead = (
  read: Omit<ContentRead, 'found'>,
  what: string,
  collection: CollectionName,
  args: readonly Argument[],
): boolean =>
  read.what === what &&
  read.collection === collection &&
  read.args.length === args.length &&
  read.args.every((arg, index) => isSameArgument(arg, args[index]));

/** Up to this length the text of a record is its own fingerprint: to compare it takes a tenth of hashing it. */
const longestText = 4_096;

/** What was found, without the number of the generation: the text of a single record, or a digest of everything. */
export function fingerprint(reply: ContentReply): string {
  const only = reply[1];
  if (reply.length === 2 && typeof only === 'string' && only.length <= longestText) return only;
  const [, ...found] = reply;
  // No JSON of a record begins like this. Lengths, since two other texts could have the same sum.
  const whole = found.map((value) => (value === null ? '-' : `${String(value).length}:${value}`)).join('');
  return `sha256:${hash('sha256', whole, 'base64')}`;
}

/** Bytes of reads in memory, estimated. */
export const sizeOfReads = (reads: readonly ContentRead[]): number =>
  reads.reduce((sum, { args, found }) => sum + 100 + found.length + 16 * args.length, 0);

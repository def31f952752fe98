const start = 0x811c9dc5;
const add = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

/**
 * The bucket that a client's votes and scorecards of a fight go to. Stored data depends on it: neither the hash
 * (FNV-1a, 32 bits, over UTF-8) nor the number of buckets may change while votes are stored.
 */
export function bucketOf(clientId: string, buckets: number): number {
  let hash = start;
  for (let at = 0; at < clientId.length; at++) {
    const code = clientId.charCodeAt(at);
    // Client ids are ASCII, whose characters are their bytes: without a buffer it takes half of the time.
    if (code > 0x7f) return (Buffer.from(clientId).reduce(add, start) >>> 0) % buckets;
    hash = add(hash, code);
  }
  return (hash >>> 0) % buckets;
}

/** Every bucket of a fight, from 0. */
export const allBuckets = (buckets: number) => Array.from({ length: buckets }, (_, bucket) => bucket);

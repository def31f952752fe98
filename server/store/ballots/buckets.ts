/**
 * The bucket that a client's votes and scorecards of a fight go to. Stored data depends on it: neither the hash
 * (FNV-1a, 32 bits, over UTF-8) nor the number of buckets may change while votes are stored.
 */
export function bucketOf(clientId: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(clientId)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % buckets;
}

/** Every bucket of a fight, from 0. */
export const allBuckets = (buckets: number) => Array.from({ length: buckets }, (_, bucket) => bucket);

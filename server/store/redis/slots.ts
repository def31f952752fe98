const slots = 16_384;

/** CRC-16/XMODEM. */
function checksum(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc;
}

/**
 * The slot of a key: of what stands in its first braces, if it has any.
 *
 * @see Redis Cluster specification, hash tags
 */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open + 1);
  return checksum(close > open + 1 ? key.slice(open + 1, close) : key) % slots;
}

/** As many as `VOTE_BUCKETS` allows. */
const buckets = 256;

/** 0, 128, 64, 192, 32…: however many of them are taken from the start, they lie evenly. */
function reversedBits(bucket: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((bucket >> bit) & 1) << (7 - bit);
  return reversed;
}

/**
 * By bucket, what the hash tag of its keys ends in. Plain numbers would not do: a master of a Cluster has a range of
 * slots, and the slots of `88001:0` to `88001:7` lie so that one of three masters always gets half of them.
 *
 * The checksum is linear: whatever stands before them, two endings of one length differ in their slots by the same bits
 * as they do alone. These are the first of four letters whose slots are multiples of 64 in the order of
 * `reversedBits`, so the buckets of every fight lie evenly over all slots, from a start that differs by fight.
 */
export const tagEndings: readonly string[] = (() => {
  const wanted = new Map<number, number>();
  for (let bucket = 0; bucket < buckets; bucket++) wanted.set((reversedBits(bucket) * slots) / buckets, bucket);
  const endings: string[] = [];
  for (let count = 0; wanted.size > 0; count++) {
    const ending = count.toString(36).padStart(4, '0');
    const bucket = wanted.get(checksum(ending) % slots);
    if (bucket === undefined) continue;
    endings[bucket] = ending;
    wanted.delete((reversedBits(bucket) * slots) / buckets);
  }
  return endings;
})();

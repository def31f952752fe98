const slots = 16_384;

/** CRC-16/XMODEM of each byte. */
const byteChecksums = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  return crc;
});

/** The checksum of a text and one more byte. */
const append = (crc: number, byte: number): number => ((crc << 8) & 0xffff) ^ (byteChecksums[(crc >> 8) ^ byte] ?? 0);

/** CRC-16/XMODEM. */
const checksum = (text: string): number => Buffer.from(text).reduce(append, 0);

/**
 * The Cluster slot of a key: that of its first hash tag, if it has one.
 *
 * Not `cluster-key-slot` (1.1.1, 1.1.2), which has no rule for empty tags: it puts `foo{}{bar}` in slot 4015, Redis in
 * 8363. The keys of this store have no empty tag, so ioredis, which uses that package, routes them to the same slot.
 *
 * @see Redis Cluster specification, hash tags
 */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open + 1);
  return checksum(close > open + 1 ? key.slice(open + 1, close) : key) % slots;
}

/** The highest value of `VOTE_BUCKETS`. */
const buckets = 256;

/** 0, 128, 64, 192, 32…: the first n of these are evenly spread for every n. */
function reversedBits(bucket: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((bucket >> bit) & 1) << (7 - bit);
  return reversed;
}

/**
 * By bucket, the end of the hash tag of its keys. Plain numbers would not do: a master of a Cluster owns a range of slots,
 * and the slots of `88001:0` to `88001:7` lie so that one of three masters always gets half of them.
 *
 * The checksum is linear: after any common prefix, the slots of two endings of one length differ by the same bits as the
 * endings' own slots. These endings are the first of four letters whose slots are multiples of 64 in the order of
 * `reversedBits`, so the buckets of every fight are spread evenly over all slots, from an offset that differs by fight.
 */
export const tagEndings: readonly string[] = (() => {
  const step = slots / buckets;
  const wanted = new Map<number, number>();
  for (let bucket = 0; bucket < buckets; bucket++) wanted.set(reversedBits(bucket) * step, bucket);
  const endings: string[] = [];
  const digits = [...'0123456789abcdefghijklmnopqrstuvwxyz'].map((digit) => digit.charCodeAt(0));
  // Every process does this at its start. The last letter alone makes the low bits of a checksum, so few are looked at.
  const lastSteps = [...byteChecksums.keys()].filter((index) => (byteChecksums[index] ?? 0) % step === 0);
  for (const first of digits) {
    for (const second of digits) {
      const ofTwo = append(append(0, first), second);
      for (const third of digits) {
        const ofThree = append(ofTwo, third);
        for (const index of lastSteps) {
          const last = (ofThree >> 8) ^ index;
          if (!digits.includes(last)) continue;
          const slot = append(ofThree, last) % slots;
          const bucket = wanted.get(slot);
          if (bucket === undefined) continue;
          endings[bucket] = String.fromCharCode(first, second, third, last);
          wanted.delete(slot);
          if (wanted.size === 0) return endings;
        }
      }
    }
  }
  return endings;
})();

export interface StoreSettings {
  /** How many buckets the votes of a fight are spread over; fixed once votes were stored. */
  buckets: number;
  /** Changes (votes first cast or moved, scorecards first sent or replaced) per client and fight in 10 seconds. */
  changesPerTenSeconds: number;
  /** How long after it was sent a write may still be carried out; less than `commandTimeout`. 0: any time. */
  deadlineMs: number;
  /** How long after its request arrived a write may still be sent. */
  overdueMs: number;
  /** Votes and scorecards that may wait for Redis at once, in one process; further ones are refused at once. */
  ballotsAtOnce: number;
  /** How long a round stays open after the next one starts or the fight ends. */
  roundGraceSeconds: number;
  /** How long after its last change a feed counts as live. */
  liveHours: number;
  /** How many generations of content can still be read, the live one included. */
  generationsKept: number;
}

export const defaultStoreSettings: StoreSettings = {
  buckets: 8,
  changesPerTenSeconds: 10,
  // 50 ms for the reply to arrive before the caller is told that there was none.
  deadlineMs: 200,
  // Longer than a busy process takes for what arrives at once, since it would refuse all of that; shorter than clients
  // wait before they try elsewhere.
  overdueMs: 1_000,
  // About what Redis acknowledges until then when each is on disk first: 15,000 a second were measured. More would wait
  // only to be refused, and keep memory and Redis busy meanwhile.
  ballotsAtOnce: 4096,
  roundGraceSeconds: 120,
  liveHours: 12,
  generationsKept: 3,
};

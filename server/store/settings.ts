export interface StoreSettings {
  /** How many buckets the votes of a fight are spread over; fixed once votes are stored. */
  buckets: number;
  /** Changes (votes first cast or moved, scorecards first sent or replaced) per client and fight in 10 seconds. */
  changesPerTenSeconds: number;
  /** How long after a write was sent Redis may execute it; less than `commandTimeout`. 0: no limit. */
  deadlineMs: number;
  /** How long after its request arrived a write may still be sent. */
  overdueMs: number;
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
  // Leaves 50 ms for the reply before the command times out.
  deadlineMs: 200,
  // Longer than a busy process needs for a burst, and shorter than clients wait before they retry.
  overdueMs: 1_000,
  roundGraceSeconds: 120,
  liveHours: 12,
  generationsKept: 3,
};

/** Beyond the votes on a fight, and small enough for a hundred million generations in the 15 digits of an event's id. */
const changesOfGeneration = 10_000_000;

/**
 * The version of a state that is built from content and counted changes. A new generation adds more than the changes that
 * go with it, as those of a fight that is removed: in a plain sum both could make up for each other.
 */
export const stateVersion = (generation: number | undefined, changes: number): number =>
  (generation ?? 0) * changesOfGeneration + changes;

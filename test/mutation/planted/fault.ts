/** A lie told to the code on purpose: the build must notice it. */
export interface PlantedFault {
  /** What is untrue with it, as a sentence without a full stop. */
  title: string;
  /** The file that it changes, from the root of the repository. */
  file: string;
  /** The text that it replaces; it occurs exactly once in the file. */
  from: string;
  to: string;
  /** The test file that turns red, from the root of the repository. */
  test: string;
}

/** Faults of one file, each `title, from, to, test`. */
export const faultsOf = (
  file: string,
  rows: readonly (readonly [title: string, from: string, to: string, test: string])[],
): PlantedFault[] => rows.map(([title, from, to, test]) => ({ title, file, from, to, test }));

/** What a worker is told to do. */
export interface ToWorker {
  /** A test file, from the root of the repository. */
  file: string;
  /** Otherwise it is only loaded, and its tests are counted. */
  isRun: boolean;
}

/** How a file ended. */
export interface Outcome {
  /** Tests in the file. */
  planned: number;
  passed: number;
  /** The others, each as the text to show. */
  failures: string[];
}

/** What a worker reports: what begins now (a test, a hook, a suite), and the end of the file. */
export type FromWorker = { now: string } | { ended: Outcome };

/** How far a night is: its parts write it, the view reads it. */
export interface Progress {
  /** Clock of the night, in milliseconds. */
  nightMs: number;
  /** Snapshots that the server has accepted. */
  posts: number;
  /** Acknowledged requests of voters. */
  votes: number;
  scorecards: number;
  /** Replies and failures that led to a retry, by status or `connection`. */
  errors: Record<string, number>;
}

export const startProgress = (): Progress => ({ nightMs: 0, posts: 0, votes: 0, scorecards: 0, errors: {} });

/** What a replay has done so far: written by its parts, read by the view. */
export interface Progress {
  /** Clock of the night, in milliseconds. */
  nightMs: number;
  /** The round that is on, or was last. */
  round: { fight: string; round: number; startMs: number; endMs: number } | undefined;
  /** Snapshots that the server has taken. */
  posts: number;
  /** Acknowledged requests of voters. */
  votes: number;
  scorecards: number;
  /** Voters who wait for their answer. */
  underWay: number;
  /** Answers and failures after which a request was sent again, by status or `connection`. */
  errors: Record<string, number>;
  /** Real milliseconds that the night waited for voters or the server. */
  heldMs: number;
}

export const startProgress = (): Progress => ({
  ...{ nightMs: 0, round: undefined, posts: 0, votes: 0, scorecards: 0, underWay: 0, errors: {}, heldMs: 0 },
});

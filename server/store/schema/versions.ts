/** A change of what servers store, or of the scripts that read and write it; see README.md in this folder. */
export interface StoredChange {
  /** The schema of servers from this change on. */
  schema: number;
  /** The min schema of other servers with which they can share a store: its own or the one before. */
  least: number;
  /** Of `stored.json`, as `npm run generate` prints it. */
  digest: string;
  /** Why servers from before and after the change can run side by side on one store. */
  why: string;
}

/** Oldest first; lines are only added. */
export const storedChanges: readonly [StoredChange, ...StoredChange[]] = [
  {
    schema: 1,
    least: 1,
    digest: '3ff25327de9ff987',
    why: 'What servers stored when schemas got numbers; a store without a number has this one.',
  },
  {
    schema: 1,
    least: 1,
    digest: 'f63d2f32941ade88',
    why: 'Only a restore marks the store with the new script, and no server runs then; servers look for a mark as before.',
  },
  {
    schema: 1,
    least: 1,
    digest: '5f594dcdbe6e5cfa',
    why: 'Scripts write the same, and go on where Redis does not let its user publish; messages are the same too.',
  },
  {
    schema: 2,
    least: 1,
    digest: '18f187fb241e15c7',
    why: 'Windows of the bout that a fight was joined with first are where they were; older servers ignore its name and other bouts.',
  },
  {
    schema: 2,
    least: 1,
    digest: '120d466c95fb3961',
    why: 'What can never be undone is listed for a minute longer; readers of both take what has expired for no change.',
  },
  {
    schema: 2,
    least: 1,
    digest: 'c7d641237a66a171',
    why: 'What would lose content is refused, lost content is not read as none, and a way back needs no list of changes; what is written is the same.',
  },
  {
    schema: 2,
    least: 1,
    digest: '470ef74a60eb6a31',
    why: 'Where the last number given out is lost, the last generation says it; else the same is written.',
  },
];

/** The schema of this server, and the min schema with which it can share a store. */
export const ownSchema: Pick<StoredChange, 'schema' | 'least'> = storedChanges.at(-1) ?? storedChanges[0];

import type { Disk } from '../../../test/support/redis/disk.ts';
import type { TestNode } from '../../../test/support/redis/nodes.ts';
import type { FaultyMachine } from './faulty-machine.ts';
import type { Link } from './link.ts';
import type { ServerUnit } from './server-unit.ts';

export const modes = ['one', 'sentinel', 'cluster'] as const;
export type Mode = (typeof modes)[number];

/** Two servers and their store. */
export interface System {
  mode: Mode;
  servers: readonly ServerUnit[];
  /** Every Redis that has data. */
  redis: readonly TestNode[];
  /** Between each server and its Redis; none where clients find the Redis by themselves. */
  storeLinks: readonly Link[];
  /** Where the editor of content finds the store, and where nothing is between. */
  editorUrl: string;
  storeUrl: string;
  /** Under the one Redis. */
  machine: FaultyMachine | undefined;
  disk: Disk | undefined;
  /** Starts a Redis that has ended, as the service does with its embedded one. */
  startRedis(node: TestNode): Promise<void>;
  /** The Redis that takes writes now, or one of them. */
  master(index: number): Promise<TestNode>;
  /** Resolves when every Redis runs and takes part again. */
  isWhole(): Promise<boolean>;
  close(): Promise<void>;
}

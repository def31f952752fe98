import type { RedisClient } from '../store/redis/connection/client.ts';
import type { Part } from './format.ts';
import { readParts } from './read-parts.ts';

/** Where parts go. */
export interface PartSink {
  write(part: Part): Promise<void>;
  /** A place to go back to. */
  mark(): Promise<unknown>;
  /** Forgets everything that was written since. */
  rewind(mark: unknown): Promise<void>;
}

/** A store that is read, and where its parts go. */
export interface Reader {
  client: RedisClient;
  sink: PartSink;
  signal: AbortSignal;
}

/** Nothing when it does not exist. @see readParts */
export async function writeKey({ client, sink, signal }: Reader, key: string): Promise<void> {
  for await (const part of readParts(client, key)) {
    signal.throwIfAborted();
    await sink.write(part);
  }
}

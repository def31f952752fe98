import { EventEmitter } from 'node:events';
import type { End } from '../../../server/store/redis/embedded/launch.ts';
import type { Watch } from '../../../server/store/redis/embedded/watch.ts';

/** What `spawn` returns, without a process. */
export function falseChild(pid: number, kill: (signal: string) => unknown = () => true) {
  const stdin = Object.assign(new EventEmitter(), { end: () => undefined });
  return Object.assign(new EventEmitter(), { pid, stdin, unref: () => undefined, kill });
}

/** A watched Redis of a test. */
export interface Watched {
  running: { port: number; password: string; pid: number };
  presence: EventEmitter & { status: string };
  /** What was done: checks, starts, pauses, and lines of the log. */
  done: unknown[];
  watch: Watch;
  children: EventEmitter[];
  /** Its connection is lost; resolves when so much more was done, or it runs again. */
  lose(more: number | 'again'): Promise<unknown[]>;
}

export interface WatchedOptions {
  ended?: Promise<End>;
  onPause?: (pause: number) => unknown;
  onListen?: () => void;
  check?: () => Promise<void>;
}

import timers from 'node:timers/promises';

/** Frames of a stack that are not the caller: helpers like these, and Node, which mocks call through. */
const isBetween = (frame: string) => !frame.includes('/') || /\bnode:|\/test\/support\/run\//.test(frame);

/**
 * Whether what calls now is at a place. Test files share a process, and what an earlier one left behind may still set timers
 * or sleep: a replacement is only for the code under test.
 *
 * @param place a part of its path, such as `streams/topic.ts`.
 */
function isCalledFrom(place: string): boolean {
  const frames = new Error().stack?.split('\n') ?? [];
  return Boolean(frames.find((frame) => !isBetween(frame))?.includes(`/${place}`));
}

type SetTimer = (run: () => void, ms?: number) => unknown;

/**
 * Replaces `setTimeout` or `setInterval` for the code at a place; all else keeps Node's.
 *
 * @returns puts Node's function back
 */
export function replaceTimers(name: 'setTimeout' | 'setInterval', place: string, replacement: SetTimer): () => void {
  const original = globalThis[name];
  const setTimer = (...args: Parameters<SetTimer>) => (isCalledFrom(place) ? replacement(...args) : original(...args));
  Object.assign(globalThis, { [name]: setTimer });
  return () => {
    Object.assign(globalThis, { [name]: original });
  };
}

type Sleep = (ms: number, value?: unknown, options?: { signal: AbortSignal }) => unknown;

/** Stands in for `setTimeout` of `node:timers/promises`: a replacement for the code at a place, and Node's for all else. */
export function sleepFor(place: string, replacement: Sleep): typeof timers.setTimeout {
  const { setTimeout: original } = timers;
  const sleep = (...args: Parameters<Sleep>) => (isCalledFrom(place) ? replacement(...args) : original(...args));
  return sleep as typeof original;
}

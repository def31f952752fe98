type SetTimeout = (run: () => void, ms?: number) => unknown;

/**
 * Replaces `setTimeout` where `file`, the end of a path, is the one that calls it. Everything else keeps Node's: test
 * files share a process, and what an earlier one left behind may still set timers.
 * @returns puts Node's function back
 */
export function replaceTimeouts(file: string, replacement: SetTimeout): () => void {
  const { setTimeout } = globalThis;
  const isFromFile = () => new Error().stack?.split('\n')[3]?.includes(`/${file}:`);
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) =>
    isFromFile() ? replacement(...(args as Parameters<SetTimeout>)) : setTimeout(...args)) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = setTimeout;
  };
}

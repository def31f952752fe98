type SetTimer = (run: () => void, ms?: number) => unknown;

/**
 * Replaces `setTimeout` or `setInterval` where `file`, the end of a path, is the one that calls it. Everything else keeps
 * Node's: test files share a process, and what an earlier one left behind may still set timers.
 * @returns puts Node's function back
 */
export function replaceTimers(name: 'setTimeout' | 'setInterval', file: string, replacement: SetTimer): () => void {
  const original = globalThis[name];
  const isFromFile = () => new Error().stack?.split('\n')[3]?.includes(`/${file}:`);
  const setTimer = (...args: Parameters<SetTimer>) => (isFromFile() ? replacement(...args) : original(...args));
  Object.assign(globalThis, { [name]: setTimer });
  return () => {
    Object.assign(globalThis, { [name]: original });
  };
}

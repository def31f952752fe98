import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back the memory that only the start needed: 15 of 87 MiB of a primary, which allocates so little that V8 would keep
 * them for hours. Takes 20 ms.
 */
export function releaseStartMemory(): void {
  // Not `--expose-gc` in the scripts: workers would inherit it.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

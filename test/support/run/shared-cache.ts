import { join } from 'node:path';

/**
 * The environment in which copies of the repository share what they compile, where a file is the same: it is found by its
 * path from the cache, which each names as in its own folder, through the link `node_modules`. Not for the repository: a
 * stack trace names the folder in which a file was compiled.
 */
export const sharedCache = (folder: string) => ({
  NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/fightcard-copies'),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});

import { join } from 'node:path';

/**
 * The environment in which the repository and copies of it share what they compile, where a file is the same: it is found
 * by its path from the cache, which each names as in its own folder, through the link `node_modules`.
 */
export const sharedCache = (folder: string) => ({
  NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/fightcard-tests'),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});

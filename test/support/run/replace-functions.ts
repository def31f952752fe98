import { syncBuiltinESMExports } from 'node:module';

/**
 * Replaces functions of a module of Node during an action, also for modules that have imported them.
 *
 * @param module its default export.
 */
export async function withFunctions<T>(module: object, replaced: object, action: () => Promise<T>): Promise<T> {
  const originals = Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(module, name)]));
  Object.assign(module, replaced);
  syncBuiltinESMExports();
  try {
    return await action();
  } finally {
    Object.assign(module, originals);
    syncBuiltinESMExports();
  }
}

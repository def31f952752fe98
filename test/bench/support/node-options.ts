import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The options that a script of package.json gives to Node, so that what is measured runs as it does for users.
 *
 * @param folder of the checkout; default: this one.
 */
export function nodeOptionsOf(script: 'start' | 'mock', folder?: string): string[] {
  const file = folder ? join(folder, 'package.json') : new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<typeof script, string> };
  return scripts[script].split(' ').filter((word) => word.startsWith('--'));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The Node options of a script in package.json, so that programs are measured as users run them.
 *
 * @param folder of the checkout; default: this one.
 */
export function readNodeOptions(script: 'start' | 'mock', folder?: string): string[] {
  const file = folder ? join(folder, 'package.json') : new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<typeof script, string> };
  return scripts[script].split(' ').filter((word) => word.startsWith('--'));
}

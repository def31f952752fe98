import { readFileSync } from 'node:fs';

/** The options that a script of package.json gives to Node, so that what is measured runs as it does for users. */
export function nodeOptionsOf(script: 'start' | 'mock'): string[] {
  const file = new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<typeof script, string> };
  return scripts[script].split(' ').filter((word) => word.startsWith('--'));
}

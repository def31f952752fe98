import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../deploy/files.ts';

/** Copies this repository without lab/, as it is now, and links its packages. */
export function copyRepository(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const parts = new Set(
    `${files}`
      .trim()
      .split('\n')
      .map((file) => file.split('/')[0] as string),
  );
  for (const part of parts) if (part !== 'lab') cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

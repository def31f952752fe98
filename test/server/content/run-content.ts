import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Runs `npm run content` in a folder, with its embedded Redis when `redisUrl` is empty. */
export function runContent(
  { redisUrl, folder, env = {} }: { redisUrl: string; folder?: string; env?: Record<string, string> },
  args: string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts/content.ts'), ...args],
      { env: { ...process.env, REDIS_URL: redisUrl, ...env }, cwd: folder },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

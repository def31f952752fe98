import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { runContent as run } from '../../../scripts/content/run.ts';
import { connectPatiently } from '../../support/redis/redis.ts';

const root = join(import.meta.dirname, '../../..');

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command line of `npm run content` in this process, in a folder: one at a time. */
export async function runContent(
  { redisUrl, folder = process.cwd(), env = {} }: { redisUrl: string; folder?: string; env?: Record<string, string> },
  args: string[],
  input = '',
): Promise<Ended> {
  let [out, err] = ['', ''];
  async function* stdin() {
    yield Buffer.from(input);
  }
  const outside = process.cwd();
  process.chdir(folder);
  try {
    const code = await run(args, {
      stdin: stdin(),
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      isTerminal: false,
      env,
      connect: async () => (await connectPatiently(redisUrl)).connections,
    });
    return { code, out, err };
  } finally {
    process.chdir(outside);
  }
}

/** Runs `npm run content` as a shell does, with its embedded Redis when `redisUrl` is empty. */
export function spawnContent(
  { redisUrl, folder, env = {} }: { redisUrl: string; folder?: string; env?: Record<string, string> },
  args: string[],
  input = '',
): Promise<Ended> {
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

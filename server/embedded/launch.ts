import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { DataFolder } from './folder.ts';
import { RedisMissing } from './install.ts';
import { attach, freePort, isFree, isOwnPort, type Report, type Running, writeRunning } from './running.ts';
import { removeTornTransaction } from './torn-transaction.ts';

/** How a child process ended. */
export interface End {
  code: number | null;
  signal: string | null;
}

/** A `redis-server` that this process started. */
export interface Launched {
  running: Running;
  client: Redis;
  ended: Promise<End>;
}

/** Until its port is open, which comes before it loads its data. */
const listenTimeoutMs = 60_000;
/** Another program may take the port between the check and Redis's start. */
const attempts = 3;

/** A value in a configuration of Redis. A quote, a backslash or a line break in it is written as `\x0a`. */
const quote = (text: string) =>
  `"${text.replace(/["\\\n]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

const logOf = ({ redis }: DataFolder) => join(redis, 'redis.log');

function configuration(port: number, password: string, folder: DataFolder): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${quote(folder.redis)}`,
    `logfile ${quote(logOf(folder))}`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'lazyfree-lazy-expire yes',
    'maxmemory-policy noeviction',
  ].join('\n');
}

/** The last line that Redis wrote. */
export async function lastLogLine(folder: DataFolder): Promise<string> {
  const file = await open(logOf(folder)).catch(() => undefined);
  if (!file) return '';
  try {
    // Never rotated, so it may be long.
    const tail = Buffer.alloc(4_096);
    const { size } = await file.stat();
    const { bytesRead } = await file.read(tail, 0, tail.length, Math.max(0, size - tail.length));
    return tail.toString('utf8', 0, bytesRead).trim().split('\n').at(-1) ?? '';
  } finally {
    await file.close();
  }
}

async function launchOnce(
  program: string,
  folder: DataFolder,
  { port, password }: Pick<Running, 'port' | 'password'>,
  options: { report?: Report | undefined; signal?: AbortSignal | undefined },
): Promise<Launched> {
  await removeTornTransaction(folder.manifest);
  // Before it runs: if this process is killed, the next one finds this Redis instead of starting another on the same data.
  await writeRunning(folder.state, { port, password, pid: 0 });
  // Detached: Ctrl-C in the terminal reaches only this process, which then shuts Redis down. The configuration goes through
  // a pipe, since every user of the machine can see arguments.
  // Errors in its configuration, or of the dynamic linker, go to standard error: Redis opens its log later.
  const log = openSync(logOf(folder), 'a', 0o600);
  const child = spawn(program, ['-'], { detached: true, stdio: ['pipe', 'ignore', log], cwd: folder.redis });
  closeSync(log);
  const ended = Promise.withResolvers<End>();
  const failed = Promise.withResolvers<never>();
  child.once('error', failed.reject);
  child.once('exit', (code, signal) => {
    ended.resolve({ code, signal });
    failed.reject(new Error(`it ended with ${signal ?? `code ${code}`}`));
  });
  failed.promise.catch(() => undefined);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(configuration(port, password, folder));
  child.unref();
  const running = { port, password, pid: child.pid ?? 0 };
  // Redis shuts down cleanly on this signal, even while it loads its data.
  const abort = () => child.kill('SIGTERM');
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) abort();
  const untilMs = performance.now() + listenTimeoutMs;
  try {
    for (;;) {
      // To its end, also when Redis ends meanwhile: what is left of it would come back to the next Redis on this port, and
      // keep that one running.
      const client = await attach(running, options.report);
      if (client) {
        await writeRunning(folder.state, running);
        return { running, client, ended: ended.promise };
      }
      if (performance.now() > untilMs) throw new Error('it does not answer');
      await Promise.race([sleep(10), failed.promise]);
    }
  } catch (error) {
    // No process would watch it.
    child.kill('SIGKILL');
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

/** Redis logs one of these when its data is damaged. */
const damage = /Bad file format|bad file format|RDB checksum|Short read or OOM loading DB|wrong signature|corrupt/i;

async function startError(reason: string, folder: DataFolder): Promise<RedisMissing> {
  const last = await lastLogLine(folder);
  if (damage.test(last)) {
    return new RedisMissing(
      `The data of the embedded Redis are damaged (${last.replace(/.*# /, '')}): restore a copy of ${folder.redis}, or give up what cannot be read with: redis-check-aof --fix ${folder.manifest}`,
    );
  }
  const logged = last === '' ? `${logOf(folder)} is empty` : `The last line of ${logOf(folder)} is: ${last}`;
  return new RedisMissing(`The embedded Redis did not start: ${reason}. ${logged}`);
}

/**
 * Starts a `redis-server` on a data folder on which no other runs, and waits until it has loaded the data.
 *
 * @param options.before where it ran before. With the same port, two cannot run at once.
 * @param options.onlyThere whether it must use the same port, to which other processes connect.
 * @throws {RedisMissing} one sentence that says why.
 */
export async function launch(
  program: string,
  folder: DataFolder,
  options: { before?: Running | undefined; onlyThere?: boolean; report?: Report | undefined; signal?: AbortSignal },
): Promise<Launched> {
  const { before, onlyThere, signal } = options;
  let reason = '';
  for (let attempt = 0; attempt < (onlyThere ? 1 : attempts) && !signal?.aborted; attempt++) {
    const canReturn = before && attempt === 0 && (onlyThere || isOwnPort(before.port)) && (await isFree(before.port));
    if (onlyThere && !canReturn) {
      throw new RedisMissing(
        `The port ${before?.port} of the embedded Redis is taken by another program: end it, or start the server again.`,
      );
    }
    const password = before?.password ?? randomBytes(24).toString('hex');
    const place = canReturn ? before : { port: await freePort(), password };
    try {
      return await launchOnce(program, folder, place, options);
    } catch (error) {
      if (error instanceof RedisMissing) throw error;
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  if (signal?.aborted) throw new RedisMissing('The start was interrupted.');
  throw await startError(reason, folder);
}

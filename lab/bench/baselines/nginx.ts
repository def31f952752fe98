import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../server/embedded/install.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import type { ReadyAnswer } from '../support/answers.ts';
import { ask } from '../support/answers.ts';
import { startProcess } from '../support/process.ts';
import type { Scope } from '../support/scope.ts';

/** Headers that nginx itself sends for a file. */
const nginxHeaders = ['content-type', 'content-length', 'etag', 'last-modified'];

function headerLines(headers: string[]): string {
  const lines: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (!nginxHeaders.includes(name.toLowerCase())) lines.push(`    add_header ${name} ${JSON.stringify(value)};`);
  }
  return lines.join('\n');
}

const configuration = (folder: string, port: number, headers: string[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100 inactive=60s;
  keepalive_requests 1000000000;
  keepalive_timeout 65;
  default_type "application/json; charset=utf-8";
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
${headerLines(headers)}
  }
}
`;

/**
 * One nginx worker with one static file and the same headers.
 *
 * @returns undefined when nginx is not installed.
 */
export async function startNginx(
  scope: Scope,
  path: string,
  answer: ReadyAnswer,
): Promise<{ url: string; pid: number } | undefined> {
  const program = (await findProgram('nginx')) ?? (await findProgram('nginx', '/usr/sbin:/usr/local/sbin'));
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-nginx-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'files', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(answer.body, 'base64'));
  // The worker runs as another user when this process is root.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, answer.headers));
  const started = await startProcess(scope, {
    command: program,
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200 && !started.hasEnded(); attempt++) {
    const reply = await ask(url, { path }).catch(() => undefined);
    if (reply?.status === 200) return { url, pid: started.pid };
    await sleep(25);
  }
  throw new Error(`nginx does not answer: ${started.stderr()}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../run/eventually.ts';
import { freePort } from '../run/ports.ts';
import { findOrInstall } from '../run/programs.ts';

/** A proxy of the system's packages in front of a server. */
export interface ReverseProxy {
  url: string;
  /** How many requests it reports as forwarded. */
  sent(): Promise<number>;
  close(): Promise<void>;
}

export type ProxyName = 'nginx' | 'haproxy';

const nginxConfig = (folder: string, port: number, to: string) => `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  log_format sent '$upstream_addr';
  access_log ${folder}/access.log sent;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream app { server ${to}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_next_upstream off; }
  }
}`;

const haproxyConfig = (folder: string, port: number, to: string) => `
global
  stats socket ${folder}/stats level admin
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
  http-reuse always
frontend in
  bind 127.0.0.1:${port}
  default_backend app
backend app
  retries 0
  server one ${to}
`;

/** Requests of the only server of haproxy, by its own count. */
function statsOf(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let text = '';
  const socket = connect(path, () => socket.write('show stat\n'));
  socket.setEncoding('utf8').on('error', reject);
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('end', () => {
    const [head = '', ...rows] = text
      .trim()
      .split('\n')
      .map((line) => line.replace(/^# /, ''));
    const names = head.split(',');
    const row = rows.map((line) => line.split(',')).find((cells) => cells[0] === 'app' && cells[1] === 'one');
    resolve(Number(row?.[names.indexOf('req_tot')] || 0));
  });
  return promise;
}

/** Starts a proxy on a free port, in front of the server at an address. */
export async function startProxyBefore(name: ProxyName, to: string): Promise<ReverseProxy> {
  const program = await findOrInstall(name);
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-front-'));
  const port = await freePort();
  const config = join(folder, 'config');
  writeFileSync(config, (name === 'nginx' ? nginxConfig : haproxyConfig)(folder, port, new URL(to).host));
  const args = name === 'nginx' ? ['-p', folder, '-c', config] : ['-db', '-f', config];
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  let hasEnded = false;
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      hasEnded = true;
      done();
    }),
  );
  const answers = () =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      }).on('error', () => done(false));
    });
  await eventually(() => hasEnded || answers(), `${name} listens`);
  if (hasEnded) throw new Error(`${name} ended: ${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    async sent() {
      if (name === 'haproxy') return statsOf(join(folder, 'stats'));
      const lines = readFileSync(join(folder, 'access.log'), 'utf8').split('\n');
      return lines.filter((line) => line !== '' && line !== '-').length;
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../../mock/tls/certificate.ts';
import { readText } from '../deploy/files.ts';
import { eventually } from '../run/eventually.ts';
import { freePorts } from '../run/ports.ts';
import { findOrInstall } from '../run/programs.ts';

export interface EdgeReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** nginx as deploy/edge configures it, in front of servers, with clients that speak HTTP/2. */
export interface Edge {
  request(headers: OutgoingHttpHeaders, body?: string): Promise<EdgeReply>;
  get(path: string, headers?: OutgoingHttpHeaders): Promise<EdgeReply>;
  open(path: string, headers: OutgoingHttpHeaders): ClientHttp2Stream;
  combinedDir: string;
  close(): Promise<void>;
}

const machine = (folder: string) => `
daemon off; user ${process.getuid?.() === 0 ? 'root' : process.env.USER}; pid ${folder}/pid; error_log ${folder}/error.log;
worker_processes 2; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  include ${folder}/fightcard.conf;
}
`;

export function fillEdgeTemplate(values: Record<string, string>): string {
  return readText('deploy/edge/fightcard.conf.template').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template has an unknown value ${name}`);
    return value;
  });
}

function exchange(stream: ClientHttp2Stream, body?: string): Promise<EdgeReply> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeReply>();
  let headers: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  stream.on('response', (received) => {
    headers = received;
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', reject);
  stream.on('end', () =>
    resolve({ status: Number(headers[':status']), headers, body: Buffer.concat(chunks).toString('utf8') }),
  );
  stream.end(body);
  return promise;
}

/** nginx takes 128 streams of a connection at a time. */
const streamsPerSession = 100;

export async function startEdge(servers: readonly string[], clients = 1_000): Promise<Edge> {
  const program = await findOrInstall('nginx');
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-edge-'));
  const [port, innerPort] = await freePorts(2);
  const { chain, key, root } = await makeCertificate(['localhost']);
  const files = { chain: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.chain, chain);
  writeFileSync(files.key, key);
  const values = {
    ...{ LISTEN: `127.0.0.1:${port}`, INNER_PORT: String(innerPort), SERVER_NAME: 'localhost', CACHE_DIR: folder },
    ...{
      SERVERS: servers.map((url) => `server ${new URL(url).host};`).join(' '),
      CERTIFICATE: files.chain,
      CERTIFICATE_KEY: files.key,
    },
  };
  writeFileSync(join(folder, 'fightcard.conf'), fillEdgeTemplate(values));
  writeFileSync(join(folder, 'nginx.conf'), machine(folder));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGTERM');
  process.on('exit', kill);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const count = Math.ceil(clients / streamsPerSession);
  const sessions: (ClientHttp2Session | undefined)[] = Array(count);
  /** nginx closes a connection after a number of requests. */
  function openSession(index: number): ClientHttp2Session {
    const session = connect(`https://localhost:${port}`, { ca: root, host: '127.0.0.1' });
    session.on('error', () => undefined);
    session.once('close', () => {
      if (sessions[index] === session) sessions[index] = undefined;
    });
    sessions[index] = session;
    return session;
  }
  let next = 0;
  const open = (headers: OutgoingHttpHeaders, endStream = false) => {
    const index = next++ % count;
    const current = sessions[index];
    const session = current && !current.closed && !current.destroyed ? current : openSession(index);
    return session.request(headers, { endStream });
  };
  const request = (headers: OutgoingHttpHeaders, body?: string) => exchange(open(headers, body === undefined), body);
  const answers = () =>
    request({ ':method': 'OPTIONS', ':path': '/' }).then(
      () => true,
      () => false,
    );
  await eventually(async () => child.exitCode !== null || (await answers()), 'nginx answers');
  if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
  return {
    request,
    get: (path, headers) => request({ ':path': path, ...headers }),
    open: (path, headers) => open({ ':path': path, ...headers }, true),
    combinedDir: join(folder, 'combined'),
    async close() {
      for (const session of sessions) session?.destroy();
      process.off('exit', kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

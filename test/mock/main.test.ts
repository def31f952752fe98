import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startMock } from '../../mock/start.ts';
import { send } from '../support/http/send.ts';
import { withoutLinks } from '../support/run/without-links.ts';

const main = fileURLToPath(new URL('../../mock/main.ts', import.meta.url));

function run(args: string[], env: Record<string, string> = {}, file = main) {
  const child = spawn(process.execPath, [...withoutLinks, file, ...args], {
    env: { ...process.env, LOG_FORMAT: 'text', ...env },
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  return { child, output: () => out };
}

const ended = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

/** How many files and folders a process watches, where the system says so. */
const watches = ({ pid }: ChildProcess) =>
  globSync(`/proc/${pid}/fdinfo/*`)
    .flatMap((file) => {
      try {
        return readFileSync(file, 'utf8').split('\n');
      } catch {
        // Closed since they were listed.
        return [];
      }
    })
    .filter((line) => line.startsWith('inotify wd:')).length;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('npm run mock', () => {
  it('prints its address and stops on SIGTERM', async () => {
    const { child, output } = run([], { PORT: '0', REGION_SEGMENTS: 'on' });
    const closed = ended(child);
    await until(() => output().includes('Try:'));
    const base = /http:\/\/localhost:\d+\/api\/v3\/mobile/.exec(output())?.[0] as string;
    expect(output()).to.contain(base.replace('v3/mobile', 'v1/us'));
    expect((await fetch(`${base}/health`)).status).to.equal(200);
    expect((await fetch(`${base.replace('mobile', 'iphone/7')}/health`)).status).to.equal(200);
    child.kill('SIGTERM');
    expect(await closed).to.equal(0);
  });

  it('survives bodies in chunks of one byte', async () => {
    const { child, output } = run(['--port', '0'], { NODE_OPTIONS: '--max-old-space-size=192' });
    const closed = ended(child);
    await until(() => output().includes('Try:') || child.exitCode !== null);
    const url = new URL(/http:\/\/localhost:\d+/.exec(output())?.[0] ?? '');
    const start = `POST /api/v3/mobile/fights/88005/vote HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const sockets = Array.from({ length: 60 }, () => connect(Number(url.port)).on('error', () => undefined));
    await Promise.all(
      sockets.map((socket) => new Promise((sent) => socket.write(start + '1\r\n \r\n'.repeat(16_000), sent))),
    );
    expect((await fetch(new URL('/api/v3/mobile/health', url))).status).to.equal(200);
    for (const socket of sockets) socket.destroy();
    child.kill('SIGTERM');
    expect(await closed).to.equal(0);
  });

  it('explains that its port is taken', async () => {
    const mock = await startMock({ port: 0 });
    try {
      const { port } = new URL(mock.url);
      const { child, output } = run(['--port', port]);
      expect(await ended(child)).to.equal(1);
      expect(output()).to.equal(`Port ${port} is taken; stop what listens there or choose another: --port 4020.
`);
    } finally {
      await mock.close();
    }
  });

  for (const format of ['text', 'json']) {
    it(`logs each request as ${format}`, async () => {
      const { child, output } = run(['--port', '0', '--no-watch', '--log-format', format]);
      const closed = ended(child);
      await until(() => /Try:|"ready"/.test(output()));
      const [base] = /http:\/\/localhost:\d+/.exec(output()) ?? [];
      const begun = output().length;
      await fetch(`${base}/api/v1/us/events?limit=2`);
      await until(() => output().slice(begun).includes('\n'));
      child.kill('SIGINT');
      expect(await closed).to.equal(0);
      const lines = output().slice(begun).trim().split('\n');
      expect(lines).to.have.length(1);
      const line = format === 'json' ? JSON.parse(lines[0] as string).msg : lines[0];
      expect(line).to.match(/^GET \/api\/v1\/us\/events\?limit=2 200 /);
    });
  }

  it('serves on when its log is closed', async () => {
    const { child, output } = run(['--port', '0', '--no-watch']);
    const closed = ended(child);
    await until(() => output().includes('Try:'));
    const [base] = /http:\/\/localhost:\d+/.exec(output()) ?? [];
    child.stdout?.destroy();
    const statuses = [];
    for (let nth = 0; nth < 3; nth++) statuses.push((await fetch(`${base}/api/v1/us/events?limit=2`)).status);
    expect(statuses).to.deep.equal([200, 200, 200]);
    child.kill('SIGTERM');
    expect(await closed).to.equal(0);
  });

  it('serves with given faults, pacts and hosts', async () => {
    const pacts = fileURLToPath(new URL('./pacts', import.meta.url));
    const hosts = ['--allow-host', 'mock', '--allow-host', '192.168.1.20'];
    const { child, output } = run(['--port', '0', '--delay', '50', '--pacts', pacts, '--no-watch', ...hosts]);
    const closed = ended(child);
    await until(() => output().includes('Try:'));
    const [base] = /http:\/\/localhost:\d+\/api\/v1\/us/.exec(output()) ?? [];
    const startMs = performance.now();
    const headers = { Prefer: 'example="the first two news for the widget"' };
    const [row] = (await (await fetch(`${base}/news?limit=2`, { headers })).json()) as { title: string }[];
    expect(row?.title).to.equal('A title');
    expect(performance.now() - startMs).to.be.greaterThan(49);
    const control = (Host: string) => send(new URL(base ?? '').origin, 'GET', '/__mock/requests', { Host });
    expect([(await control('192.168.1.20')).status, (await control('192.168.1.21')).status]).to.deep.equal([200, 403]);
    if (process.platform === 'linux') expect(watches(child), 'what it watches').to.equal(0);
    child.kill('SIGTERM');
    expect(await closed).to.equal(0);
  });

  it('serves and watches a single pact file', async () => {
    const file = fileURLToPath(new URL('./pacts/corner-ios-fight-sports-api.json', import.meta.url));
    const { child, output } = run(['--port', '0', '--pacts', file]);
    const closed = ended(child);
    await until(() => output().includes('Try:') || child.exitCode !== null);
    const [base] = /http:\/\/localhost:\d+/.exec(output()) ?? [];
    const headers = (example: string) => ({ Prefer: `example="${example}"` });
    const news = await fetch(`${base}/api/v1/us/news?limit=2`, {
      headers: headers('the first two news for the widget'),
    });
    expect([news.status, ((await news.json()) as { title: string }[])[0]?.title]).to.deep.equal([200, 'A title']);
    expect(output()).not.to.match(/Note:|Conflict:/);
    if (process.platform === 'linux') expect(watches(child), 'what it watches').to.be.greaterThan(0);
    child.kill('SIGTERM');
    expect(await closed).to.equal(0);
  });

  for (const [args, sentence] of [
    [['--prot', '1'], 'There is no option --prot; the nearest is --port.'],
    [['--port', 'many'], 'The port must be an integer from 0 to 65535, not "many".'],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { child, output } = run([...args]);
      expect(await ended(child)).to.equal(2);
      expect(output()).to.contain(sentence);
    });
  }

  it('names missing packages', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-packages-'));
    for (const name of ['mock', 'contracts', 'package.json']) symlinkSync(join(root, name), join(folder, name));
    mkdirSync(join(folder, 'node_modules'));
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
    for (const name of Object.keys(dependencies)) {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    }
    for (const [args, missing] of [
      [[], '@stoplight/prism-http'],
      [['--https'], '@peculiar/x509, @stoplight/prism-http, reflect-metadata'],
    ] as const) {
      const { child, output } = run(['--port', '0', ...args], {}, join(folder, 'mock/main.ts'));
      expect(await ended(child)).to.equal(1);
      expect(output()).to.equal(`Packages are not installed: ${missing}; install them with: npm ci --omit=dev\n`);
    }
    rmSync(folder, { recursive: true });
  });

  it('explains where a certificate cannot be written', async () => {
    for (const folder of ['/proc/nope/below', fileURLToPath(import.meta.url)]) {
      const { child, output } = run(['--port', '0', '--https-folder', folder]);
      expect(await ended(child), folder).to.equal(1);
      expect(output()).to.match(
        /^\/\S+: the certificate cannot be written there \(E\w+\); name a folder of your own\.\n$/,
      );
    }
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
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

/** Runs the command while a test uses the mock, and expects that SIGTERM ends it. */
async function runWhile(
  args: string[],
  use: (mock: { base: string; child: ChildProcess; output: () => string }) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const { child, output } = run(args, env);
  const closed = ended(child);
  await until(() => /Try:|"ready"/.test(output()) || child.exitCode !== null);
  await use({ base: /http:\/\/localhost:\d+/.exec(output())?.[0] ?? '', child, output });
  child.kill('SIGTERM');
  expect(await closed).to.equal(0);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('npm run mock', () => {
  it('prints its address and stops on SIGTERM', () =>
    runWhile(
      [],
      async ({ base, output }) => {
        expect(output()).to.contain(`${base}/api/v3/mobile`).and.to.contain(`${base}/api/v1/us`);
        for (const region of ['mobile', 'iphone/7']) {
          expect((await fetch(`${base}/api/v3/${region}/health`)).status, region).to.equal(200);
        }
        await until(() => /^GET \/api\/v3\/iphone\/7\/health 200 \w{12} exact$/m.test(output()));
      },
      { PORT: '0', REGION_SEGMENTS: 'on' },
    ));

  it('survives bodies in chunks of one byte', () =>
    runWhile(
      ['--port', '0'],
      async ({ base }) => {
        const start = `POST /api/v3/mobile/fights/88005/vote HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
        const { port } = new URL(base);
        const sockets = Array.from({ length: 60 }, () => connect(Number(port)).on('error', () => undefined));
        await Promise.all(
          sockets.map((socket) => new Promise((sent) => socket.write(start + '1\r\n \r\n'.repeat(16_000), sent))),
        );
        expect((await fetch(`${base}/api/v3/mobile/health`)).status).to.equal(200);
        for (const socket of sockets) socket.destroy();
      },
      { NODE_OPTIONS: '--max-old-space-size=192' },
    ));

  it('explains that its port is taken', async () => {
    const mock = await startMock({ port: 0 });
    try {
      const { port } = new URL(mock.url);
      const { child, output } = run(['--port', port]);
      expect(await ended(child)).to.equal(1);
      expect(output()).to.equal(`port ${port} is in use; stop its program, or choose another port: --port 4020\n`);
    } finally {
      await mock.close();
    }
  });

  it('logs each request, and serves on when its log is closed', () =>
    runWhile(['--port', '0', '--no-watch', '--log-format', 'json'], async ({ base, child, output }) => {
      const begun = output().length;
      await fetch(`${base}/api/v1/us/events?limit=2`, { headers: { Prefer: 'delay=1' } });
      await until(() => output().slice(begun).includes('\n'));
      const line = JSON.parse(output().slice(begun)).msg;
      expect(line).to.match(/^GET \/api\/v1\/us\/events\?limit=2 200 \w{12} exact 1 ms$/);
      child.stdout?.destroy();
      for (let nth = 0; nth < 3; nth++) {
        expect((await fetch(`${base}/api/v1/us/events?limit=2`)).status).to.equal(200);
      }
    }));

  const firstTitle = async (base: string) => {
    const headers = { Prefer: 'example="the first two news for the widget"' };
    const [row] = (await (await fetch(`${base}/api/v1/us/news?limit=2`, { headers })).json()) as { title: string }[];
    return row?.title;
  };

  it('serves with given faults, pacts and hosts', () => {
    const pacts = fileURLToPath(new URL('./pacts', import.meta.url));
    const hosts = ['--allow-host', 'mock', '--allow-host', '192.168.1.20'];
    const args = ['--port', '0', '--delay', '50', '--pacts', pacts, '--no-watch', ...hosts];
    return runWhile(args, async ({ base }) => {
      const startMs = performance.now();
      expect(await firstTitle(base)).to.equal('A title');
      expect(performance.now() - startMs).to.be.greaterThan(49);
      const control = async (Host: string) => (await send(base, 'GET', '/__mock/requests', { Host })).status;
      expect([await control('192.168.1.20'), await control('192.168.1.21')]).to.deep.equal([200, 403]);
    });
  });

  it('explains where a certificate cannot be written', async () => {
    const { child, output } = run(['--port', '0', '--https-folder', main]);
    expect(await ended(child)).to.equal(1);
    expect(output()).to.match(
      /^\/\S+: cannot read or write the certificate \(E\w+\); choose another folder: --https-folder <path>\n$/,
    );
  });
});

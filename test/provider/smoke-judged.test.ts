import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { startMock } from '../../mock/start.ts';
import { smoke } from '../../scripts/smoke/smoke.ts';

describe('smoke', () => {
  it('sends no body with --read-only, one with each POST else, and asks for what replies refer to', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    try {
      for (const readOnly of [true, false]) {
        const bodies: unknown[] = [];
        const paths = new Set<string>();
        const recording: typeof fetch = (url, init) => {
          paths.add(new URL(String(url)).pathname);
          if (init?.method === 'POST') bodies.push(init.body ?? '');
          return fetch(url, init);
        };
        await smoke({ url: mock.url, fetch: recording, readOnly });
        expect(bodies.length).to.be.above(2);
        expect(
          bodies.map((body) => body !== ''),
          `read-only: ${readOnly}`,
        ).to.deep.equal(bodies.map(() => !readOnly));
        // The votes of a fight that only a list names, and the picture of a presenter.
        const votes = [...paths].filter((path) => /^\/api\/v3\/mobile\/fights\/\d+\/votes$/.test(path));
        expect(votes.length, 'fights').to.be.above(2);
        expect([...paths].filter((path) => /\/media\/\d+$/.test(path)).length, 'media items').to.be.above(2);
      }
    } finally {
      await mock.close();
    }
  });

  it('ends with 1 and names each reply that is not as documented', async () => {
    const server = createServer((_, res) => res.setHeader('Content-Type', 'application/json').end('{"wrong":1}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, ['scripts/run.js', 'scripts/smoke.ts', '--url', url], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    server.closeAllConnections();
    server.close();
    expect(code, err).to.equal(1);
    expect(out).to.match(/^0 of \d+ operations, \d+ links followed, \d+ broken\n$/);
    const [, broken] = /(\d+) broken/.exec(out) ?? [];
    expect(err.match(/^(GET|POST) \/api\/v[13]\/\S+ \(\w+\): .+$/gm)).to.have.length(Number(broken));
  });
});

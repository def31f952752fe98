import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { startMock } from '../../mock/start.ts';
import { referencesIn } from '../../scripts/smoke/references.ts';
import { smoke } from '../../scripts/smoke/smoke.ts';

describe('smoke', () => {
  it('sends no body with --read-only, and one with each POST else', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    try {
      for (const readOnly of [true, false]) {
        const bodies: unknown[] = [];
        const recording: typeof fetch = (url, init) => {
          if (init?.method === 'POST') bodies.push(init.body ?? '');
          return fetch(url, init);
        };
        await smoke({ url: mock.url, fetch: recording, readOnly });
        expect(bodies.length).to.be.above(2);
        expect(
          bodies.map((body) => body !== ''),
          `read-only: ${readOnly}`,
        ).to.deep.equal(bodies.map(() => !readOnly));
      }
    } finally {
      await mock.close();
    }
  });

  it('follows the ids of records, and of the records that they name', () => {
    const found = (name: string, value: object) =>
      [...referencesIn({ $id: name } as never, value)].map((reference) =>
        reference.route ? [reference.route, reference.id] : [],
      );
    expect(found('Fight', { id: 7, fighter1_id: 8, fighter2_id: 0 })).to.deep.equal([
      ['fight_votes', 7],
      ['fighter', 8],
    ]);
    expect(found('RingPresenter', { id: 41, octagon_girl_media_id: 9 })).to.deep.equal([
      ['octagon_girl', 41],
      ['media_item', 9],
    ]);
    expect(found('Article', { id: 5, article_media_id: 6, article_fighter_id: null, event_id: 3 })).to.deep.equal([
      ['article', 5],
      ['media_item', 6],
      ['event', 3],
    ]);
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

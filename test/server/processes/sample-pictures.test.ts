import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { sendPatiently } from '../../support/http/send.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const image = '/sample/img.example.com/f/3107.png';
const base = 'http://10.0.2.2:8080';

/** A digest that no feed key has. */
const digest = createHash('sha256').update('a key of this test').digest('hex');
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com', FEED_KEYS: `a:${digest}` };

async function using(
  env: Record<string, string>,
  args: string[],
  use: (url: string, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = startServerProcess(env, args);
  try {
    await use(await server.ready, server);
  } finally {
    await server.close();
  }
}

describe('SAMPLE_PICTURES', () => {
  it('is the base of all picture addresses, on every worker', async () => {
    await using({ WORKERS: '2', SAMPLE_PICTURES: `${base}/` }, [], async (url) => {
      for (let time = 0; time < 4; time++) expect((await sendPatiently(url, 'GET', image)).status).to.equal(200);
      const fighter = (await sendPatiently(url, 'GET', '/api/v3/mobile/fighters/3107')).body.toString();
      expect(fighter).to.include(`"${base}${image}"`);
      const holders = (await sendPatiently(url, 'GET', '/api/v1/us/fighters/title_holders')).body.toString();
      expect(holders).to.include(`"${base}/sample/img.example.com/placeholder.png"`);
      for (const text of [fighter, holders]) expect(text).not.to.match(/https:\/\/(?:img|media)\.example/);
    });
  });

  it('defaults to the addresses of the contracts', async () => {
    await using({}, [], async (url) => {
      expect((await sendPatiently(url, 'GET', image)).status).to.equal(200);
      const fighter = (await sendPatiently(url, 'GET', '/api/v3/mobile/fighters/3107')).body.toString();
      expect(fighter).to.include('"https://img.example.com/f/3107.png"');
    });
  });

  for (const [title, env, args] of [
    ['with --no-sample', {}, ['--no-sample']],
    ['in production', production, []],
  ] as const) {
    it(`serves no pictures ${title}`, async () => {
      await using({ ...env, SAMPLE_PICTURES: base }, [...args], async (url) => {
        expect((await sendPatiently(url, 'GET', image)).status).to.equal(404);
      });
    });
  }
});

import { expect } from 'chai';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const paths = expectedOperations.filter(({ name, isConditional }) => name !== 'root' && isConditional).map(samplePath);

describe('J04: workers in an outage of Redis', () => {
  let redis: TestNode;
  let server: ServerProcess;
  before(async () => {
    redis = await startRedis();
    server = startServerProcess({ WORKERS: '2', REDIS_URL: redis.url, NODE_ENV: 'development' });
  });
  after(async () => {
    await server.close();
    await redis.close();
  });

  const linesOf = (msg: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}"`))
      .map((line) => JSON.parse(line) as { workers: { pid: number }[] });

  /** Kills a worker and waits for its replacement. */
  async function replaceOne(pid: number): Promise<void> {
    const before = linesOf('a worker is ready').length;
    process.kill(pid, 'SIGKILL');
    await eventually(() => linesOf('a worker is ready').length > before, 'another worker is ready', 40_000);
  }

  const workers = () =>
    (linesOf('a worker is ready').at(-1) ?? linesOf('ready').at(-1))?.workers.map(({ pid }) => pid) ?? [];

  /** The primary gives connections to the workers in turn. */
  async function byBothWorkers(url: string, ask: (client: ClientPool, which: number) => Promise<void>): Promise<void> {
    const clients = [0, 1].map(() => openClientPool(url, 1));
    for (const [which, client] of clients.entries()) await ask(client, which);
    for (const client of clients) await client.close();
  }

  it('J04: send every reply that any worker had sent', async () => {
    const url = await server.ready;
    const good = new Map<string, string>();
    await byBothWorkers(url, async (client, which) => {
      for (const [n, path] of paths.entries())
        if (n % 2 === which) good.set(path, String((await client.sendOnce('GET', path)).body));
    });
    // They share replies with the primary within about a tenth of a second.
    await new Promise((wait) => setTimeout(wait, 1_000));
    const [first = 0] = workers();
    await replaceOne(first);
    await redis.kill();

    const expectAll = (when: string) =>
      byBothWorkers(url, async (client) => {
        for (const path of paths) {
          const { status, headers, body } = await client.sendOnce('GET', path);
          expect(status, `${path}, ${when}`).to.equal(200);
          expect(String(body), path).to.equal(good.get(path));
          expect(headers['cache-status'], path).to.equal('fightcard; hit; detail=stale');
          expect(headers.age, path).to.match(/^\d+$/);
        }
      });
    await expectAll('after a worker was killed');
    const [, second = 0] = workers();
    await replaceOne(second);
    await expectAll('after a worker was killed during the outage');
  });
});

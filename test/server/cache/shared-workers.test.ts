import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { expect } from 'chai';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const paths = expectedOperations.filter(({ name, isConditional }) => name !== 'root' && isConditional).map(samplePath);

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function get(agent: Agent, url: string, path: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(url + path, { agent }, async (answer) => {
    let text = '';
    for await (const chunk of answer) text += chunk;
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
  });
  sent.on('error', reject).end();
  return promise;
}

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
  async function byBothWorkers(ask: (agent: Agent, which: number) => Promise<void>): Promise<void> {
    const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const [which, agent] of agents.entries()) await ask(agent, which);
    for (const agent of agents) agent.destroy();
  }

  it('J04: answer all that any worker had answered', async () => {
    const url = await server.ready;
    const good = new Map<string, Reply>();
    await byBothWorkers(async (agent, which) => {
      for (const [n, path] of paths.entries()) if (n % 2 === which) good.set(path, await get(agent, url, path));
    });
    // They share replies with the primary within about a tenth of a second.
    await new Promise((wait) => setTimeout(wait, 1_000));
    const [first = 0] = workers();
    await replaceOne(first);
    await redis.kill();

    async function expectAll(when: string): Promise<void> {
      let answered = 0;
      await byBothWorkers(async (agent) => {
        for (const path of paths) {
          const { status, headers, text } = await get(agent, url, path);
          expect(status, `${path}, ${when}`).to.equal(200);
          expect(text, path).to.equal(good.get(path)?.text);
          expect(headers['cache-status'], path).to.equal('fightcard; hit; detail=stale');
          expect(headers.age, path).to.match(/^\d+$/);
          answered++;
        }
      });
      console.log(`      J04: ${answered} of ${2 * paths.length} reads answered, ${when}`);
    }
    await expectAll('after a worker was killed');
    const [, second = 0] = workers();
    await replaceOne(second);
    await expectAll('after a worker was killed during the outage');
  });
});

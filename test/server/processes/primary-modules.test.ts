import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { preload } from '../../support/server/preload.ts';
import { startServerProcess, workersOf } from '../../support/server/server-process.ts';

/**
 * A module that every process and thread loads first: it adds each module that is loaded later to a file of its own, with
 * those of Node itself that only `fetch` needs.
 */
const recorder = (folder: string) => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
const file = ${JSON.stringify(folder)} + '/' + process.pid + (isMainThread ? '' : '-thread');
const record = (...lines) => appendFileSync(file, lines.join('\\n') + '\\n');
const ofFetch = () => process.moduleLoadList.filter((name) => name.includes('undici'));
registerHooks({
  load(url, context, next) {
    record(url, ...ofFetch());
    return next(url, context);
  },
});
process.on('exit', () => record('the end', ...ofFetch()));
`;

/** Paths in the repository, and the names of packages. */
const readModules = (file: string) => {
  const root = new URL('../../../', import.meta.url).href;
  const urls = readFileSync(file, 'utf8').split('\n');
  const own = urls.flatMap((url) => (url.startsWith(root) ? [url.slice(root.length)] : []));
  return {
    files: own.filter((path) => !path.startsWith('node_modules/')),
    ofNode: urls.filter((url) => /^(node:|NativeModule )/.test(url)),
    packages: new Set(own.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
  };
};

describe('the primary, which answers no requests', () => {
  let redis: TestNode;
  let folder: string;
  let primaryPid: number | undefined;
  let workerPid: number | undefined;
  before(async () => {
    redis = await startRedis();
    folder = mkdtempSync(join(tmpdir(), 'fightcard-modules-'));
    const env = { REDIS_URL: redis.url, WORKERS: '2', ADMIN_PORT: '0', ...preload(recorder(folder)) };
    const server = startServerProcess(env, ['--no-sample']);
    try {
      await server.ready;
      primaryPid = server.child.pid;
      [workerPid] = workersOf(server);
    } finally {
      await server.close();
    }
  });
  after(async () => {
    await redis?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loads nothing of them: no routes, handlers, caches or HTTP, and only the packages of Redis and the log', () => {
    const primary = readModules(join(folder, String(primaryPid)));
    const worker = readModules(join(folder, String(workerPid)));
    const ofRequests = ['express', 'typebox', 'prom-client'];
    expect([...worker.packages], 'control').to.include.members(['express', 'typebox', 'ioredis', 'pino']);
    expect([...primary.packages]).to.include.members(['ioredis', 'pino', 'lru-cache']);
    expect([...primary.packages].filter((name) => ofRequests.includes(name))).to.deep.equal([]);
    const rooms =
      /^(contracts\/(routes|operations|requests|http|interactions|world|openapi|site)\b|mock\/|server\/(http|handlers|cache|queries|limits|streams|pages|content)\/)/;
    expect(worker.files.filter((path) => rooms.test(path)).length, 'control').to.be.above(50);
    expect(primary.files.filter((path) => rooms.test(path))).to.deep.equal([]);
  });

  it('loads nothing that only fetch needs, and neither do its thread for the admin port and its workers', () => {
    const all = readdirSync(folder)
      .map((name) => readModules(join(folder, name)))
      // The first start after an installation compiles in a process of its own.
      .filter(({ files }) => !files.includes('server/processes/compile.ts'))
      .map(({ ofNode }) => ofNode);
    expect(all).to.have.length(4);
    for (const loaded of all) expect(loaded, 'control').to.include('node:http');
    expect(all.flat().filter((name) => name.startsWith('NativeModule '))).to.deep.equal([]);
  });
});

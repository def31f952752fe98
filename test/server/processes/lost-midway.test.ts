import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { json, send } from '../../support/http/send.ts';
import { startFalseRedis } from '../../support/redis/false-redis.ts';
import { startNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

/** Workers of a primary, from their start on; not the process that compiles. */
function startedBy(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('server/main.js');
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

describe('npm start, when Redis is lost between the primary and its workers', () => {
  it('G10: goes on, and answers as soon as Redis is back', async () => {
    const port = await freePort();
    const before = await startNode(port, []);
    const server = startServerProcess({ REDIS_URL: before.url, WORKERS: '2' }, ['--no-sample']);
    try {
      await eventually(() => startedBy(server.child.pid ?? 0).length > 0, 'a worker that starts');
      await before.close();
      const url = await server.ready;
      const health = () => send(url, 'GET', '/api/v1/us/health');
      expect(json(await health()).status).to.equal('degraded');
      const after = await startNode(port, []);
      try {
        await eventually(async () => json(await health()).status === 'ok', 'health is ok');
      } finally {
        await after.close();
      }
    } finally {
      await server.close();
    }
  });
});

describe('npm start, when nobody reads its standard error', () => {
  it('goes on after it has said there that it waits for Redis', async () => {
    const redis = await startRedis();
    const between = await startFalseRedis(redis.port);
    let [isWrong, asked] = [true, 0];
    const info = 'cluster_enabled:1\r\n';
    between.lie = ({ name, args }) => {
      if (name !== 'info' || args[0] !== 'cluster' || !isWrong) return undefined;
      asked++;
      return { bytes: `$${info.length}\r\n${info}\r\n` };
    };
    const server = startServerProcess({ REDIS_URL: between.url, REDIS_WAIT_SECONDS: '600' }, ['--no-sample']);
    server.child.stderr?.destroy();
    try {
      await Promise.race([eventually(() => asked > 1, 'it looks for Redis again'), server.ready]);
      isWrong = false;
      await server.ready;
    } finally {
      await server.close();
      await between.close();
      await redis.close();
    }
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { json, send } from '../../support/http/send.ts';
import { startNode } from '../../support/redis/nodes.ts';
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

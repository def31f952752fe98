import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../../test/support/run/eventually.ts';
import { EventReader } from './support/event-reader.ts';
import type { Run } from './support/report.ts';

/** Ratios depend on the load of the machine, so they are not asserted: only that the bench runs and prints everything. */
describe('npm --prefix lab run bench -- reads', () => {
  it('checks the answers of every contestant and prints each figure', async () => {
    const args = ['lab/bench/bench.ts', 'reads', '--rounds', '1', '--seconds', '0.1', '--cold', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 2 ** 20 });
    const { figures, rows, failures, machine } = JSON.parse(stdout) as Run;
    expect(failures).to.deep.equal([]);
    const wanted = figures.filter(({ target }) => target).map(({ name, against }) => `${name} / ${against}`);
    expect(wanted).to.deep.equal([
      'cached GET, 1.2 KB / bare node:http',
      'cached GET, 1.2 KB / plain Express + ioredis',
      '304 / bare node:http 304',
      'miss, one record, unchanged (CACHE=off) / plain Express + ioredis',
      'miss, one record, never read before / plain Express + ioredis',
      'miss, one record, read again the same / plain Express + ioredis',
    ]);
    for (const { value, verdict } of figures) {
      expect(value).to.be.above(0);
      expect(verdict).to.be.oneOf(['reached', 'short of it', 'too noisy', 'no target']);
    }
    expect(rows.every(({ requestsPerSecond, p99Ms }) => requestsPerSecond > 0 && p99Ms > 0)).to.equal(true);
    expect(machine.versions).to.include.keys('node', 'redis', 'express');
  });

  it('exits with 2 and a message if there is no such bench', async () => {
    const failed = await promisify(execFile)(process.execPath, ['lab/bench/bench.ts', 'reeds']).catch((error) => error);
    expect(failed.code).to.equal(2);
    expect(failed.stderr).to.include('There is no bench "reeds"; the nearest is reads.');
  });
});

describe('a reader of the bench of streams', () => {
  it('counts events that are missing and that come twice, and comes back when it was told to', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      asked.push(req.headers['last-event-id'] as string | undefined);
      if (asked.length === 1) res.writeHead(503, { 'Retry-After': '0' }).end('{"status":503}\n');
      else for (const id of [1, 2, 5, 5, 6]) res.write(`id: ${id}\ndata: ${'x'.repeat(9_000)}\n\n`);
      if (asked.length > 1) res.write(': a comment\n\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ids: number[] = [];
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const reader = new EventReader({ url, path: '/', onEvent: (id) => ids.push(id) });
    try {
      await reader.open();
      await eventually(() => reader.lastId === 6, 'all events');
      expect(ids).to.deep.equal([1, 2, 5, 5, 6]);
      expect([reader.missed, reader.repeated, reader.refusals]).to.deep.equal([2, 1, 1]);
      reader.cut();
      await reader.open();
      await eventually(() => asked.length === 3, 'it asks again');
      expect(asked).to.deep.equal([undefined, undefined, '6']);
    } finally {
      reader.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

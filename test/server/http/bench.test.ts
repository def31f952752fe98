import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Run } from '../../bench/support/report.ts';

/** Ratios depend on the load of the machine, so they are not asserted: only that the bench runs and prints everything. */
describe('npm run bench -- reads', function () {
  this.timeout(120_000);

  it('checks the answers of every contestant and prints each figure', async () => {
    const args = ['test/bench/bench.ts', 'reads', '--rounds', '1', '--seconds', '0.1', '--cold', '--json'];
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
    const failed = await promisify(execFile)(process.execPath, ['test/bench/bench.ts', 'reeds']).catch(
      (error) => error,
    );
    expect(failed.code).to.equal(2);
    expect(failed.stderr).to.include('There is no bench "reeds"; the nearest is reads.');
  });
});

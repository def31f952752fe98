import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { createLog } from '../../../server/processes/log.ts';
import { send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

interface Line {
  level: number;
  msg: string;
  requestId: string;
  reason: string;
  /** Absent: once. */
  times?: number;
  err: { message: string };
}

function recordingLog(level = 'warn') {
  const lines: Line[] = [];
  const unwritten = { repeated: 0 };
  const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }, false, unwritten);
  return { log, lines, unwritten, times: () => lines.reduce((sum, { times = 1 }) => sum + times, 0) };
}

describe('the log of repeated failures', () => {
  it('writes nine lines at once, then one a second', async () => {
    const { log, lines, times, unwritten } = recordingLog();
    const fail = (count: number) => {
      for (let nth = 0; nth < count; nth++) log.warn({ err: new Error('away'), nth }, 'service-unavailable');
    };
    fail(1_000);
    expect(lines).to.have.length(9);
    await eventually(() => lines.length > 9, 'the line of the first second');
    expect(lines[9]).to.include({ level: 40, msg: 'service-unavailable', nth: 999, times: 991 });
    expect(lines[0]).not.to.have.property('times');
    fail(500);
    expect(lines, 'while there are many').to.have.length(10);
    await eventually(() => lines.length > 10, 'the line of the second');
    expect([lines.length, times(), unwritten.repeated]).to.deep.equal([11, 1_500, 1_500 - 11]);
  });

  it('distinguishes messages, reasons and errors', () => {
    const { log, lines } = recordingLog();
    for (let count = 0; count < 100; count++) {
      log.warn({ reason: 'loads' }, 'service-unavailable');
      log.warn({ reason: 'ballots' }, 'service-unavailable');
      log.error({ err: new TypeError('a fault') }, 'internal-error');
      log.error({ err: new TypeError('another') }, 'internal-error');
      log.error({ err: 'no error' }, 'internal-error');
      log.warn('without members');
    }
    expect(lines).to.have.length(6 * 9);
  });

  it('stays short if every error has a different message', async () => {
    const { log, lines, times } = recordingLog();
    for (let count = 0; count < 10_000; count++) log.error({ err: new Error(`fault ${count}`) }, 'internal-error');
    await eventually(() => times() === 10_000, 'a line for all');
    expect(lines.length).to.be.at.most(30);
  });

  it('does not bound information and fatal errors', () => {
    const { log, lines } = recordingLog('debug');
    for (const level of ['debug', 'info', 'fatal'] as const) {
      lines.length = 0;
      for (let count = 0; count < 100; count++) log[level]({ reason: 'x' }, 'the same');
      expect(lines, level).to.have.length(100);
    }
  });

  it('counts the lines of the last second of a process', () => {
    const code = `
      const { createLog } = await import('./server/processes/log.ts');
      const log = createLog('info');
      for (let count = 0; count < 500; count++) log.warn({ reason: 'x' }, 'request failed');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    const times = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line).times ?? 1);
    expect(times).to.deep.equal([...Array(9).fill(1), 491]);
  });

  it('L05: counts every failed request of an outage', async () => {
    const { log, lines, times } = recordingLog();
    const night = await startFightNight({ log }, productionDeadlines);
    night.useProductionTimeouts();
    try {
      process.kill(night.redis.pid, 'SIGSTOP');
      const startedMs = performance.now();
      let failed = 0;
      const ask = async () => {
        for (let count = 0; count < 25; count++) {
          if ((await send(night.url, 'GET', '/api/v1/us/events')).status === 503) failed++;
        }
      };
      await Promise.all(Array.from({ length: 40 }, ask));
      await eventually(() => times() === failed, 'all are logged');
      const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
      const causes = new Set(lines.map(({ err }) => err.message)).size;
      expect(lines.length).to.be.at.most(10 * causes * seconds);
      expect(failed).to.be.above(2 * lines.length);
      expect(new Set(lines.map(({ requestId }) => requestId)).size).to.equal(lines.length);
      expect(new Set(lines.map(({ reason }) => reason))).to.deep.equal(new Set(['store_away']));
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
      await night.close();
    }
  });
});

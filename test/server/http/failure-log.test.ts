import { spawnSync } from 'node:child_process';
import { mock } from 'node:test';
import { expect } from 'chai';
import { createLog } from '../../../server/processes/log.ts';
import { send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

interface Line {
  level: number;
  msg: string;
  requestId: string;
  reason: string;
  /** Absent: once. */
  times?: number;
  err: { message: string };
}

/** The log of a server, recorded. */
function recordingLog(level = 'warn') {
  const lines: Line[] = [];
  const unwritten = { repeated: 0 };
  const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }, false, unwritten);
  return { log, lines, unwritten, times: () => lines.reduce((sum, { times = 1 }) => sum + times, 0) };
}

describe('the log', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('has the first nine lines of a kind at once, and one for all others of the second', () => {
    const { log, lines } = recordingLog();
    for (let number = 1; number <= 1_000; number++) log.warn({ err: new Error('away'), number }, 'service-unavailable');
    expect(lines).to.have.length(9);
    mock.timers.tick(1_000);
    expect(lines).to.have.length(10);
    expect(lines[0]).to.include({ level: 40, msg: 'service-unavailable', number: 1 }).and.not.have.property('times');
    expect(lines[9]).to.include({ level: 40, msg: 'service-unavailable', number: 1_000, times: 991 });
    expect(lines[9]?.err.message).to.equal('away');
  });

  it('has one line a second while there are many, and nine at once again after a second with few', () => {
    const { log, lines, times } = recordingLog();
    const fail = (count: number) => {
      for (let done = 0; done < count; done++) log.error({ err: new Error('away') }, 'internal-error');
    };
    fail(100);
    for (let second = 1; second <= 5; second++) {
      mock.timers.tick(1_000);
      expect(lines).to.have.length(9 + second);
      fail(100);
    }
    mock.timers.tick(1_000);
    fail(3);
    mock.timers.tick(1_000);
    expect(lines).to.have.length(9 + 7);
    fail(9);
    expect(lines).to.have.length(9 + 7 + 9);
    expect(times()).to.equal(612);
  });

  it('counts the lines that are never written, since another stands for them', () => {
    const { log, lines, unwritten } = recordingLog();
    for (let second = 1; second <= 3; second++) {
      for (let count = 0; count < 100; count++) log.warn('x');
      mock.timers.tick(1_000);
    }
    expect(lines).to.have.length(9 + 3);
    expect(unwritten).to.deep.equal({ repeated: 300 - 12 });
  });

  it('writes nothing more once all is written', () => {
    const { log, lines } = recordingLog();
    for (let count = 0; count < 20; count++) log.warn('x');
    mock.timers.tick(1_000);
    const { length } = lines;
    mock.timers.tick(10_000);
    expect(lines).to.have.length(length);
    expect(lines.at(-1)).to.include({ msg: 'x', times: 11 });
  });

  it('distinguishes messages, reasons and errors', () => {
    const { log, lines } = recordingLog();
    for (let count = 0; count < 100; count++) {
      log.warn({ reason: 'loads' }, 'service-unavailable');
      log.warn({ reason: 'ballots' }, 'service-unavailable');
      log.error({ err: new TypeError('a fault') }, 'internal-error');
      log.error({ err: new TypeError('another') }, 'internal-error');
      log.error({ err: 'no error' }, 'internal-error');
    }
    expect(lines).to.have.length(5 * 9);
  });

  it('stays short if every error has a different message, and loses none', () => {
    const { log, lines, times } = recordingLog();
    for (let count = 0; count < 10_000; count++) log.error({ err: new Error(`fault ${count}`) }, 'internal-error');
    mock.timers.tick(1_000);
    expect(lines.length).to.be.at.most(30);
    expect(times()).to.equal(10_000);
  });

  it('does not bound what is no warning, and not the last words of a process', () => {
    const { log, lines } = recordingLog('debug');
    for (const level of ['debug', 'info', 'fatal'] as const) {
      lines.length = 0;
      for (let count = 0; count < 100; count++) log[level]({ reason: 'x' }, 'the same');
      expect(lines, level).to.have.length(100);
    }
  });
});

describe('the log of a process', () => {
  it('counts every line, also those of its last second', () => {
    const code = `
      const { createLog } = await import('./server/processes/log.ts');
      const log = createLog('info');
      for (let count = 0; count < 500; count++) log.warn({ reason: 'x' }, 'request failed');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    const lines = stdout.trim().split('\n');
    const times = lines.map((line) => (JSON.parse(line) as Line).times ?? 1);
    expect(times).to.deep.equal([...Array(9).fill(1), 491]);
  });
});

describe('the log of an outage', () => {
  const { log, lines, times } = recordingLog();
  let night: FightNight;
  before(async () => {
    night = await startFightNight({ log }, productionDeadlines);
    night.useProductionTimeouts();
  });
  after(async () => {
    process.kill(night.redis.pid, 'SIGCONT');
    await night.close();
  });

  it('L05: has at most 10 lines a second and cause, and counts every failed request', async () => {
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
    const seconds = (performance.now() - startedMs) / 1_000;
    const causes = new Set(lines.map(({ err }) => err.message)).size;
    console.log(`      ${failed} failed in ${seconds.toFixed(1)} s; lines ${lines.length}, causes ${causes}`);
    expect(lines.length).to.be.at.most(10 * causes * Math.ceil(seconds));
    expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).to.be.below(2_000);
    // The control: a line for each failure would be many more.
    expect(failed).to.be.above(2 * lines.length);
    expect(new Set(lines.map(({ requestId }) => requestId)).size, 'each names a request').to.equal(lines.length);
    expect(new Set(lines.map(({ reason }) => reason))).to.deep.equal(new Set(['store_away']));
  });
});

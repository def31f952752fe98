import { mock } from 'node:test';
import { expect } from 'chai';
import pino from 'pino';
import { FailureLog } from '../../../server/http/failure-log.ts';
import { send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

interface Line {
  level: number;
  msg: string;
  requests: number;
  route?: string;
  err: { message: string };
}

/** A log that records its lines. */
function recordingLog() {
  const lines: Line[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, requests: () => lines.reduce((sum, line) => sum + line.requests, 0) };
}

describe('the log of failures', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  const away = (route: string) =>
    ({ level: 'warn', problem: 'service-unavailable', route, error: new Error('away') }) as const;

  it('logs the first failure of a cause at once, then their number once a second, and again at once after a quiet second', () => {
    const { log, lines } = recordingLog();
    const failures = new FailureLog(log);
    failures.add(away('v3.events'));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 40, msg: 'service-unavailable', requests: 1, route: 'v3.events' });
    expect(lines[0]?.err.message).to.equal('away');
    for (let count = 0; count < 999; count++) failures.add(away('v1.fighters'));
    expect(lines).to.have.length(1);
    mock.timers.tick(1_000);
    expect(lines).to.have.length(2);
    expect(lines[1]).to.include({ requests: 999, route: 'v1.fighters' });
    mock.timers.tick(5_000);
    expect(lines).to.have.length(2);
    failures.add(away('v3.events'));
    expect(lines).to.have.length(3);
  });

  it('distinguishes two causes', () => {
    const { log, lines } = recordingLog();
    const failures = new FailureLog(log);
    failures.add(away('v3.events'));
    failures.add({ level: 'error', problem: 'internal-error', route: 'v3.events', error: new TypeError('a fault') });
    failures.add({ level: 'error', problem: 'internal-error', route: 'v3.events', error: 'no error' });
    expect(lines.map(({ level, msg }) => [level, msg])).to.deep.equal([
      [40, 'service-unavailable'],
      [50, 'internal-error'],
      [50, 'internal-error'],
    ]);
  });

  it('stays short if every failure has a different message, and loses none', () => {
    const { log, lines, requests } = recordingLog();
    const failures = new FailureLog(log);
    for (let count = 0; count < 10_000; count++) {
      failures.add({ level: 'error', problem: 'internal-error', route: undefined, error: new Error(`fault ${count}`) });
    }
    mock.timers.tick(1_000);
    expect(lines.length).to.be.at.most(102);
    expect(requests()).to.equal(10_000);
  });
});

describe('the log of an outage', () => {
  const { log, lines, requests } = recordingLog();
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
    await eventually(() => requests() === failed, 'all are logged');
    const seconds = (performance.now() - startedMs) / 1_000;
    const causes = new Set(lines.map(({ err }) => err.message)).size;
    console.log(`      ${failed} failed in ${seconds.toFixed(1)} s; lines ${lines.length}, causes ${causes}`);
    expect(lines.length).to.be.at.most(10 * causes * Math.ceil(seconds));
    // The control: a line for each failure would be many more.
    expect(failed).to.be.above(2 * lines.length);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { withRow } from './page.ts';
import { type ChaosVerdict, judgeChaos } from './parts/chaos.ts';
import { type Fuzzed, judgeFuzz } from './parts/fuzz.ts';
import { type Idle, judgeIdle } from './parts/idle.ts';
import { judgeOutage, type Newcomer, type Outage } from './parts/outage.ts';
import { judgePower, type PowerLosses } from './parts/power.ts';
import { judgeStarts, type LoadedStarts, type WaitingStarts } from './parts/starts.ts';
import { judgeKills, judgeRestarts, type Replacements } from './parts/workers.ts';

/** What contradicts a claim, for what was measured and for one change of it at a time. */
const faultsOf = <M extends object>(judge: (measured: M) => { faults: string[] }, good: M) => ({
  ofGood: judge(good).faults,
  with: (change: Partial<M>) => judge({ ...good, ...change }).faults,
});

describe('npm --prefix lab run figures judges', () => {
  it('power: a lost vote, a tally that differs, too few votes, a control that loses nothing', () => {
    const good: PowerLosses = { count: 3, acknowledged: 40, lost: 0, differences: 0, backMs: [200, 900, 300] };
    const control = { ...good, lost: 12 };
    expect(judgePower(good, control)).to.deep.equal({
      figure:
        '3 power losses, 40 votes acknowledged: 0 lost, 0 tallies differ; votes again after 300 ms (median), 900 ms (slowest)',
      control: '`appendfsync everysec`, 3 power losses: 12 of 40 votes lost',
      faults: [],
    });
    const faults = faultsOf((own: PowerLosses) => judgePower(own, control), good);
    expect(faults.with({ lost: 1 })).to.deep.equal(['1 acknowledged votes are lost.']);
    expect(faults.with({ differences: 2 })).to.deep.equal(['2 tallies differ from the stored votes.']);
    expect(faults.with({ acknowledged: 2 })).to.deep.equal([
      'Only 2 votes were acknowledged, so some power losses could lose nothing.',
    ]);
    expect(judgePower(good, good).faults).to.deep.equal([
      'The control, which syncs once a second, lost nothing: the power losses are none.',
    ]);
  });

  const replaced: Replacements = {
    ...{ count: 2, answered: 900, failed: 0, repeated: 0, counted: 900, statuses: { 200: 900 } },
  };

  it('restarts: a failed request, another status, a metric that is not exact, too little load, a control without failures', () => {
    const control = { ...replaced, failed: 3 };
    const faults = faultsOf((own: Replacements) => judgeRestarts(own, control), replaced);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ failed: 1 })).to.deep.equal(['1 requests failed.']);
    expect(faults.with({ statuses: { 200: 899, 503: 1 } })).to.deep.equal([
      'Not every answer is 200: {"200":899,"503":1}.',
    ]);
    expect(faults.with({ counted: 899 })).to.deep.equal(['900 requests were answered, and the metrics count 899.']);
    expect(faults.with({ answered: 150, counted: 150 })).to.deep.equal([
      'Only 150 requests were answered, too few to be under way always.',
    ]);
    expect(judgeRestarts(replaced, replaced).faults).to.deep.equal([
      'In the control no request failed: a failure would not be noticed.',
    ]);
  });

  it('kills: more counts lost than kills, or too many counted, and a control that loses neither', () => {
    const control = { ...replaced, failed: 3, counted: 800 };
    const faults = faultsOf((own: Replacements) => judgeKills(own, control), replaced);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ counted: 898, repeated: 5 })).to.deep.equal([]);
    expect(faults.with({ failed: 1 })).to.deep.equal(['1 requests failed.']);
    expect(faults.with({ counted: 897 })).to.deep.equal(['3 answered requests are not counted.']);
    expect(faults.with({ counted: 903 })).to.deep.equal(['3 more are counted than were answered.']);
    expect(judgeKills(replaced, replaced).faults).to.deep.equal([
      'In the control no request failed: a failure would not be noticed.',
      'In the control nearly all are counted: a loss would not be noticed.',
    ]);
  });

  it('fuzz: a 5xx, an answer that is not described, few answers, few statuses, a control without findings', () => {
    const statuses = [200, 201, 204, 304, 400, 401, 404, 405, 406, 409, 415, 422];
    const good: Fuzzed = { sent: 1_000, answered: 990, failed: 0, found: [], statuses };
    const control = { ...good, failed: 9, found: Array(20).fill('GET / 200: #/id: must be integer') };
    const faults = faultsOf((own: Fuzzed) => judgeFuzz(own, control), good);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ failed: 1 })).to.deep.equal(['1 answers are 5xx.']);
    expect(faults.with({ found: ['GET / 200: a'] })).to.deep.equal([
      '1 answers contradict the document, such as GET / 200: a.',
    ]);
    expect(faults.with({ answered: 900 })).to.deep.equal(['Only 900 of 1000 requests were answered.']);
    expect(faults.with({ statuses: statuses.slice(1) })).to.deep.equal([
      'No answer is 200: the requests reach too little.',
    ]);
    expect(judgeFuzz(good, good).faults).to.have.length(2);
  });

  it('starts: a server that ends, too little load, servers that come late, a control that starts', () => {
    const [loaded, control]: [LoadedStarts, LoadedStarts] = [
      { count: 2, live: 2, readyMs: [9_000, 9_000], loadAverage: 19 },
      { count: 2, live: 0, readyMs: [], loadAverage: 0 },
    ];
    const waiting: WaitingStarts = { count: 3, live: 3, readyMs: [900, 1_900, 2_500], wholeMs: [1_000, 1_000, 1_000] };
    const faults = faultsOf((own: WaitingStarts) => judgeStarts(loaded, own, control), waiting);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ live: 2 })).to.deep.equal(['1 servers did not start before Redis.']);
    expect(faults.with({ readyMs: [900, 2_100, 2_500] })).to.deep.equal([
      'Half of the servers were ready more than 2,000 ms after Redis was there.',
    ]);
    expect(faults.with({ readyMs: [900, 4_100, 9_500], wholeMs: [5_000] })).to.deep.equal([]);
    expect(judgeStarts({ ...loaded, live: 1 }, waiting, control).faults).to.deep.equal([
      '1 servers did not start under load.',
    ]);
    expect(judgeStarts({ ...loaded, loadAverage: 3 }, waiting, control).faults).to.deep.equal([
      'The load was only 3.0.',
    ]);
    expect(judgeStarts(loaded, waiting, { ...control, live: 1 }).faults).to.deep.equal([
      'In the control a server that may not wait was live: Redis was there.',
    ]);
  });

  it('outage: a read that fails, a worker too few, a newcomer that serves, a control that answers', () => {
    const good: Outage = { minutes: 1, paths: 53, asked: 106, answered: 106, replaced: 1 };
    const newcomer: Newcomer = { livez: 200, readyz: 'waiting for Redis', accepts: false, readyMs: 800 };
    const control = { ...good, answered: 0 };
    const faults = faultsOf((own: Outage) => judgeOutage(own, newcomer, control), good);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ answered: 105 })).to.deep.equal(['1 of 106 reads were not answered as before.']);
    expect(faults.with({ asked: 0, answered: 0 })).to.deep.equal(['Nothing was read.']);
    expect(faults.with({ replaced: 0 })).to.deep.equal(['No worker was replaced meanwhile.']);
    expect(judgeOutage(good, { ...newcomer, readyz: 'ok' }, control).faults).to.deep.equal([
      'The new server is 200, ok.',
    ]);
    expect(judgeOutage(good, { ...newcomer, accepts: true }, control).faults).to.deep.equal([
      'The new server takes connections, which it cannot answer.',
    ]);
    expect(judgeOutage(good, newcomer, good).faults).to.deep.equal([
      'In the control reads were answered: Redis was there.',
    ]);
  });

  it('idle: connections too few, others that fail or wait, memory, connections that stay, a control that takes all', () => {
    const good: Idle = {
      ...{ count: 10, open: 10, beforeMs: [2], besideMs: [3, 4, 5], failed: 0, bytes: 140_000 },
      ...{ left: 0, closedSeconds: 66 },
    };
    const control = { ...good, open: 5, failed: 4 };
    const faults = faultsOf((own: Idle) => judgeIdle(own, control), good);
    expect(faults.ofGood).to.deep.equal([]);
    expect(faults.with({ open: 9 })).to.deep.equal(['Only 9 of 10 connections were open at once: see ulimit -n.']);
    expect(faults.with({ failed: 1 })).to.deep.equal(['1 requests beside them failed.']);
    expect(faults.with({ besideMs: [1, 1_000, 2_000] })).to.deep.equal([
      'Half of the requests beside them took a second or more.',
    ]);
    expect(faults.with({ besideMs: [] })).to.deep.equal(['Half of the requests beside them took a second or more.']);
    expect(faults.with({ left: 1 })).to.deep.equal(['1 connections were never closed.']);
    expect(faults.with({ bytes: 640_001 })).to.deep.equal(['They took 640001 bytes.']);
    expect(judgeIdle(good, good).faults).to.deep.equal(['In the control nobody was refused.']);
  });

  it('chaos: what the checker found, a run without faults, no control, a control that found nothing', () => {
    const origin = { date: '2026-11-23', commit: '3bb06d5', machine: 'two cores' };
    const counts = { lost: 0, doubled: 0 } as ChaosVerdict['counts'];
    const about = { seed: 7, seconds: 600, mode: 'one', operations: 9_000, acknowledged: 4_000, excused: 0 } as const;
    const run: ChaosVerdict = { ...about, faults: { 'power lost': 3 }, counts, origin };
    const control: ChaosVerdict = { ...run, seed: 1, control: 'no-log', counts: { ...counts, lost: 12 } };
    const [row] = judgeChaos([run, control]);
    expect(row).to.deep.equal({
      name: 'chaos one 7',
      claim: 'No answer is broken by random faults (F27, I07)',
      figure: '9,000 operations, 4,000 acknowledged writes, 3 faults (3 power lost): 0 lost, 0 doubled',
      control: 'Redis without an append-only log loses power (`--control no-log --seed 1`): 12 lost',
      command: 'npm --prefix lab run chaos -- --minutes 10 --seed 7 --on one',
      origin,
      faults: [],
    });
    const faults = faultsOf((own: ChaosVerdict) => judgeChaos([own, control])[0] ?? { faults: ['no row'] }, run);
    expect(faults.with({ counts: { ...counts, doubled: 2 } })).to.deep.equal(['The checker found 2 doubled.']);
    expect(faults.with({ faults: {} })).to.deep.equal(['No fault was made.']);
    expect(judgeChaos([run])[0]?.faults).to.deep.equal([
      'No verdict of a control is given, such as .data/chaos/no-log-1.json.',
    ]);
    expect(judgeChaos([run, { ...control, counts }])[0]?.faults).to.deep.equal([
      'The checker did not find what no-log does.',
    ]);
  });
});

describe('the page of the figures', () => {
  const origin = { date: '2026-11-23', commit: '3bb06d5', machine: 'two cores' };
  const row = (name: string, figure: string) => ({
    ...{
      name,
      figure,
      claim: 'It holds',
      control: 'It fails',
      command: `npm --prefix lab run figures -- --only ${name}`,
      origin,
    },
  });
  const lineOf = (name: string, figure: string) =>
    `| ${name} | It holds | ${figure} | It fails | \`npm --prefix lab run figures -- --only ${name}\` | 2026-11-23, 3bb06d5, two cores |`;
  const linesOf = (page: string) => page.split('\n').filter((line) => line.startsWith('| ') && line.includes('holds'));

  it('has one row of each part in their order, and others behind them by number', () => {
    const order = ['power', 'kills'];
    let page = '';
    for (const name of ['kills', 'chaos one 10', 'power', 'chaos one 9']) page = withRow(page, row(name, '1'), order);
    expect(linesOf(page)).to.deep.equal(
      ['power', 'kills', 'chaos one 9', 'chaos one 10'].map((name) => lineOf(name, '1')),
    );
    const next = withRow(page, row('kills', '2 | 3'), order);
    expect(linesOf(next)).to.deep.equal([
      ...[lineOf('power', '1'), lineOf('kills', '2 \\| 3')],
      ...[lineOf('chaos one 9', '1'), lineOf('chaos one 10', '1')],
    ]);
    expect(withRow(next, row('kills', '2 | 3'), order)).to.equal(next);
  });

  it('is written by the command, each row with its control', () => {
    const page = readFileSync(new URL('../../test/RELIABILITY.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => /^\| (?!part |---)/.test(line));
    expect(rows).to.not.have.length(0);
    for (const line of rows) {
      const cells = line.split(/(?<!\\) \| /);
      expect(cells, line).to.have.length(6);
      expect(cells[4], line).to.match(/^`npm run (figures -- --only [a-z]+|chaos --) .*`$/);
      expect(cells[3], line).to.match(/\d/);
    }
  });
});

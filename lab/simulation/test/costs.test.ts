import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { readText, root } from '../../../test/support/deploy/files.ts';
import { ballotCost, readCosts } from '../costs.ts';
import { Histogram } from '../histogram.ts';
import { tableOf, withSimulation } from '../report.ts';
import { machinesOf, scenarioOf } from '../scenario.ts';

const results = `
### cached GET, 1.2 KB

| server | requests/s | p50 ms | p99 ms | CPU µs/request | Redis µs/request | MB |
| --- | --- | --- | --- | --- | --- | --- |
| fightcard | 54561 | 1.14 | 2.30 | 20 | – | 141 |

### vote, appendfsync everysec

| server | requests/s | p50 ms | p99 ms | CPU µs/request | Redis µs/request | MB |
| --- | --- | --- | --- | --- | --- | --- |
| redis-benchmark, same script | 29092 | 1.90 | 6.45 | – | 30 | – |

## Votes at a fixed rate, appendfsync everysec

| votes/s | sent | clients acknowledged | sent twice | lost | doubled | p50 ms | p99 ms |
| --- | --- | --- | --- | --- | --- | --- | --- |
| 2197 | 6600 | 6000 | 600 | 0 | 0 | 1.5 | 27.9 |

## Votes on one fight by masters of a Redis Cluster (24 buckets)

| masters | votes/s here | server CPU µs | Redis CPU µs, all | busiest master µs | votes/s it could take |
| --- | --- | --- | --- | --- | --- |
| 1 | 18373 | 40 | 18.2 | 18.37 | 54430 |
| 6 | 17358 | 50 | 36.5 | 6.37 | 156890 |

## A vote by the buckets of its fight

| buckets | votes/s | p99 ms | server CPU µs | Redis CPU µs | Redis bytes per vote | votes held |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | 24453 | 14.7 | 34.5 | 10 | 104 | 258,719 |
`;

describe('the costs of the model', () => {
  it('are those of the results of the benches', () => {
    const costs = readCosts(results);
    expect(costs).to.deep.equal({
      read: 20,
      ballot: new Map([
        [1, 40],
        [6, 50],
      ]),
      call: 20,
      inCall: 10,
      p50Ms: 1.5,
    });
    expect([1, 3, 4, 36].map((masters) => ballotCost(costs, masters))).to.deep.equal([40, 40, 50, 50]);
  });

  it('can be read from the results that are committed', () => {
    const { read, call, inCall, ballot, p50Ms } = readCosts();
    for (const cost of [read, call, inCall, p50Ms, ...ballot.values()]) expect(cost).to.be.within(0.1, 500);
  });

  it('are missed with a sentence', () => {
    expect(() => readCosts(results.replace('## A vote by', '## Votes by'))).to.throw(
      'has no table "A vote by the buckets…"',
    );
    expect(() => readCosts(results.replace('| 30 |', '| – |'))).to.throw(
      '"redis-benchmark, same script" has no number in "Redis µs/request"',
    );
  });
});

describe('the scenario of a night', () => {
  const costs = readCosts(results);

  it('has the ballots and the cores that server/CAPACITY.md assumes', () => {
    const scenario = scenarioOf({ phones: 10e6, failures: [], seed: 1 }, costs);
    // 5 million open, of which 40 % send a ballot in 10 s.
    expect(scenario).to.include({ ballotsPerSecond: 200_000, seconds: 10, readsPerSecond: 4_600 });
    // 200,000 calls of 30 µs are 6 cores, half busy: 12. With the network 75 µs a ballot: 15 cores, and the reads, of 60 %.
    expect(scenario).to.include({ masters: 12, workers: 26, buckets: 36 });
    expect(machinesOf(scenario)).to.equal(5);
    // In milliseconds, as all times of the model: the costs are in microseconds.
    expect(scenario.callMs + scenario.inCallMs).to.equal(0.03);
    expect(scenario.ballotMs).to.be.within(0.05, 0.1);
    expect(scenario.readMs).to.be.within(0.01, 0.05);
    expect(scenarioOf({ phones: 10e6, workers: 7, masters: 2, failures: [], seed: 1 }, costs)).to.include({
      workers: 7,
      masters: 2,
    });
  });

  it('has quantiles that are right within the width of a class', () => {
    const histogram = new Histogram();
    for (let ms = 1; ms <= 1_000; ms++) histogram.add(ms);
    expect(histogram.quantile(0.5)).to.be.within(500, 507);
    expect(histogram.quantile(0.99)).to.be.within(990, 1_003);
    expect([histogram.mean, new Histogram().quantile(0.5)]).to.deep.equal([500.5, 0]);
  });
});

describe('npm --prefix lab run simulate', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/run.js', 'lab/simulation/simulate.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });

  it('plays a night, the same one again, and names what is wrong in its arguments', () => {
    const args = ['--phones', '200k', '--workers', '3', '--masters', '2', '--fail', 'master@bell+2', '--seed', '5'];
    const [first, again] = [run(...args), run(...args)];
    expect([first.status, first.stderr]).to.deep.equal([0, '']);
    expect(first.stdout)
      .to.equal(again.stdout)
      .and.match(/^workers, busy +3, \d+ %$/m);
    for (const [wrong, sentence] of [
      [['--phones', '5x'], '--phones is 5x'],
      [['--fail', 'redis@bell'], '--fail has redis@bell'],
      [['--workers', '0'], 'workers'],
    ] as const) {
      const { status, stderr } = run(...wrong);
      expect(status).to.equal(2);
      expect(stderr).to.include(sentence);
    }
  });

  it('writes its tables between two marks of server/CAPACITY.md', () => {
    const document = readText('server/CAPACITY.md');
    const written = withSimulation(document, tableOf(['a', 'b'], [['1', '2']]));
    expect(written).to.include('-->\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n<!--');
    expect(withSimulation(written, 'x')).to.equal(withSimulation(document, 'x'));
    expect(() => withSimulation('# No marks', 'x')).to.throw('has no "<!-- npm --prefix lab run simulate');
    const rows = document.split('\n').filter((line) => /^\| (1|10|50)m \|/.test(line));
    expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' ').slice(2))).to.include.members([
      ...['1m nothing', '1m master@bell', '10m nothing', '10m master@bell', '50m nothing', '50m master@bell'],
    ]);
  });
});

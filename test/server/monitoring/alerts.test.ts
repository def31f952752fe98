import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readText } from '../../support/deploy/files.ts';
import { type InputSeries, type RuleTest, testRules } from '../../support/monitoring/promtool.ts';
import { alertRules, readDeployed } from '../../support/monitoring/rules.ts';

const ruleFile = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yaml', import.meta.url));
const runbook = readDeployed('RUNBOOK.md');
const ruleOf = (name: string) => alertRules.find(({ alert }) => alert === name);

/** Samples every 5 s for 6 minutes. */
const everySeconds = 5;
const constant = (value: number) => `${value}+0x72`;
const growing = (each: number) => `0+${each}x72`;
/** Constant, but once increased by so much. */
const increased = (by: number) => `0+0x60 ${by}+0x11`;
/** When an increase is in the range of each rule. */
const lateSeconds = 350;

/** Of a hundred observations every 5 s, so many are slow. */
const histogram = (name: string, slow: number, instance = 'a'): InputSeries => ({
  [`${name}_bucket{instance="${instance}",le="0.1"}`]: growing(100 - slow),
  [`${name}_bucket{instance="${instance}",le="2"}`]: growing(100),
  [`${name}_bucket{instance="${instance}",le="+Inf"}`]: growing(100),
});
/** One slow instance among many. */
const oneSlow = (name: string): InputSeries =>
  Object.assign(histogram(name, 2), ...Array.from({ length: 50 }, (_, n) => histogram(name, 0, `fast-${n}`)));
const eventLoop = 'fightcard_event_loop_delay_seconds';
const requests = 'fightcard_request_duration_seconds';

const shed = (reason: string, values: string) => ({ [`fightcard_requests_shed_total{reason="${reason}"}`]: values });
const answered = (operation: string, status: string): InputSeries => ({
  [`fightcard_requests_total{operation="${operation}",status="${status}"}`]: increased(1),
});
const gauges = (values: Record<string, number>): InputSeries =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`fightcard_${name}{instance="a"}`, constant(value)]),
  );
const reconnects = (each: number): InputSeries => ({
  'fightcard_redis_reconnects_total{instance="a",connection="reads"}': increased(each),
  'fightcard_redis_reconnects_total{instance="a",connection="writes"}': increased(10),
  'fightcard_redis_reconnects_total{instance="b",connection="reads"}': increased(10),
});
const stale = (each: number) => ({ 'fightcard_cache_lookups_total{result="stale"}': growing(each) });

interface Case {
  severity: 'page' | 'ticket';
  /** Labels of the alert besides its severity. */
  labels?: Record<string, string>;
  /** Series for which it fires. */
  fires: InputSeries[];
  /** Series for which it does not. */
  silent: InputSeries[];
  /** The second in which it fires for the first of the series, and not before. */
  from?: number;
}

const ofInstance = { instance: 'a' };
const cases: Record<string, Case> = {
  NotScraped: {
    ...{ severity: 'page', labels: { job: 'fightcard', instance: 'a' }, from: 60 },
    fires: [{ 'up{job="fightcard",instance="a"}': constant(0) }],
    silent: [{ 'up{job="fightcard",instance="a"}': constant(1), 'up{job="other",instance="a"}': constant(0) }],
  },
  NotReady: {
    ...{ severity: 'page', labels: ofInstance, from: 30 },
    fires: [gauges({ ready: 0 })],
    silent: [gauges({ ready: 1 })],
  },
  WorkersMissing: {
    ...{ severity: 'ticket', labels: ofInstance, from: 30 },
    fires: [gauges({ workers_ready: 1, workers_wanted: 2 })],
    silent: [gauges({ workers_ready: 2, workers_wanted: 2 })],
  },
  WorkersDie: {
    ...{ severity: 'page', labels: { instance: 'a', reason: 'died' } },
    fires: [{ 'fightcard_worker_ends_total{instance="a",reason="died"}': increased(2) }],
    silent: [
      { 'fightcard_worker_ends_total{instance="a",reason="died"}': increased(1) },
      { 'fightcard_worker_ends_total{instance="a",reason="replaced"}': increased(9) },
    ],
  },
  EventLoopStandsStill: {
    ...{ severity: 'page', labels: ofInstance, from: 0 },
    fires: [gauges({ event_loop_silence_seconds: 3.1 })],
    silent: [gauges({ event_loop_silence_seconds: 3 })],
  },
  EventLoopLate: {
    ...{ severity: 'ticket', labels: ofInstance, from: 65 },
    fires: [oneSlow(eventLoop)],
    silent: [histogram(eventLoop, 1), { [`${eventLoop}_bucket{instance="a",le="0.25"}`]: growing(100) }],
  },
  Overloaded: {
    severity: 'page',
    fires: ['overload', 'loads', 'ballots', 'streams'].map((reason) => shed(reason, increased(1))),
    silent: [shed('rate_reads', increased(99))],
  },
  ClientsLimited: {
    severity: 'ticket',
    fires: ['rate_writes', 'rate_misses', 'new_clients', 'client_changes', 'streams_of_address'].map((reason) =>
      shed(reason, growing(26)),
    ),
    silent: [shed('rate_writes', growing(25)), shed('overload', growing(99))],
  },
  RedisAway: {
    ...{ severity: 'page', labels: ofInstance, from: 5 },
    fires: [gauges({ redis_up: 0 })],
    silent: [gauges({ redis_up: 1 })],
  },
  RedisTimesOut: {
    severity: 'ticket',
    fires: [{ 'fightcard_redis_commands_total{result="timeout"}': increased(1) }],
    silent: [{ 'fightcard_redis_commands_total{result="refused"}': increased(9) }],
  },
  RedisRefusesWrites: {
    ...{ severity: 'page', labels: ofInstance, from: 0 },
    fires: [gauges({ redis_up: 1, redis_writable: 0 })],
    silent: [gauges({ redis_up: 0, redis_writable: 0 }), gauges({ redis_up: 1, redis_writable: 1 })],
  },
  // All connections of all instances reconnect once after a failover.
  RedisReconnects: {
    ...{ severity: 'ticket', labels: ofInstance },
    fires: [reconnects(11)],
    silent: [reconnects(10)],
  },
  VotesFail: {
    severity: 'page',
    fires: [answered('v3.fight_vote_cast', '5xx'), answered('v3.score_round', '5xx')],
    silent: [answered('v3.fight_vote_cast', '4xx'), answered('v3.fighters', '5xx')],
  },
  ContractMisfit: {
    ...{ severity: 'ticket', labels: { operation: 'v3.fighters' } },
    fires: [{ 'fightcard_contract_misfit_total{instance="a",operation="v3.fighters"}': increased(1) }],
    silent: [{ 'fightcard_contract_misfit_total{instance="a",operation="v3.fighters"}': constant(7) }],
  },
  InternalErrors: {
    ...{ severity: 'ticket', labels: { problem: 'internal-error' } },
    fires: [{ 'fightcard_problems_total{problem="internal-error"}': increased(1) }],
    silent: [{ 'fightcard_problems_total{problem="not-found"}': increased(9) }],
  },
  StaleReplies: {
    ...{ severity: 'ticket', from: 65 },
    fires: [stale(1_000), stale(6)],
    silent: [stale(5), { 'fightcard_cache_lookups_total{result="hit"}': growing(99) }],
  },
  SlowRequests: {
    ...{ severity: 'ticket', labels: ofInstance, from: 125 },
    fires: [oneSlow(requests)],
    silent: [histogram(requests, 1), { [`${requests}_bucket{instance="a",le="1"}`]: growing(100) }],
  },
  SlowReadersCut: {
    severity: 'ticket',
    fires: [{ fightcard_stream_slow_readers_cut_total: increased(1) }],
    silent: [{ fightcard_stream_slow_readers_cut_total: constant(7) }],
  },
  FeedSilent: {
    ...{ severity: 'page', labels: ofInstance, from: 65 },
    fires: [gauges({ feed_on_air: 1, feed_changed_timestamp_seconds: 4 })],
    silent: [gauges({ feed_on_air: 0, feed_changed_timestamp_seconds: 0 }), gauges({ feed_on_air: 1 })],
  },
};

/** The alert as Prometheus sends it. */
function firing(alert: string, { severity, labels = {} }: Pick<Case, 'severity' | 'labels'>, address: string) {
  const summary = ruleOf(alert)?.annotations.summary ?? '';
  return {
    labels: { severity, ...labels },
    annotations: {
      summary: summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '?'),
      runbook_url: `${address}#${alert.toLowerCase()}`,
    },
  };
}

const address = 'https://wiki.example.com/runbook';
const externalLabels = { runbook: address };

describe('alert rules', () => {
  it('fire, but not below their thresholds', async () => {
    const tests = Object.entries(cases).flatMap(([alert, { fires, silent, from, ...about }]) => {
      const sent = [firing(alert, about, address)];
      const test = (series: InputSeries, expected: RuleTest['expected']) => ({
        alert,
        series,
        externalLabels,
        expected,
      });
      const wait = { ...(from && { [from - 1]: [] }), ...(from !== undefined && { [from]: sent }) };
      return [
        ...fires.map((series, n) => test(series, { ...(n === 0 && wait), [lateSeconds]: sent })),
        ...silent.map((series) => test(series, { [lateSeconds]: [] })),
      ];
    });
    // One program for all: it names the alert that differs.
    expect(await testRules(ruleFile, everySeconds, tests)).to.equal('');
  });

  it('ContentOld fires after a week without a publish', async () => {
    const name = 'fightcard_content_published_timestamp_seconds{instance="a"}';
    const sent = [firing('ContentOld', { severity: 'ticket', labels: ofInstance }, address)];
    const [weekLater, hourLater] = [3_600 + 604_800, 7_200 + 604_800];
    const tests = [
      { series: { [name]: '3600+0x200' }, expected: { [weekLater]: [], [hourLater]: sent } },
      { series: { [name]: '0+0x200' }, expected: { [hourLater]: [] } },
    ].map((test) => ({ alert: 'ContentOld', externalLabels, ...test }));
    expect(await testRules(ruleFile, 3_600, tests)).to.equal('');
  });

  it('link to the runbook of the repository by default', async () => {
    const sent = firing(
      'NotReady',
      { severity: 'page', labels: ofInstance },
      'https://github.com/example/fightcard/blob/main/deploy/monitoring/RUNBOOK.md',
    );
    const test = { alert: 'NotReady', series: gauges({ ready: 0 }), expected: { 30: [sent] } };
    expect(await testRules(ruleFile, everySeconds, [test])).to.equal('');
    expect(await testRules(ruleFile, everySeconds, [{ ...test, expected: { 30: [] } }]), 'control').to.include(
      'FAILED',
    );
  });

  it('are all tested, in the runbook and in the drills', () => {
    const alerts = alertRules.map(({ alert }) => alert);
    const headings = [...runbook.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const drills = [...readText('deploy/monitoring/drills.md').matchAll(/^\| \[(\w+)\]\(RUNBOOK\.md#(\w+)\)/gm)];
    expect([...Object.keys(cases), 'ContentOld']).to.have.members(alerts);
    expect(headings).to.deep.equal(alerts);
    expect(drills.map(([, alert]) => alert)).to.have.members(alerts);
    for (const [, alert, anchor] of drills) expect(anchor).to.equal(alert?.toLowerCase());
    for (const { alert, labels } of alertRules) {
      expect(runbook).to.include(`## ${alert}\n\nSeverity: ${labels.severity}. `);
    }
  });
});

import { expect } from 'chai';
import { readText } from '../../support/deploy/files.ts';
import { alertRules, readDeployed } from '../../support/monitoring/rules.ts';
import { adminUrlOf, type Sample, scrape } from '../../support/monitoring/scrape.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

interface Panel {
  title: string;
  fieldConfig: { defaults: { unit: string } };
  targets: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(readDeployed('dashboard.json')) as { panels: Panel[] };
const adapter = readText('deploy/kubernetes/adapter-rules.yaml');

/** Labels that Prometheus adds to every series. */
const ofPrometheus = ['instance', 'job', 'namespace', 'pod'];

/** What an expression asks of labels that no series of its metrics has, one sentence for each. */
function unknownIn(expr: string, samples: readonly Sample[]): string[] {
  const metrics = [...expr.matchAll(/\bfightcard_\w+/g)].map(([name]) => name);
  const series = samples.filter(({ name }) => metrics.includes(name));
  const selectors = [...expr.matchAll(/[{,]\s*(\w+)(=~|=)"([^"]*)"/g)].flatMap(([, label = '', sign, text = '']) => {
    if (ofPrometheus.includes(label)) return [];
    // Each alternative of a pattern must select something.
    const values = sign === '=' ? [text.replace(/[.+*]/g, '\\$&')] : text.split('|');
    const selects = (value: string) =>
      series.some(({ labels }) => new RegExp(`^(?:${value})$`).test(labels[label] ?? ''));
    return values.flatMap((value) => (selects(value) ? [] : [`no ${label} is ${value}`]));
  });
  const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((one) => one.trim()),
  );
  const has = (label: string) =>
    ofPrometheus.includes(label) || series.some(({ labels }) => Object.hasOwn(labels, label));
  return [...selectors, ...kept.flatMap((label) => (has(label) ? [] : [`there is no label ${label}`]))];
}

describe('deploy/monitoring and its labels', () => {
  let samples: readonly Sample[];
  before(async () => {
    const server = startServerProcess({ ADMIN_PORT: '0' }, ['--no-sample']);
    samples = await scrape(await adminUrlOf(server));
    await server.close();
  });

  it('asks only for labels, and values of labels, that the server shows', () => {
    for (const { alert, expr } of alertRules) expect(unknownIn(expr, samples), alert).to.deep.equal([]);
    for (const { title, targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        expect(unknownIn(expr, samples), title).to.deep.equal([]);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ['instance'];
        expect(kept, `${title}: ${legendFormat}`).to.include.members(shown);
      }
    }
    for (const [, matcher = ''] of adapter.matchAll(/,(reason=~"[^"]*")/g)) {
      expect(unknownIn(`fightcard_requests_shed_total{${matcher}}`, samples)).to.deep.equal([]);
    }
    expect(
      unknownIn('sum by (code) (fightcard_requests_shed_total{reason=~"rate_.*|overloaded",kind="a"})', samples),
    ).to.deep.equal(['no reason is overloaded', 'no kind is a', 'there is no label code']);
  });
});

describe('a panel of the dashboard', () => {
  const targets = panels.flatMap(({ title, targets: own, fieldConfig }) =>
    own.map((target) => ({ title, unit: fieldConfig.defaults.unit, ...target })),
  );

  it('shows the quantile that it says, seconds as seconds, and bytes as bytes', () => {
    for (const { title, expr, legendFormat, unit } of targets) {
      const quantile = /histogram_quantile\(([\d.]+)/.exec(expr)?.[1];
      const said = /p\d\d/.exec(`${legendFormat} ${title}`)?.[0];
      expect(said, title).to.equal(quantile === undefined ? undefined : { '0.5': 'p50', '0.99': 'p99' }[quantile]);
      if (/_seconds/.test(expr)) expect(unit, title).to.equal('s');
      if (/_bytes/.test(expr)) expect(unit, title).to.equal('bytes');
    }
  });

  it('shows what counts up by the second, or within the minutes that it says', () => {
    for (const { title, expr, legendFormat, unit } of targets) {
      if (!/_total|_bucket/.test(expr)) continue;
      if (expr.includes('increase(')) expect(unit, title).to.equal('short');
      else expect(expr, title).to.match(/rate\(\w+\[1m\]\)/);
      const minutes = /in (\d+) min/.exec(legendFormat)?.[1];
      if (minutes) expect(expr, title).to.include(`[${minutes}m]`);
    }
  });
});

/** What each alert compares with, for how long, and whom it wakes. */
const thresholds: Record<string, string> = {
  NotScraped: '== 0 for 1m: page',
  NotReady: '== 0 for 30s: page',
  WorkersMissing: '< fightcard_workers_wanted for 30s: ticket',
  WorkersDie: '[5m]) >= 2 for 0s: page',
  EventLoopStandsStill: '> 3 for 0s: page',
  EventLoopLate: '[1m]))) > 0.25 for 1m: ticket',
  Overloaded: '[1m])) > 0 for 0s: page',
  ClientsLimited: '[1m])) > 5 for 0s: ticket',
  RedisAway: '== 0 for 5s: page',
  RedisTimesOut: '[1m])) > 0 for 0s: ticket',
  RedisRefusesWrites: '== 1 and fightcard_redis_writable == 0 for 0s: page',
  RedisReconnects: '[5m])) > 20 for 0s: ticket',
  VotesFail: '[1m])) > 0 for 0s: page',
  ContractMisfit: '[5m])) > 0 for 0s: ticket',
  InternalErrors: '[5m]) > 0 for 0s: ticket',
  StaleReplies: '[1m])) > 1 for 1m: ticket',
  SlowRequests: '[1m]))) > 1 for 2m: ticket',
  SlowReadersCut: '[1m])) > 0 for 0s: ticket',
  ContentOld: '> 604800 for 0s: ticket',
  FeedSilent: '> 60 for 0s: page',
};

describe('an alert', () => {
  it('compares with these numbers, waits for as long, and is as severe as the runbook says', () => {
    const runbook = readDeployed('RUNBOOK.md');
    expect(alertRules.map(({ alert }) => alert)).to.have.members(Object.keys(thresholds));
    for (const { alert, expr, for: wait = '0s', labels } of alertRules) {
      const wanted = thresholds[alert] ?? '';
      const said = `${expr} for ${wait}: ${labels.severity}`;
      expect(said.endsWith(wanted), `${alert}: ${said}`).to.equal(true);
      expect(runbook).to.include(`## ${alert}\n\nSeverity: ${labels.severity}. `);
    }
  });

  it('about clients looks at each reason of theirs, and about votes at scorecards too', () => {
    const exprOf = (name: string) => alertRules.find(({ alert }) => alert === name)?.expr;
    expect(exprOf('ClientsLimited')).to.include('"rate_.*|new_clients|client_changes|streams_of_address"');
    expect(exprOf('Overloaded')).to.include('"overload|loads|ballots|streams"');
    expect(exprOf('VotesFail')).to.include('operation=~".+fight_vote_cast|.+score_round",status="5xx"');
  });
});

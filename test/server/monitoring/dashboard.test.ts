import { expect } from 'chai';
import { readText } from '../../support/deploy/files.ts';
import { checkExpressions } from '../../support/monitoring/promtool.ts';
import { alertRules, readDeployed } from '../../support/monitoring/rules.ts';
import { adminUrlOf, type Sample, scrape } from '../../support/monitoring/scrape.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

interface Panel {
  title: string;
  fieldConfig: { defaults: { unit: string } };
  targets: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(readDeployed('dashboard.json')) as { panels: Panel[] };
const targets = panels.flatMap(({ title, targets: own, fieldConfig }) =>
  own.map((target) => ({ title, unit: fieldConfig.defaults.unit, ...target })),
);
const adapter = readText('deploy/kubernetes/adapter-rules.yaml');
const metricsIn = (expr: string) => Array.from(expr.matchAll(/\bfightcard_\w+/g), ([name]) => name);

/** Labels that Prometheus adds to every series. */
const ofPrometheus = ['instance', 'job', 'namespace', 'pod'];

/** The metrics, labels and values of an expression that the server does not export. */
function unknownIn(expr: string, samples: readonly Sample[]): string[] {
  const metrics = metricsIn(expr);
  const series = samples.filter(({ name }) => metrics.includes(name));
  const missing = metrics.filter((metric) => !series.some(({ name }) => name === metric));
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
  return [
    ...missing.map((metric) => `no metric is ${metric}`),
    ...selectors,
    ...kept.flatMap((label) => (has(label) ? [] : [`no label is ${label}`])),
  ];
}

describe('expressions of deploy/monitoring', () => {
  let samples: readonly Sample[];
  before(async () => {
    const server = startServerProcess({ ADMIN_PORT: '0' }, ['--no-sample']);
    samples = await scrape(await adminUrlOf(server));
    await server.close();
  });

  it('are PromQL', async () => {
    const expressions = [...alertRules, ...targets].map(({ expr }) => expr);
    expect(expressions.length).to.be.above(40);
    expect(await checkExpressions(expressions)).to.equal('');
    expect(await checkExpressions(['sum(rate(x[1m])']), 'control').to.include('could not parse expression');
  });

  it('name only exported metrics, labels and values', () => {
    for (const { alert, expr } of alertRules) expect(unknownIn(expr, samples), alert).to.deep.equal([]);
    for (const { title, expr } of targets) expect(unknownIn(expr, samples), title).to.deep.equal([]);
    for (const [, matcher = ''] of adapter.matchAll(/,(reason=~"[^"]*")/g)) {
      expect(unknownIn(`fightcard_requests_shed_total{${matcher}}`, samples)).to.deep.equal([]);
    }
  });

  it('are refused with unknown metrics, labels or values (control)', () => {
    const expr = 'sum by (code) (fightcard_requests_shed_total{reason=~"rate_.*|overloaded",kind="a"}) > fightcard_x';
    expect(unknownIn(expr, samples)).to.deep.equal([
      ...['no metric is fightcard_x', 'no reason is overloaded', 'no kind is a', 'no label is code'],
    ]);
  });

  it('show every exported metric in a panel', () => {
    const used = new Set(targets.flatMap(({ expr }) => metricsIn(expr)));
    const families = new Set(samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
    expect([...families].filter((name) => !used.has(name) && !used.has(`${name}_bucket`))).to.deep.equal([]);
  });
});

describe('panels of the dashboard', () => {
  it('have the quantile and the unit of their legend', () => {
    for (const { title, expr, legendFormat, unit } of targets) {
      const quantile = /histogram_quantile\(([\d.]+)/.exec(expr)?.[1];
      const said = /p\d\d/.exec(`${legendFormat} ${title}`)?.[0];
      expect(said, title).to.equal(quantile === undefined ? undefined : { '0.5': 'p50', '0.99': 'p99' }[quantile]);
      if (/_seconds/.test(expr)) expect(unit, title).to.equal('s');
      if (/_bytes/.test(expr)) expect(unit, title).to.equal('bytes');
    }
  });

  it('show counters per second, or in their minutes', () => {
    for (const { title, expr, legendFormat, unit } of targets) {
      if (!/_total|_bucket/.test(expr)) continue;
      if (expr.includes('increase(')) expect(unit, title).to.equal('short');
      else expect(expr, title).to.match(/rate\(\w+\[1m\]\)/);
      const minutes = /in (\d+) min/.exec(legendFormat)?.[1];
      if (minutes) expect(expr, title).to.include(`[${minutes}m]`);
    }
  });

  it('group by the labels of their legend', () => {
    for (const { title, expr, legendFormat } of targets) {
      const shown = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label);
      const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ['instance'];
      expect(kept, `${title}: ${legendFormat}`).to.include.members(shown);
    }
  });
});

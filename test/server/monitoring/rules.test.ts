import { expect } from 'chai';
import { evaluatePromql, metricsIn, parsePromql, type Scrape } from '../../support/monitoring/promql.ts';
import { alertRules, alertsIn, readDeployed } from '../../support/monitoring/rules.ts';
import { adminUrlOf, scrape } from '../../support/monitoring/scrape.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

interface Panel {
  title: string;
  description: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(readDeployed('dashboard.json')) as { panels: Panel[] };
const expressions = [
  ...alertRules.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`the panel ${title}`, expr] as const)),
];

/** Which metrics of an expression a server does not show. Prometheus itself adds `up`. */
const missingIn = (expr: string, shown: ReadonlySet<string>) =>
  metricsIn(expr).filter((name) => name !== 'up' && !shown.has(name));

describe('deploy/monitoring', () => {
  let server: ServerProcess;
  let shown: Set<string>;

  before(async () => {
    server = startServerProcess({ ADMIN_PORT: '0' }, ['--no-sample']);
    shown = new Set((await scrape(await adminUrlOf(server))).map(({ name }) => name));
  });
  after(() => server.close());

  it('has rules and panels whose expressions are PromQL', () => {
    expect(alertRules.length).to.be.greaterThan(15);
    expect(panels.length).to.be.greaterThan(20);
    for (const [where, expr] of expressions) expect(() => parsePromql(expr), where).to.not.throw();
    expect(() => parsePromql('sum(rate(x[1m])')).to.throw('not PromQL');
    expect(() => parsePromql('x >')).to.throw('not PromQL');
  });

  it('names only metrics that the server shows', () => {
    for (const [where, expr] of expressions) expect(missingIn(expr, shown), where).to.deep.equal([]);
    expect(missingIn('rate(fightcard_request_total[1m]) > fightcard_ready', shown)).to.deep.equal([
      'fightcard_request_total',
    ]);
  });

  it('shows every metric of the server in a panel', () => {
    const used = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
    const families = new Set([...shown].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const unused = [...families].filter((name) => !used.has(name) && !used.has(`${name}_bucket`));
    expect(unused).to.deep.equal([]);
  });

  it('has a sentence and a heading of the runbook for every alert, and no heading without an alert', () => {
    const runbook = readDeployed('RUNBOOK.md');
    const headings = [...runbook.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).to.deep.equal(alertRules.map(({ alert }) => alert));
    expect(new Set(headings).size).to.equal(headings.length);
    for (const { alert, labels, annotations, for: wait = '0s' } of alertRules) {
      expect(alert).to.match(/^[A-Z][A-Za-z]+$/);
      expect(labels.severity, alert).to.be.oneOf(['page', 'ticket']);
      expect(annotations.summary, alert).to.match(/^[A-Z{].{15,}\.$/);
      expect(annotations.runbook_url, alert).to.match(
        new RegExp(`^\\{\\{ or \\$externalLabels\\.runbook "https://.+/RUNBOOK\\.md" \\}\\}#${alert.toLowerCase()}$`),
      );
      expect(wait, alert).to.match(/^\d+[smh]$/);
    }
  });

  it('has panels that do not lie on each other', () => {
    const cells = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(cells).size).to.equal(cells.length);
    for (const { gridPos, title } of panels) expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
  });
});

describe('alert rules on a hundred instances', () => {
  const instances = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}:9464`);
  const [last = ''] = instances.slice(-1);
  /** A minute in which the counters of each instance grow so much. */
  const minute = (
    growth: (instance: string) => readonly (readonly [name: string, labels: object, grown: number])[],
  ): Scrape[] =>
    [0, 1].map((scrapes) => ({
      seconds: 1_000 + 60 * scrapes,
      samples: instances.flatMap((instance) =>
        growth(instance).map(([name, labels, grown]) => ({
          ...{ name, labels: { ...labels, instance } as Record<string, string>, value: scrapes * grown },
        })),
      ),
    }));
  const histograms = ['fightcard_event_loop_delay_seconds_bucket', 'fightcard_request_duration_seconds_bucket'];
  /** Of a thousand turns and requests, so many take up to two seconds. */
  const slow = (count: number) =>
    histograms.flatMap((name) => [
      [name, { le: '0.01' }, 1_000 - count] as const,
      [name, { le: '2' }, 1_000] as const,
      [name, { le: '+Inf' }, 1_000] as const,
    ]);

  it('see one that is late among all others, and name it', () => {
    expect(alertsIn(minute(() => slow(0)))).to.deep.equal([]);
    expect(alertsIn(minute(() => slow(9)))).to.deep.equal([]);
    const history = minute((instance) => slow(instance === last ? 20 : 0));
    expect(alertsIn(history)).to.deep.equal(['EventLoopLate', 'SlowRequests']);
    for (const { alert, expr, annotations } of alertRules.filter(({ expr }) => expr.includes('histogram_quantile'))) {
      expect(
        evaluatePromql(expr, history).map(({ labels }) => labels.instance),
        alert,
      ).to.deep.equal([last]);
      expect(annotations.summary, alert).to.include('{{ $labels.instance }}');
    }
  });

  it('take the reconnections of all of them after one failover for no flapping', () => {
    const name = 'fightcard_redis_reconnects_total';
    const reconnected = (each: number) => [
      [name, { connection: 'reads' }, each] as const,
      [name, { connection: 'writes' }, each] as const,
    ];
    expect(alertsIn(minute(() => reconnected(10)))).to.deep.equal([]);
    expect(alertsIn(minute((instance) => reconnected(instance === last ? 11 : 0)))).to.deep.equal(['RedisReconnects']);
  });

  it('name an instance only where they judge each', () => {
    for (const { alert, expr, annotations } of alertRules) {
      const kept = [...expr.matchAll(/\b(?:sum|max)\b(?: by \(([^)]*)\))?/g)].map(([, labels = '']) =>
        labels.split(', '),
      );
      const isOfEach = kept.every((labels) => labels.includes('instance'));
      if (annotations.summary.includes('$labels.instance')) expect(isOfEach, alert).to.equal(true);
    }
  });
});

describe('the evaluator of alert rules', () => {
  const sample = (name: string, value: number, labels: Record<string, string> = {}) => ({ name, labels, value });
  const history: Scrape[] = [
    { seconds: 1_000, samples: [sample('old', 1)] },
    {
      seconds: 1_100,
      samples: [
        ...[sample('c', 10, { a: 'x', b: '1' }), sample('c', 20, { a: 'y', b: '1' }), sample('g', 3), sample('h', 0)],
        ...['0.1', '1', '+Inf'].map((le) => sample('d_bucket', 0, { le })),
      ],
    },
    {
      seconds: 1_110,
      samples: [
        ...[sample('c', 15, { a: 'x', b: '1' }), sample('c', 40, { a: 'y', b: '1' }), sample('g', 4), sample('h', 0)],
        ...[sample('d_bucket', 90, { le: '0.1' }), sample('d_bucket', 99, { le: '1' })],
        ...[sample('d_bucket', 100, { le: '+Inf' }), sample('new', 5)],
      ],
    },
  ];
  for (const [text, expected] of [
    ['g', [4]],
    ['g > 3', [4]],
    ['g > 4', []],
    ['g >= 4 and h == 0', [4]],
    ['g >= 4 and h == 1', []],
    ['g unless h == 0', []],
    ['h == 1 or g', [4]],
    ['time() - g', [1_106]],
    ['c{a="x"}', [15]],
    ['c{a=~"x|z"}', [15]],
    ['c{a!="x"}', [40]],
    ['c{a!~"x|z"}', [40]],
    ['c{a=~""}', []],
    ['c - h', []],
    ['increase(c[1m])', [5, 20]],
    ['sum(increase(c[1m]))', [25]],
    ['sum by (b) (rate(c[1m]))', [2.5]],
    ['max by (b) (c)', [40]],
    ['increase(new[1m])', []],
    ['increase(gone[1m]) > 0', []],
    ['absent(gone)', [1]],
    ['absent(g)', []],
    ['histogram_quantile(0.5, rate(d_bucket[1m]))', [0.1]],
    ['histogram_quantile(0.99, sum by (le) (rate(d_bucket[1m])))', [1]],
    ['histogram_quantile(0.999, rate(d_bucket[1m])) > 10', [Number.POSITIVE_INFINITY]],
    ['(g + 2) * 2 / 3', [4]],
  ] as const) {
    it(text, () => {
      expect(evaluatePromql(text, history).map(({ value }) => value)).to.deep.equal(expected);
    });
  }
  it('refuses what it does not know', () => {
    expect(() => evaluatePromql('deriv(g[1m])', history)).to.throw('does not know the function deriv');
  });
});

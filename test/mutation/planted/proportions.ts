/** Numbers, names and steps in files that no program of the tests runs: workflows, manifests, units, alerts, the dashboard. */
import type { PlantedFault } from './fault.ts';

/** Columns: title, file, text, text in its place. */
type Row = readonly [title: string, file: string, from: string, to: string];

const workflows: readonly Row[] = [
  ['a nightly step is green although it failed', 'mutation', 'mutate -- --planted', 'mutate -- --planted || true'],
  ['the checker of the nightly chaos is not checked', 'chaos', 'no-log late-sync counts-again', 'no-log'],
  ['CI runs only what is quick', 'ci', 'bash .ci/run', 'bash .ci/run quick'],
  ['CI may fail', 'ci', '      - run: bash', '      - continue-on-error: true\n        run: bash'],
  ['CI does not look at pull requests', 'ci', '  pull_request:\n', ''],
  ['the ratchet of CI sees one commit', 'ci', 'fetch-depth: 200', 'fetch-depth: 1'],
  ['holes in the mock may be high', 'supply-chain', '--audit-level=high', '--audit-level=critical'],
  [
    'images need not become healthy',
    'supply-chain',
    'compose up --build --wait --wait-timeout 300',
    'compose up --build --detach',
  ],
  [
    'a tag may differ from the version',
    'release',
    '      - run: test "v$(npm pkg get version',
    '      - run: echo "v$(npm pkg get version',
  ],
  ['the kit is not compiled by the oldest Swift', 'kit', "          - { image: 'swift:5.9' }\n", ''],
];

const scripts: readonly Row[] = [
  ['an arrival may take minutes', '.ci/arrival', 'most=15000', 'most=150000'],
  ['a late arrival is no failure', '.ci/arrival', '|| status=1', '|| status=0'],
  ['a release lacks the description of the streams', '.ci/release', 'cp openapi.json asyncapi.json', 'cp openapi.json'],
  ['what breaks is said to be new', '.ci/release', "'(feat|fix|perf|refactor)", "'(feat|fix)"],
];

const values: readonly Row[] = [
  ['a pod is killed after one slow probe', 'kubernetes/server.yaml', 'failureThreshold: 6', 'failureThreshold: 1'],
  [
    'a pod may use less memory than it asks for',
    'kubernetes/server.yaml',
    "cpu: '3', memory: 1Gi",
    "cpu: '3', memory: 512Mi",
  ],
  ['the public port leads to the metrics', 'kubernetes/server.yaml', 'targetPort: http', 'targetPort: admin'],
  [
    'the feed keys are for everybody in a pod to read',
    'kubernetes/server.yaml',
    'defaultMode: 288',
    'defaultMode: 292',
  ],
  ['pods are added when ten times their streams are open', 'kubernetes/autoscaler.yaml', "'6000'", "'60000'"],
  [
    'pods are added when event loops are a minute late',
    'kubernetes/autoscaler.yaml',
    'averageValue: 50m',
    "averageValue: '50'",
  ],
  [
    'pods are taken away between two bouts',
    'kubernetes/autoscaler.yaml',
    'stabilizationWindowSeconds: 3600',
    'stabilizationWindowSeconds: 360',
  ],
  [
    'every namespace reaches the server',
    'kubernetes/network.yaml',
    'matchLabels: { kubernetes.io/metadata.name: ingress-nginx }',
    'matchLabels: {}',
  ],
  [
    'nodes of the Cluster cannot ask who lives',
    'kubernetes/network.yaml',
    'to: *peers\n      ports: [{ port: 6379 }, { port: 16379 }]',
    'to: *peers\n      ports: [{ port: 6379 }]',
  ],
  ['Redis may fill more memory than it has', 'kubernetes/redis.yaml', 'maxmemory 2gb', 'maxmemory 20gb'],
  [
    'a replica may lie beside its master',
    'kubernetes/redis.yaml',
    'matchLabels: { app: fightcard-redis-follower }',
    'matchLabels: { app: fightcard-redis }',
  ],
  [
    'Redis loses everything with its pod',
    'kubernetes/redis.yaml',
    'persistenceEnabled: true',
    'persistenceEnabled: false',
  ],
  ['the server looks for its Redis at another port', 'systemd/fightcard.env', ':6390', ':6379'],
  [
    'the Redis of systemd asks for no password',
    'systemd/fightcard-redis.service',
    '/etc/fightcard/redis-password.conf ',
    '',
  ],
  ['a server that crashed stays down', 'systemd/fightcard.service', 'Restart=always', 'Restart=on-abort'],
];

const compose: readonly Row[] = [
  [
    'the data of Redis are in a folder that goes with the container',
    'compose.yaml',
    "volumes: ['redis:/data']",
    "volumes: ['redis:/var/data']",
  ],
  ['a Redis that answers with an error is healthy', 'compose.yaml', 'redis-cli ping | grep -qx PONG', 'redis-cli ping'],
  ['the server starts before its Redis', 'compose.yaml', 'condition: service_healthy', 'condition: service_started'],
  [
    'an image that answers 500 is healthy',
    'Dockerfile',
    "8080) + '/api/v1/us/health').then((r) => process.exit(r.ok ? 0 : 1)",
    "8080) + '/api/v1/us/health').then(() => process.exit(0)",
  ],
];

const monitoring: readonly Row[] = [
  [
    'a page of the runbook is only a ticket',
    'alerts.yaml',
    'for: 5s\n        labels:\n          severity: page',
    'for: 5s\n        labels:\n          severity: ticket',
  ],
  ['an outage of minutes wakes nobody', 'alerts.yaml', 'for: 5s', 'for: 5m'],
  ['an alert is lost for a client over its limit of streams', 'alerts.yaml', '|streams_of_address"', '"'],
  ['scorecards may fail without an alert', 'alerts.yaml', '.+fight_vote_cast|.+score_round', '.+fight_vote_cast'],
  [
    'the dashboard groups by a label that there is not',
    'dashboard.json',
    'sum by (status) (rate(fightcard_requests_total',
    'sum by (code) (rate(fightcard_requests_total',
  ],
  [
    'the dashboard shows what happened in a minute as if in a second',
    'dashboard.json',
    'rate(fightcard_requests_shed_total',
    'increase(fightcard_requests_shed_total',
  ],
  [
    'the dashboard calls another quantile the median',
    'dashboard.json',
    'histogram_quantile(0.5, sum by (le) (rate(fightcard_request',
    'histogram_quantile(0.4, sum by (le) (rate(fightcard_request',
  ],
  [
    'the autoscaler counts refusals for a reason that there is not',
    '../kubernetes/adapter-rules.yaml',
    '"overload|',
    '"overloaded|',
  ],
];

const instances: readonly Row[] = [
  [
    'one late instance among many has no alert',
    'alerts.yaml',
    'sum by (instance, le) (rate(fightcard_event_loop',
    'sum by (le) (rate(fightcard_event_loop',
  ],
];

const faults = (rows: readonly Row[], test: string, fileOf = (file: string) => file): PlantedFault[] =>
  rows.map(([title, file, from, to]) => ({ title, file: fileOf(file), from, to, test }));

export const planted: readonly PlantedFault[] = [
  ...faults(workflows, 'test/contracts/workflow-steps.test.ts', (file) => `.github/workflows/${file}.yml`),
  ...faults(scripts, 'test/contracts/release.test.ts'),
  ...faults(values, 'test/server/deploy/proportions.test.ts', (file) => `deploy/${file}`),
  ...faults(compose, 'test/server/deploy/proportions.test.ts'),
  ...faults(instances, 'test/server/monitoring/rules.test.ts', (file) => `deploy/monitoring/${file}`),
  ...faults(monitoring, 'test/server/monitoring/labels.test.ts', (file) =>
    file.startsWith('../') ? `deploy/${file.slice(3)}` : `deploy/monitoring/${file}`,
  ),
];

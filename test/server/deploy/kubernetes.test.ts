import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { readConfig } from '../../../server/config.ts';
import { type Manifest, readText, readYaml, root } from '../../support/deploy/files.ts';
import { hasValues, valueAt } from '../../support/deploy/values.ts';
import { checkExpressions } from '../../support/monitoring/promtool.ts';
import { adminUrlOf, scrape } from '../../support/monitoring/scrape.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

interface Probe {
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
  httpGet: unknown;
}
interface Container {
  env: { name: string; value?: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  command: string[];
  securityContext: unknown;
}
interface Pod {
  containers: [Container];
  securityContext: unknown;
  terminationGracePeriodSeconds: number;
}
interface Rule {
  seriesQuery: string;
  name: { as: string };
  metricsQuery: string;
}

const folder = 'deploy/kubernetes/';
const resources = readYaml<{ resources: string[] }>(`${folder}kustomization.yaml`)[0]?.resources ?? [];
const manifests = resources.flatMap((file) => readYaml<Manifest & Record<'spec' | 'data', unknown>>(folder + file));
const manifestOf = (kind: string, name: string) => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const specOf = (kind: string, name: string) => manifestOf(kind, name).spec;

const labels = { 'app.kubernetes.io/name': 'fightcard', 'app.kubernetes.io/component': 'server' };
const deployment = specOf('Deployment', 'fightcard');
const pod = valueAt(deployment, 'template.spec') as Pod;
const [container] = pod.containers;

/** The environment that the kubelet makes, with a secret. */
function environment(): Record<string, string> {
  const env: Record<string, string> = { NODE_ENV: 'production', REDIS_PASSWORD: 'secret' };
  for (const { name, value } of container.env) {
    if (value !== undefined) env[name] = value.replace(/\$\((\w+)\)/g, (_, other) => env[other] ?? '');
  }
  return { ...env, FEED_KEYS_FILE: '', FEED_KEYS: `a:${'1'.repeat(64)}` };
}

describe('deploy/kubernetes', () => {
  it('contains no secret', () => {
    for (const file of [...resources, 'kustomization.yaml']) {
      expect(readText(folder + file), file).to.not.match(/kind: Secret\b|[0-9a-f]{32}(?!.*@)/);
    }
  });

  it('sets variables that the server accepts', () => {
    const help = spawnSync(process.execPath, ['server/main.js', '--help'], { cwd: root, encoding: 'utf8' }).stdout;
    for (const { name } of container.env.filter((one) => one.name !== 'REDIS_PASSWORD')) {
      expect(help, name).to.match(new RegExp(`^ *${name} `, 'm'));
    }
    expect(readConfig(environment())).to.include({
      ...{ port: 8080, adminHost: '0.0.0.0', adminPort: 9464, drainSeconds: 10, workers: 2, trustedProxies: 1 },
      redisUrl: 'redis+cluster://default:secret@fightcard-redis-leader-headless:6379',
      // Three for each master.
      voteBuckets: 9,
    });
  });

  it('gives a pod time to drain and end', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const { drainSeconds } = readConfig(environment());
    expect(drainSeconds).to.be.at.least(periodSeconds * failureThreshold + 5);
    // Requests under way take up to 5 s, idle connections 5 s more.
    expect(pod.terminationGracePeriodSeconds).to.be.at.least(drainSeconds + 10 + 10);
  });

  it('scales by metrics that the server exports', async () => {
    const rules = readYaml<{ rules: Rule[] }>(`${folder}adapter-rules.yaml`)[0]?.rules ?? [];
    const metrics = valueAt(specOf('HorizontalPodAutoscaler', 'fightcard'), 'metrics') as unknown[];
    const custom = metrics.map((metric) => valueAt(metric, 'pods.metric.name')).filter(Boolean);
    expect(custom)
      .to.have.length(3)
      .and.have.members(rules.map(({ name }) => name.as));

    const server = startServerProcess({ ADMIN_PORT: '0' }, ['--no-sample']);
    const exported = (await scrape(await adminUrlOf(server))).map(({ name }) => name);
    await server.close();
    const expressions = rules.map(({ seriesQuery, metricsQuery }) => {
      const series = seriesQuery.replace(/\{.*/, '');
      expect(exported).to.include(series);
      return metricsQuery
        .replaceAll('<<.Series>>', series)
        .replaceAll('<<.LabelMatchers>>', 'pod="a"')
        .replaceAll('<<.GroupBy>>', 'pod');
    });
    expect(await checkExpressions(expressions)).to.equal('');
  });

  it('runs npm run backup every hour, like the server', () => {
    const spec = specOf('CronJob', 'fightcard-backup');
    expect(valueAt(spec, 'schedule')).to.match(/^\d+ \* \* \* \*$/);
    const job = valueAt(spec, 'jobTemplate.spec.template.spec') as Pod;
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    const [backup] = job.containers;
    expect(backup.command.join(' ')).to.equal(scripts.backup);
    expect(backup).to.deep.include({ args: ['--to', '/backups', '--keep', '48'] });
    expect(job.securityContext).to.deep.equal(pod.securityContext);
    expect(backup.securityContext).to.deep.equal(container.securityContext);
    const redisOf = ({ env }: Container) => env.filter(({ name }) => /^REDIS_(?!WAIT)/.test(name));
    expect(redisOf(backup)).to.deep.equal(redisOf(container));
    const [ofBackup, ofServer] = ['backup', 'server'].map((name) => valueAt(specOf('NetworkPolicy', name), 'egress'));
    expect(ofBackup).to.deep.equal(ofServer);
  });

  it('selects pods of the server by the same labels', () => {
    for (const [kind, path] of [
      ['Deployment', 'selector.matchLabels'],
      ['Deployment', 'template.metadata.labels'],
      ['Deployment', 'template.spec.topologySpreadConstraints.0.labelSelector.matchLabels'],
      ['Deployment', 'template.spec.topologySpreadConstraints.1.labelSelector.matchLabels'],
      ['PodDisruptionBudget', 'selector.matchLabels'],
      ['Service', 'selector'],
    ] as const) {
      expect(valueAt(specOf(kind, 'fightcard'), path), `${kind} ${path}`).to.deep.equal(labels);
    }
  });

  it('enforces pod security in its namespace', () => {
    const { labels } = manifestOf('Namespace', 'fightcard').metadata;
    expect(labels?.['pod-security.kubernetes.io/enforce']).to.equal('restricted');
  });

  for (const [probe, path, seconds] of [
    ['startupProbe', '/livez', 60],
    ['livenessProbe', '/livez', 30],
    ['readinessProbe', '/readyz', 4],
  ] as const) {
    it(`allows ${seconds} s for its ${probe} at ${path}`, () => {
      const { periodSeconds, timeoutSeconds, failureThreshold, httpGet } = container[probe];
      expect(periodSeconds * failureThreshold).to.equal(seconds);
      expect(timeoutSeconds).to.be.at.most(periodSeconds);
      expect(httpGet).to.deep.equal({ path, port: 'admin' });
    });
  }

  it('keeps every vote in its log, within its memory', () => {
    const { data } = manifestOf('ConfigMap', 'fightcard-redis');
    const config = (data as Record<string, string>)['redis-additional.conf'] ?? '';
    expect(config.split('\n').filter(Boolean)).to.deep.equal([
      ...['appendonly yes', 'appendfsync always', 'save ""', 'maxmemory 2gb', 'maxmemory-policy noeviction'],
      ...['lazyfree-lazy-expire yes', 'min-replicas-to-write 1', 'min-replicas-max-lag 10'],
      ...['cluster-require-full-coverage no', 'cluster-node-timeout 5000'],
    ]);
  });

  const from = (name: string) => [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }];
  const podsMetric = (name: string, averageValue: string) => ({
    type: 'Pods',
    pods: { metric: { name }, target: { type: 'AverageValue', averageValue } },
  });
  const apart = (app: string) => ({ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app } } });
  const antiAffinity = 'affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0';
  const policies = ['nothing', 'server', 'redis'].map((name) => [name, specOf('NetworkPolicy', name)]);
  hasValues(
    {
      ...{ pod, container, deployment, policies: Object.fromEntries(policies) },
      service: specOf('Service', 'fightcard'),
      budget: specOf('PodDisruptionBudget', 'fightcard'),
      autoscaler: specOf('HorizontalPodAutoscaler', 'fightcard'),
      cluster: specOf('RedisCluster', 'fightcard-redis'),
    },
    {
      'pod.securityContext': {
        ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
        seccompProfile: { type: 'RuntimeDefault' },
      },
      'pod.automountServiceAccountToken': false,
      'pod.topologySpreadConstraints.1.whenUnsatisfiable': 'DoNotSchedule',
      'pod.volumes.0.secret.defaultMode': 0o440,
      'container.securityContext': {
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      },
      // Two workers of 180 MiB, 125 MiB for the primary, and connections.
      'container.resources.requests': { cpu: '2', memory: '768Mi', 'ephemeral-storage': '64Mi' },
      'container.resources.limits': { cpu: '3', memory: '1Gi', 'ephemeral-storage': '256Mi' },
      // Set by the autoscaler.
      'deployment.replicas': undefined,
      'deployment.strategy': { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' } },
      'service.ports': [{ name: 'http', port: 80, targetPort: 'http' }],
      'budget.maxUnavailable': 1,
      'budget.unhealthyPodEvictionPolicy': 'AlwaysAllow',
      'autoscaler.minReplicas': 3,
      // Of the 10,000 of STREAMS.
      'autoscaler.metrics.1': podsMetric('fightcard_stream_readers', '6000'),
      'autoscaler.metrics.2': podsMetric('fightcard_overload_refusals_per_second', '1'),
      'autoscaler.metrics.3': podsMetric('fightcard_event_loop_delay_p99_seconds', '50m'),
      // Longer than between two fights.
      'autoscaler.behavior.scaleDown.stabilizationWindowSeconds': 3600,
      'policies.nothing': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
      'policies.server.podSelector.matchLabels': labels,
      'policies.server.ingress': [
        { from: from('ingress-nginx'), ports: [{ port: 8080 }] },
        { from: from('monitoring'), ports: [{ port: 9464 }] },
      ],
      'policies.server.egress.0.to.0.podSelector': valueAt(specOf('NetworkPolicy', 'redis'), 'podSelector'),
      'policies.server.egress.length': 1,
      'policies.redis.ingress.1.ports': [{ port: 6379 }, { port: 16379 }],
      'policies.redis.egress.0.ports': [{ port: 6379 }, { port: 16379 }],
      'cluster.clusterSize': 3,
      'cluster.persistenceEnabled': true,
      'cluster.kubernetesConfig.redisSecret': { name: 'fightcard', key: 'redis-password' },
      // Twice `maxmemory`.
      'cluster.kubernetesConfig.resources.limits.memory': '4Gi',
      'cluster.redisLeader.redisConfig.additionalRedisConfig': 'fightcard-redis',
      'cluster.redisFollower.redisConfig.additionalRedisConfig': 'fightcard-redis',
      [`cluster.redisLeader.${antiAffinity}`]: apart('fightcard-redis-leader'),
      [`cluster.redisFollower.${antiAffinity}`]: apart('fightcard-redis-follower'),
    },
  );
});

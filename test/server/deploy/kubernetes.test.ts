import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { readConfig } from '../../../server/config.ts';
import { readText, readYaml, root } from '../../support/deploy/files.ts';
import { readImage } from '../../support/deploy/image.ts';
import { faultsOf, type Manifest } from '../../support/deploy/kubernetes.ts';
import { metricsIn, parsePromql } from '../../support/monitoring/promql.ts';
import { adminUrlOf, scrape } from '../../support/monitoring/scrape.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Container {
  image: string;
  ports: { name: string; containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: unknown }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: unknown;
  volumeMounts: unknown;
}
interface PodSpec {
  containers: [Container];
  securityContext: unknown;
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  topologySpreadConstraints: { topologyKey: string; labelSelector: unknown }[];
}
interface Metric {
  type: string;
  resource?: { name: string };
  pods?: { metric: { name: string } };
}
interface Rule {
  seriesQuery: string;
  name: { as: string };
  metricsQuery: string;
}
interface Policy {
  podSelector: unknown;
  ingress?: { from: unknown[]; ports: { port: number }[] }[];
  egress?: { to?: unknown[]; ports: { port: number }[] }[];
}

const folder = 'deploy/kubernetes/';
const [kustomization] = readYaml<{ resources: string[]; images: { name: string }[]; namespace: string }>(
  `${folder}kustomization.yaml`,
);
const resources = kustomization?.resources ?? [];
const manifests = resources.flatMap((file) => readYaml<Manifest>(folder + file));
const named = <Spec>(kind: string, name: string) => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found as Manifest & { spec: Spec; data: Record<string, string> };
};

const labels = { 'app.kubernetes.io/name': 'fightcard', 'app.kubernetes.io/component': 'server' };
const deployment = named<{
  replicas?: number;
  selector: unknown;
  strategy: unknown;
  template: { metadata: { labels: unknown }; spec: PodSpec };
}>('Deployment', 'fightcard').spec;
const pod = deployment.template.spec;
const [container] = pod.containers;
const rules = readYaml<{ rules: Rule[] }>(`${folder}adapter-rules.yaml`)[0]?.rules ?? [];

describe('the manifests for Kubernetes', () => {
  it('are those of the kustomization, and fit the schemas of Kubernetes, without a member that it does not have', async () => {
    expect(resources).to.deep.equal([
      'namespace.yaml',
      'network.yaml',
      'redis.yaml',
      'server.yaml',
      'autoscaler.yaml',
      'backup.yaml',
    ]);
    const kinds = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(kinds).size).to.equal(kinds.length);
    for (const manifest of manifests) expect((await faultsOf(manifest)).join('; ')).to.equal('');
  });

  it('are found wrong with a misspelt member, a wrong type and an unknown kind (control)', async () => {
    const wrong = structuredClone(
      named<{ template: { spec: Record<string, unknown>[] } }>('Deployment', 'fightcard'),
    ) as unknown as {
      spec: { template: { spec: { containers: Record<string, unknown>[] } } };
    };
    Object.assign(wrong.spec.template.spec.containers[0] ?? {}, {
      livenesProbe: {},
      ports: [{ containerPort: 'http' }],
    });
    expect(await faultsOf(wrong as unknown as Manifest)).to.deep.equal([
      'Deployment fightcard/spec/template/spec/containers/0/ports/0/containerPort: type {"type":"integer"}',
      'Deployment fightcard/spec/template/spec/containers/0/livenesProbe: Kubernetes has no such member',
    ]);
    const [fault] = await faultsOf({ apiVersion: 'v2', kind: 'Pod', metadata: { name: 'a' } });
    expect(fault).to.equal('Pod a: no schema is known of v2 Pod');
  });

  it('run the server without rights, on a read-only file system, where its own namespace wants that', () => {
    expect(pod.securityContext).to.deep.equal({
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).to.deep.equal({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    });
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).to.deep.equal([false, false]);
    expect(container.volumeMounts).to.deep.equal([
      { name: 'counters', mountPath: '/dev/shm' },
      { name: 'feed-keys', mountPath: '/etc/fightcard', readOnly: true },
    ]);
    expect(named('Namespace', 'fightcard').metadata.labels?.['pod-security.kubernetes.io/enforce']).to.equal(
      'restricted',
    );
  });

  it('have limits for processor, memory and disk', () => {
    const { requests, limits } = container.resources;
    expect(requests).to.have.keys('cpu', 'memory', 'ephemeral-storage');
    expect(limits).to.have.keys('cpu', 'memory', 'ephemeral-storage');
  });

  it('ask the probes of the admin port, which listens outside of the pod', () => {
    const port = (name: string) => container.ports.find((one) => one.name === name)?.containerPort;
    expect([port('http'), port('admin')].map(String)).to.deep.equal(readImage('server').ports);
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.map(({ httpGet }) => httpGet)).to.deep.equal([
      { path: '/livez', port: 'admin' },
      { path: '/livez', port: 'admin' },
      { path: '/readyz', port: 'admin' },
    ]);
    const settings = readConfig(environment());
    expect(settings).to.include({ port: 8080, adminHost: '0.0.0.0', adminPort: 9464 });
  });

  /** As the kubelet makes it, with a secret. */
  function environment(): Record<string, string> {
    const env: Record<string, string> = { NODE_ENV: 'production', REDIS_PASSWORD: 'secret' };
    for (const { name, value } of container.env) {
      if (value !== undefined) env[name] = value.replace(/\$\((\w+)\)/g, (_, other) => env[other] ?? '');
    }
    return { ...env, FEED_KEYS_FILE: '', FEED_KEYS: `a:${'1'.repeat(64)}` };
  }

  it('set only what the server has, which it accepts', () => {
    const help = spawnSync(process.execPath, ['server/main.js', '--help'], { cwd: root, encoding: 'utf8' }).stdout;
    const names = container.env.map(({ name }) => name);
    for (const name of names)
      if (name !== 'REDIS_PASSWORD') expect(help, name).to.match(new RegExp(`^ *${name} `, 'm'));
    const { redisUrl, drainSeconds, workers, voteBuckets, trustedProxies } = readConfig(environment());
    expect({ redisUrl, drainSeconds, workers, voteBuckets, trustedProxies }).to.deep.equal({
      redisUrl: 'redis+cluster://default:secret@fightcard-redis-leader-headless:6379',
      ...{ drainSeconds: 10, workers: 2, voteBuckets: 9, trustedProxies: 1 },
    });
  });

  it('give a pod time to drain after its probe has turned, and to end', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const { drainSeconds } = readConfig(environment());
    expect(drainSeconds).to.be.at.least(periodSeconds * failureThreshold + 5);
    // Requests under way take up to 5 s, idle connections 5 s more.
    expect(pod.terminationGracePeriodSeconds).to.be.at.least(drainSeconds + 10 + 10);
  });

  it('spread the pods, take away one at a time, and replace none before its successor answers', () => {
    expect(pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).to.deep.equal([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { labelSelector } of pod.topologySpreadConstraints)
      expect(labelSelector).to.deep.equal({ matchLabels: labels });
    expect(deployment.strategy).to.deep.equal({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' },
    });
    expect(deployment.selector).to.deep.equal({ matchLabels: labels });
    expect(deployment.template.metadata.labels).to.deep.equal(labels);
    expect(
      named<{ selector: unknown; maxUnavailable: number }>('PodDisruptionBudget', 'fightcard').spec,
    ).to.deep.include({
      ...{ maxUnavailable: 1, selector: { matchLabels: labels } },
    });
    expect(named<{ selector: unknown }>('Service', 'fightcard').spec.selector).to.deep.equal(labels);
  });

  it('scale by metrics that the adapter makes of those that the server shows', async () => {
    const { metrics, ...scaling } = named<{ metrics: Metric[]; minReplicas: number; scaleTargetRef: { name: string } }>(
      ...(['HorizontalPodAutoscaler', 'fightcard'] as const),
    ).spec;
    expect(scaling).to.deep.include({
      minReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'fightcard' },
    });
    expect(deployment.replicas, 'the autoscaler sets them').to.equal(undefined);
    const custom = metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : []));
    expect(custom).to.have.members(rules.map(({ name }) => name.as));
    expect(custom).to.have.length.greaterThan(2);

    const server = startServerProcess({ ADMIN_PORT: '0' }, ['--no-sample']);
    const shown = new Set((await scrape(await adminUrlOf(server))).map(({ name }) => name));
    await server.close();
    const missing = (query: string) => {
      const series = query.replace(/\{.*/, '');
      return shown.has(series) ? [] : [series];
    };
    for (const { seriesQuery, metricsQuery, name } of rules) {
      expect(missing(seriesQuery), name.as).to.deep.equal([]);
      const promql = metricsQuery
        .replaceAll('<<.Series>>', seriesQuery.replace(/\{.*/, ''))
        .replaceAll('<<.LabelMatchers>>', 'pod="a"')
        .replaceAll('<<.GroupBy>>', 'pod');
      expect(() => parsePromql(promql), name.as).to.not.throw();
      expect(metricsIn(promql)).to.deep.equal([seriesQuery.replace(/\{.*/, '')]);
    }
    expect(missing('fightcard_streams{}'), 'control').to.deep.equal(['fightcard_streams']);
  });

  it('let only the ingress, Prometheus and the servers through, and out only to Redis', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ metadata }) => metadata.name)).to.deep.equal([
      'nothing',
      'names',
      'server',
      'backup',
      'redis',
    ]);
    expect(named<Policy>('NetworkPolicy', 'nothing').spec).to.deep.equal({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const { podSelector, ingress, egress } = named<Policy>('NetworkPolicy', 'server').spec;
    expect(podSelector).to.deep.equal({ matchLabels: labels });
    expect(ingress?.map(({ ports }) => ports)).to.deep.equal([[{ port: 8080 }], [{ port: 9464 }]]);
    expect(egress?.map(({ ports }) => ports)).to.deep.equal([[{ port: 6379 }]]);
    const redis = named<Policy>('NetworkPolicy', 'redis').spec;
    expect(egress?.[0]?.to?.[0]).to.deep.equal({ podSelector: redis.podSelector });
  });

  it('let every pod ask any resolver', () => {
    expect(named<Policy>('NetworkPolicy', 'names').spec).to.deep.equal({
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [
        {
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        },
      ],
    });
  });

  it('make a Cluster that keeps what it acknowledges, with the password of the Secret', () => {
    const cluster = named<{
      clusterSize: number;
      kubernetesConfig: { redisSecret: unknown };
      redisLeader: { redisConfig: { additionalRedisConfig: string } };
      redisFollower: { redisConfig: { additionalRedisConfig: string } };
    }>('RedisCluster', 'fightcard-redis').spec;
    expect(cluster.clusterSize).to.equal(3);
    expect(cluster.kubernetesConfig.redisSecret).to.deep.equal({ name: 'fightcard', key: 'redis-password' });
    for (const { redisConfig } of [cluster.redisLeader, cluster.redisFollower]) {
      expect(redisConfig.additionalRedisConfig).to.equal('fightcard-redis');
    }
    const config = named('ConfigMap', 'fightcard-redis').data['redis-additional.conf']?.split('\n') ?? [];
    expect(config).to.include.members([
      ...['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction', 'min-replicas-to-write 1'],
      'cluster-require-full-coverage no',
    ]);
    // Three buckets for each master.
    expect(readConfig(environment()).voteBuckets).to.equal(3 * cluster.clusterSize);
  });

  it('back up every hour as npm run backup does, with the rights of the server', () => {
    const { spec } = named<{ schedule: string; jobTemplate: { spec: { template: { spec: PodSpec } } } }>(
      ...(['CronJob', 'fightcard-backup'] as const),
    );
    expect(spec.schedule).to.match(/^\d+ \* \* \* \*$/);
    const job = spec.jobTemplate.spec.template.spec;
    const [backup] = job.containers as unknown as [Container & { command: string[]; args: string[] }];
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(backup.command.join(' ')).to.equal(scripts.backup);
    expect(backup.args).to.deep.equal(['--to', '/backups', '--keep', '48']);
    expect(job.securityContext).to.deep.equal(pod.securityContext);
    expect(backup.securityContext).to.deep.equal(container.securityContext);
    const redisOf = (one: Container) =>
      one.env.filter(({ name }) => name.startsWith('REDIS_') && !name.includes('WAIT'));
    expect(redisOf(backup)).to.deep.equal(redisOf(container));
    const { egress } = named<Policy>('NetworkPolicy', 'backup').spec;
    expect(egress).to.deep.equal(named<Policy>('NetworkPolicy', 'server').spec.egress);
  });

  it('hold no secret', () => {
    for (const file of [...resources, 'kustomization.yaml']) {
      expect(readText(folder + file), file).to.not.match(/kind: Secret\b|[0-9a-f]{32}(?!.*@)/);
    }
  });
});

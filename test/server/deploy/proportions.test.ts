import { expect } from 'chai';
import { readText, readYaml } from '../../support/deploy/files.ts';
import type { Manifest } from '../../support/deploy/kubernetes.ts';

/** Numbers and names in the files of the deployment that are right only beside another: each with the reason. */

const folder = 'deploy/kubernetes/';
const manifests = ['server', 'redis', 'network', 'autoscaler'].flatMap((file) =>
  readYaml<Manifest & { spec: never; data: Record<string, string> }>(`${folder}${file}.yaml`),
);
const specOf = <Spec>(kind: string, name = 'fightcard') =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)?.spec as Spec;

const bytesOf = (size: string) => {
  const [, number = '', unit = ''] = /^(\d+)([KMG]?)i?b?$/i.exec(size) ?? [];
  return Number(number) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
};

interface Probe {
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}
interface Resources {
  requests: Record<string, string>;
  limits: Record<string, string>;
}

describe('Kubernetes: the pods of the server', () => {
  const { spec } = specOf<{ template: { spec: Record<string, never> } }>('Deployment').template;
  const pod = spec as unknown as {
    containers: [Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> & { resources: Resources }];
    topologySpreadConstraints: { topologyKey: string; whenUnsatisfiable: string; maxSkew: number }[];
    volumes: unknown;
  };
  const [{ startupProbe, livenessProbe, readinessProbe, resources }] = pod.containers;

  it('are given a minute to start, half a minute to live again, and four seconds until they are left out', () => {
    const seconds = [startupProbe, livenessProbe, readinessProbe].map(
      ({ periodSeconds, failureThreshold }) => periodSeconds * failureThreshold,
    );
    expect(seconds).to.deep.equal([60, 30, 4]);
    for (const { timeoutSeconds, periodSeconds } of [startupProbe, livenessProbe, readinessProbe])
      expect(timeoutSeconds).to.be.at.most(periodSeconds);
  });

  it('may use at least what they ask for: two workers of 180 MiB, 125 MiB for the primary, and connections', () => {
    const { requests, limits } = resources;
    expect(requests).to.deep.equal({ cpu: '2', memory: '768Mi', 'ephemeral-storage': '64Mi' });
    expect(limits).to.deep.equal({ cpu: '3', memory: '1Gi', 'ephemeral-storage': '256Mi' });
  });

  it('never lie two on a machine where another is free, and let only their group read the feed keys', () => {
    expect(pod.topologySpreadConstraints.map((one) => `${one.whenUnsatisfiable} ${one.maxSkew}`)).to.deep.equal([
      'ScheduleAnyway 1',
      'DoNotSchedule 1',
    ]);
    expect(pod.volumes).to.deep.equal([
      { name: 'counters', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
      {
        name: 'feed-keys',
        secret: { secretName: 'fightcard', defaultMode: 0o440, items: [{ key: 'feed-keys', path: 'feed-keys' }] },
      },
    ]);
  });

  it('are reached on their public port, and hold up no drain of a node while they wait', () => {
    expect(specOf<{ ports: unknown }>('Service').ports).to.deep.equal([{ name: 'http', port: 80, targetPort: 'http' }]);
    expect(specOf('PodDisruptionBudget')).to.include({ unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  it('become more at 60 % of their processors, 6,000 of 10,000 streams, a refusal a second, or 50 ms of delay', () => {
    const { minReplicas, maxReplicas, metrics, behavior } = specOf<Record<string, never>>('HorizontalPodAutoscaler');
    expect([minReplicas, maxReplicas]).to.deep.equal([3, 60]);
    expect(metrics).to.deep.equal([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      ...[
        ['fightcard_stream_readers', '6000'],
        ['fightcard_overload_refusals_per_second', '1'],
        ['fightcard_event_loop_delay_p99_seconds', '50m'],
      ].map(([name, averageValue]) => ({
        ...{ type: 'Pods', pods: { metric: { name }, target: { type: 'AverageValue', averageValue } } },
      })),
    ]);
    expect(behavior).to.deep.equal({
      scaleUp: { stabilizationWindowSeconds: 0, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
      scaleDown: { stabilizationWindowSeconds: 3600, policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }] },
    });
  });

  it('are counted as refusing by reasons that the server has', () => {
    const reasons = /reason=~"([^"]*)"/.exec(readText(`${folder}adapter-rules.yaml`))?.[1]?.split('|');
    expect(reasons).to.deep.equal(['overload', 'loads', 'ballots', 'streams']);
  });

  it('are reached by the ingress and Prometheus of their own namespaces only', () => {
    const { ingress } = specOf<{ ingress: { from: unknown }[] }>('NetworkPolicy', 'server');
    const namespace = (name: string) => [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
    ];
    expect(ingress.map(({ from }) => from)).to.deep.equal([namespace('ingress-nginx'), namespace('monitoring')]);
  });
});

describe('Kubernetes: the masters and replicas of Redis', () => {
  const cluster = specOf<{
    persistenceEnabled: boolean;
    kubernetesConfig: { resources: Resources };
    storage: { volumeClaimTemplate: { spec: { resources: Resources } } };
    redisLeader: { replicas: number; terminationGracePeriodSeconds: number; affinity: unknown; pdb: unknown };
    redisFollower: { replicas: number; terminationGracePeriodSeconds: number; affinity: unknown; pdb: unknown };
  }>('RedisCluster', 'fightcard-redis');
  const config = manifests
    .find(({ kind }) => kind === 'ConfigMap')
    ?.data['redis-additional.conf']?.split('\n')
    .filter(Boolean);

  it('keep on disk, by the log alone, half of their memory at most, on three times as much disk', () => {
    expect(cluster.persistenceEnabled).to.equal(true);
    expect(config).to.deep.equal([
      ...['appendonly yes', 'appendfsync always', 'save ""', 'maxmemory 2gb', 'maxmemory-policy noeviction'],
      ...['lazyfree-lazy-expire yes', 'min-replicas-to-write 1', 'min-replicas-max-lag 10'],
      ...['cluster-require-full-coverage no', 'cluster-node-timeout 5000'],
    ]);
    const { limits, requests } = cluster.kubernetesConfig.resources;
    expect([limits.memory, requests.memory].map((size) => bytesOf(size ?? ''))).to.deep.equal([2 ** 32, 2 ** 32]);
    const { storage } = cluster.storage.volumeClaimTemplate.spec.resources.requests;
    expect(bytesOf(storage ?? '')).to.be.at.least(3 * bytesOf('2gb'));
  });

  it('lie on different machines, are not all taken away, and have a minute to write what is left', () => {
    for (const [name, node] of [
      ['leader', cluster.redisLeader],
      ['follower', cluster.redisFollower],
    ] as const) {
      expect(node).to.deep.include({
        ...{ replicas: 3, terminationGracePeriodSeconds: 60, pdb: { enabled: true, maxUnavailable: 1 } },
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                topologyKey: 'kubernetes.io/hostname',
                labelSelector: { matchLabels: { app: `fightcard-redis-${name}` } },
              },
            ],
          },
        },
      });
    }
  });

  it('reach each other by both ports of a Cluster, and nobody else', () => {
    const { ingress, egress } = specOf<Record<'ingress' | 'egress', { ports: unknown }[]>>('NetworkPolicy', 'redis');
    const both = [{ port: 6379 }, { port: 16379 }];
    expect(ingress.map(({ ports }) => ports)).to.deep.equal([[{ port: 6379 }], both]);
    expect(egress.map(({ ports }) => ports)).to.deep.equal([both]);
  });
});

describe('compose.yaml', () => {
  type Service = Record<'volumes' | 'mem_limit' | 'stop_grace_period' | 'healthcheck' | 'depends_on', never> &
    Record<'ulimits' | 'shm_size', never>;
  const [compose] = readYaml<{ services: Record<'server' | 'redis', Service> }>('compose.yaml');
  const { server, redis } = (compose as NonNullable<typeof compose>).services;

  it('keeps the folder that Redis writes to, twice its data in memory, and waits until it has written and answers', () => {
    expect(redis.volumes).to.deep.equal(['redis:/data']);
    expect([redis.mem_limit, redis.stop_grace_period]).to.deep.equal(['2g', '30s']);
    expect(redis.healthcheck).to.include({ test: 'redis-cli ping | grep -qx PONG' });
    expect(server.depends_on).to.deep.equal({ redis: { condition: 'service_healthy' } });
  });

  it('has room for the counters and connections of the server', () => {
    expect([server.shm_size, server.mem_limit, server.ulimits]).to.deep.equal(['64m', '1g', { nofile: 65_536 }]);
  });
});

describe('the units of systemd', () => {
  const lines = (unit: string) => readText(`deploy/systemd/${unit}`).split('\n');

  it('lead the server to the port of its Redis, which asks for a password', () => {
    expect(lines('fightcard.env')).to.include('REDIS_URL=redis://default:PASSWORD@127.0.0.1:6390');
    const start = lines('fightcard-redis.service').find((line) => line.startsWith('ExecStart='));
    expect(start).to.match(/^ExecStart=\/usr\/bin\/redis-server \/etc\/fightcard\/redis-password\.conf .*--port 6390 /);
  });

  it('begin again whatever ended them, with files for all connections, and Redis first and last', () => {
    for (const unit of ['fightcard.service', 'fightcard-redis.service'])
      expect(lines(unit), unit).to.include.members(['Restart=always', 'RestartSec=1', 'LimitNOFILE=65536']);
    expect(lines('fightcard.service')).to.include.members([
      ...['Wants=network-online.target fightcard-redis.service', 'After=network-online.target fightcard-redis.service'],
    ]);
    expect(lines('fightcard-redis.service')).to.include.members([
      ...['TimeoutStopSec=60', 'TimeoutStartSec=600', 'OOMScoreAdjust=-900'],
    ]);
  });
});

import { expect } from 'chai';
import { type Manifest, readYaml } from '../../test/support/deploy/files.ts';
import { valueAt } from '../../test/support/deploy/values.ts';

interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string; keyword: string; params: unknown }[] | null;
}

/** Names of the schemas of the Kubernetes API that the package kubernetes-models carries. */
const schemas: Record<string, string> = {
  'v1 Namespace': 'IoK8sApiCoreV1Namespace',
  'v1 ServiceAccount': 'IoK8sApiCoreV1ServiceAccount',
  'v1 ConfigMap': 'IoK8sApiCoreV1ConfigMap',
  'v1 PersistentVolumeClaim': 'IoK8sApiCoreV1PersistentVolumeClaim',
  'batch/v1 CronJob': 'IoK8sApiBatchV1CronJob',
  'v1 Service': 'IoK8sApiCoreV1Service',
  'apps/v1 Deployment': 'IoK8sApiAppsV1Deployment',
  'policy/v1 PodDisruptionBudget': 'IoK8sApiPolicyV1PodDisruptionBudget',
  'autoscaling/v2 HorizontalPodAutoscaler': 'IoK8sApiAutoscalingV2HorizontalPodAutoscaler',
  'networking.k8s.io/v1 NetworkPolicy': 'IoK8sApiNetworkingV1NetworkPolicy',
};

/** Resources of operators, of which Kubernetes has no schema. */
const ofOperators = ['redis.redis.opstreelabs.in/v1beta2 RedisCluster'];

/**
 * A view of a value that notes which members were looked at. The schemas of Kubernetes allow members that they do not
 * know, and an API server drops them: one that no schema looked at is a typing error.
 */
function observe(value: unknown, path: string): { view: unknown; unseen(): string[] } {
  if (value === null || typeof value !== 'object') return { view: value, unseen: () => [] };
  const members = new Map<string, ReturnType<typeof observe>>();
  const view = new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key) || key === 'length') return member;
      const observed = members.get(key) ?? observe(member, `${path}/${key}`);
      members.set(key, observed);
      return observed.view;
    },
  });
  const unseen = () => Object.keys(value).flatMap((key) => members.get(key)?.unseen() ?? [`${path}/${key}`]);
  return { view, unseen };
}

/** @returns what is wrong with a manifest by the schema of its kind: a sentence for each fault. */
async function faultsOf(manifest: Manifest): Promise<string[]> {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const where = `${manifest.kind} ${manifest.metadata?.name}`;
  if (ofOperators.includes(kind)) return [];
  const schema = schemas[kind];
  if (!schema) return [`${where}: no schema is known of ${kind}`];
  const { validate } = (await import(`kubernetes-models/_schemas/${schema}`)) as { validate: Validate };
  const { view, unseen } = observe(manifest, '');
  const wrong = validate(view) ? [] : (validate.errors ?? []);
  return [
    ...wrong.map(
      ({ instancePath, message, keyword, params }) =>
        `${where}${instancePath}: ${message ?? `${keyword} ${JSON.stringify(params)}`}`,
    ),
    ...unseen().map((path) => `${where}${path}: Kubernetes has no such member`),
  ];
}

const folder = 'deploy/kubernetes/';
const resources = readYaml<{ resources: string[] }>(`${folder}kustomization.yaml`)[0]?.resources ?? [];
const manifests = resources.flatMap((file) => readYaml<Manifest>(folder + file));

describe('deploy/kubernetes', () => {
  for (const manifest of manifests) {
    it(`${manifest.kind} ${manifest.metadata.name} fits the schema of Kubernetes`, async () => {
      expect(await faultsOf(manifest)).to.deep.equal([]);
    });
  }

  it('is refused with misspelt members and types (control)', async () => {
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
    if (!wrong) throw new Error('there is no Deployment');
    const mistakes = { livenesProbe: {}, ports: [{ containerPort: 'http' }] };
    Object.assign(valueAt(wrong, 'spec.template.spec.containers.0') as object, mistakes);
    expect(await faultsOf(wrong)).to.deep.equal([
      'Deployment fightcard/spec/template/spec/containers/0/ports/0/containerPort: type {"type":"integer"}',
      'Deployment fightcard/spec/template/spec/containers/0/livenesProbe: Kubernetes has no such member',
    ]);
  });
});

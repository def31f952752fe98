/** Two servers on a Redis with replicas, which take over by themselves. */
import { startCluster } from '../../../test/support/redis/cluster.ts';
import type { TestNode } from '../../../test/support/redis/nodes.ts';
import { startSentinels } from '../../../test/support/redis/sentinel.ts';
import { openServerUnit } from './server-unit.ts';
import type { Mode, System } from './system.ts';

type Store = Pick<System, 'redis' | 'master' | 'isWhole'> & { url: string; close(): Promise<void> };

/** Whether a replica receives what its master writes. */
const follows = async ({ client }: TestNode) => (await client.info('replication')).includes('master_link_status:up');

async function sentinelStore(): Promise<Store> {
  const { url, redis, master, close } = await startSentinels();
  return {
    ...{ url, redis, master, close },
    async isWhole() {
      const own = await master();
      const replicas = redis.filter((node) => node !== own);
      const isMaster = (await own.client.info('replication')).includes('role:master');
      return isMaster && (await Promise.all(replicas.map(follows))).every(Boolean);
    },
  };
}

const masterCount = 3;

async function clusterStore(): Promise<Store> {
  const { url, masters, replicas, close } = await startCluster({ masters: masterCount, replicas: true });
  const redis = [...masters, ...replicas];
  /** The nodes that have slots, by their own word. */
  async function owners(): Promise<TestNode[]> {
    const isOwner = async ({ client }: TestNode) =>
      /myself,master .* connected \d/.test(String(await client.cluster('NODES')));
    const are = await Promise.all(redis.map((node) => isOwner(node).catch(() => false)));
    return redis.filter((_, index) => are[index]);
  }
  return {
    ...{ url, redis, close },
    async master(index) {
      const all = await owners();
      const node = all[index];
      if (!node || all.length !== masterCount) throw new Error(`${all.length} nodes of the Cluster have slots`);
      return node;
    },
    async isWhole() {
      const all = await owners();
      const states = await Promise.all(redis.map(async ({ client }) => String(await client.cluster('INFO'))));
      const others = redis.filter((node) => !all.includes(node));
      const isFollowed = (await Promise.all(others.map(follows))).every(Boolean);
      return all.length === masterCount && isFollowed && states.every((state) => state.includes('cluster_state:ok'));
    },
  };
}

/** @param prepare fills the store before the servers start. */
export async function openReplicated(
  mode: Exclude<Mode, 'one'>,
  prepare: (url: string) => Promise<void>,
): Promise<System> {
  const { url, close, ...store } = await (mode === 'sentinel' ? sentinelStore() : clusterStore());
  await prepare(url);
  const servers = await Promise.all([1, 2].map((number) => openServerUnit(`server ${number}`, url)));
  return {
    ...store,
    startRedis: (node) => node.start(),
    ...{ mode, servers, storeLinks: [], editorUrl: url, storeUrl: url, machine: undefined, disk: undefined },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await close();
    },
  };
}

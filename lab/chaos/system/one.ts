import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountDisk } from '../../../test/support/redis/disk.ts';
import { startNode, type TestNode } from '../../../test/support/redis/nodes.ts';
import { isRunning } from '../../../test/support/run/is-running.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { buildFaultyMachine } from './faulty-machine.ts';
import { openLink } from './link.ts';
import { openServerUnit } from './server-unit.ts';
import type { System } from './system.ts';
import { removeTornTransaction } from './torn-transaction.ts';

/** It may have ended when a disk failed, or still run. */
const hasEnded = ({ pid }: TestNode) => !isRunning(pid);

/** Room for the log of a long run. */
const diskKib = 262_144;

/**
 * Two servers on one Redis configured like the embedded one, on a machine whose power, disk and clock can fail.
 *
 * @param prepare fills the store before the servers start.
 * @param options.settings more lines of the configuration of Redis; a control takes its durability away.
 */
export async function openOne(
  prepare: (url: string) => Promise<void>,
  options: { settings?: readonly string[]; withDisk?: boolean; servers?: number; workers?: number } = {},
): Promise<System> {
  const { settings = [], withDisk = true, servers: count = 2, workers = 2 } = options;
  const machine = await buildFaultyMachine();
  const disk = withDisk ? await mountDisk(diskKib) : undefined;
  const folder = disk?.path ?? (await mkdtemp(join(tmpdir(), 'fightcard-chaos-')));
  const redis = await startNode(
    await freePort(),
    [
      ...['appendonly yes', 'appendfsync always', 'save ""', 'maxmemory-policy noeviction'],
      `dir ${folder}`,
      ...settings,
    ],
    { environment: machine.environment },
  );
  await prepare(redis.url);
  const storeLinks = await Promise.all(Array.from({ length: count }, () => openLink(redis.port)));
  const servers = await Promise.all(
    storeLinks.map(({ port }, index) => openServerUnit(`server ${index + 1}`, `redis://127.0.0.1:${port}`, workers)),
  );
  return {
    ...{ mode: 'one', servers, redis: [redis], storeLinks, machine, disk, storeUrl: redis.url },
    editorUrl: `redis://127.0.0.1:${storeLinks[0]?.port}`,
    async startRedis(node) {
      if (hasEnded(node)) await removeTornTransaction(join(folder, 'appendonlydir', 'appendonly.aof.manifest'));
      await node.start();
    },
    master: async () => redis,
    isWhole: async () => (await redis.client.ping()) === 'PONG',
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(storeLinks.map((link) => link.close()));
      await redis.close();
      machine.close();
      await disk?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

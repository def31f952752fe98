import { setTimeout as sleep } from 'node:timers/promises';
import { between, pick, type Random } from '../../../contracts/world/night/random.ts';
import { until } from '../../../test/support/redis/nodes.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import type { Excuse } from '../history/operations.ts';
import { cuts } from '../system/link.ts';
import type { ServerUnit } from '../system/server-unit.ts';
import type { Mode, System } from '../system/system.ts';

/** One kind of fault: it is done, lasts, and is undone. */
export interface FaultKind {
  /** How often it is drawn, beside the others. */
  weight: number;
  modes: readonly Mode[];
  /** What may be lost by it of that which is acknowledged; server/README.md says so of failovers and of the clock. */
  mayLose?: Excuse['what'];
  /** @returns what it was done to. */
  strike(system: System, random: Random): Promise<string>;
}

const everywhere: readonly Mode[] = ['one', 'sentinel', 'cluster'];
const one: readonly Mode[] = ['one'];
const replicated: readonly Mode[] = ['sentinel', 'cluster'];

/** From 30 ms to 3 s, short ones more often. */
const anyMs = (random: Random) => Math.round(30 * 100 ** random());

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  // 0 would be this whole process group.
  for (const pid of pids.filter((one) => one > 0)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // Ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function pause(pids: readonly number[], ms: number): Promise<void> {
  signal(pids, 'SIGSTOP');
  await sleep(ms);
  signal(pids, 'SIGCONT');
}

/** Far more than a failover takes on a quiet machine. */
const recoveryMs = 180_000;

/** After the last failover it may take a moment until all agree. */
const anyMaster = (system: System, random: Random) => {
  const index = between(random, 0, 2);
  return until('every part of the store has a master', () => system.master(index), recoveryMs);
};

const anyServer = (system: System, random: Random): ServerUnit => pick(random, system.servers);

/** Faults of the processes of a server. */
const ofServers = {
  'worker killed': {
    ...{ weight: 3, modes: everywhere },
    async strike(system, random) {
      const server = anyServer(system, random);
      const [pid] = server.workers().slice(random() < 0.5 ? 0 : -1);
      if (pid) signal([pid], 'SIGKILL');
      return `${server.name} worker ${pid}`;
    },
  },
  'worker paused': {
    ...{ weight: 6, modes: everywhere },
    async strike(system, random) {
      const server = anyServer(system, random);
      const pids = random() < 0.5 ? server.workers() : server.workers().slice(0, 1);
      await pause(pids, anyMs(random));
      return `${server.name} workers ${pids.join(' and ')}`;
    },
  },
  'primary paused': {
    ...{ weight: 2, modes: everywhere },
    async strike(system, random) {
      const server = anyServer(system, random);
      await pause([server.primary], anyMs(random));
      return server.name;
    },
  },
  'server killed': {
    ...{ weight: 1, modes: everywhere },
    // Starts again while the next faults are done; the end of the run waits for it, and reports why it cannot.
    async strike(system, random) {
      const server = anyServer(system, random);
      await server.kill();
      await sleep(anyMs(random));
      server.start().catch(() => undefined);
      return server.name;
    },
  },
  'rolling restart': {
    ...{ weight: 1, modes: everywhere },
    // Goes on while the next faults are done.
    async strike(system, random) {
      const server = anyServer(system, random);
      server.signalPrimary('SIGHUP');
      return server.name;
    },
  },
} as const satisfies Record<string, FaultKind>;

/** Faults of the networks, which lose or delay bytes. */
const ofNetworks = {
  'client connections cut': {
    ...{ weight: 4, modes: everywhere },
    async strike(system, random) {
      const { link, name } = anyServer(system, random);
      const cut = pick(random, [...cuts, null]);
      if (cut) link.cutNext(cut, between(random, 1, 10));
      else link.cutAll();
      return `${name}, ${cut ?? 'all'}`;
    },
  },
  'client network slow': {
    ...{ weight: 2, modes: everywhere },
    async strike(system, random) {
      const { link, name } = anyServer(system, random);
      link.delay(between(random, 10, 300));
      await sleep(anyMs(random));
      link.delay(0);
      return name;
    },
  },
  'store connections cut': {
    ...{ weight: 6, modes: one },
    async strike(system, random) {
      const at = between(random, 0, system.storeLinks.length - 1);
      const cut = pick(random, [...cuts, null]);
      if (cut) system.storeLinks[at]?.cutNext(cut, between(random, 1, 4));
      else system.storeLinks[at]?.cutAll();
      return `of server ${at + 1}, ${cut ?? 'all'}`;
    },
  },
  'store network held': {
    ...{ weight: 4, modes: one },
    async strike(system, random) {
      const at = between(random, 0, system.storeLinks.length - 1);
      system.storeLinks[at]?.hold();
      await sleep(anyMs(random));
      system.storeLinks[at]?.release();
      return `of server ${at + 1}`;
    },
  },
  'store network slow': {
    ...{ weight: 3, modes: one },
    async strike(system, random) {
      const at = between(random, 0, system.storeLinks.length - 1);
      system.storeLinks[at]?.delay(between(random, 5, 300));
      await sleep(anyMs(random));
      system.storeLinks[at]?.delay(0);
      return `of server ${at + 1}`;
    },
  },
} as const satisfies Record<string, FaultKind>;

/** Faults of Redis and its machine. */
const ofRedis = {
  'redis paused': {
    ...{ weight: 4, modes: one },
    async strike({ redis: [redis] }, random) {
      redis?.signal('SIGSTOP');
      await sleep(anyMs(random));
      redis?.signal('SIGCONT');
      return 'redis';
    },
  },
  'power lost': {
    ...{ weight: 3, modes: one },
    async strike({ redis: [redis], startRedis }, random) {
      await redis?.kill();
      await sleep(anyMs(random) / 3);
      if (redis) await startRedis(redis);
      return 'redis';
    },
  },
  'scripts flushed': {
    ...{ weight: 1, modes: everywhere },
    async strike(system, random) {
      const node = pick(random, system.redis);
      await node.client.script('FLUSH').catch(() => undefined);
      return `port ${node.port}`;
    },
  },
  'clock set': {
    ...{ weight: 1, modes: one, mayLose: 'votes' },
    async strike({ machine }, random) {
      const offsetMs = between(random, -500, 500);
      machine?.setClock(offsetMs);
      return `${offsetMs} ms from the right time`;
    },
  },
  'disk full': {
    ...{ weight: 1, modes: one },
    async strike({ disk, redis: [redis], startRedis }, random) {
      await disk?.fill();
      await sleep(anyMs(random));
      await disk?.empty();
      // With `always` it ends at the first write that does not fit.
      if (redis) await startRedis(redis);
      return 'redis';
    },
  },
  'fsync fails': {
    ...{ weight: 1, modes: one },
    async strike({ machine, redis: [redis], startRedis }, random) {
      machine?.setFsyncFails(true);
      await sleep(anyMs(random));
      machine?.setFsyncFails(false);
      if (redis) await startRedis(redis);
      return 'redis';
    },
  },
  'master killed': {
    ...{ weight: 4, modes: replicated, mayLose: 'writes' },
    async strike(system, random) {
      const node = await anyMaster(system, random);
      await node.kill();
      await failedOver(system, node.port);
      await node.start();
      await eventually(() => system.isWhole().catch(() => false), 'all of Redis takes part again', recoveryMs);
      return `port ${node.port}`;
    },
  },
  'master paused': {
    ...{ weight: 3, modes: replicated, mayLose: 'writes' },
    async strike(system, random) {
      const node = await anyMaster(system, random);
      node.signal('SIGSTOP');
      // Long enough for a failover, or too short.
      await sleep(anyMs(random) * 2);
      node.signal('SIGCONT');
      await eventually(() => system.isWhole().catch(() => false), 'all of Redis takes part again', recoveryMs);
      return `port ${node.port}`;
    },
  },
} as const satisfies Record<string, FaultKind>;

/** Resolves when another node is master instead. */
async function failedOver(system: System, port: number): Promise<void> {
  const isMaster = async () =>
    (await Promise.all([0, 1, 2].map((at) => system.master(at)))).some((node) => node.port === port);
  await eventually(async () => !(await isMaster().catch(() => true)), 'a replica takes over', recoveryMs);
}

export const faultKinds: Readonly<Record<string, FaultKind>> = { ...ofServers, ...ofNetworks, ...ofRedis };

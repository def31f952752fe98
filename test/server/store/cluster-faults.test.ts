import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import {
  auditVotes,
  type LoadMonitor,
  longestGapMs,
  readShownVotes,
  startLoadMonitor,
  timeRefusals,
} from '../../support/load/load-monitor.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { type TestNode, until } from '../../support/redis/nodes.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';

/** The Cluster needs two or three seconds; a busy machine may need more. */
const longestOutageMs = 15_000;
/** Within 300 ms, but for a busy machine. */
const slowRefusalMs = 1_000;

const slotsOfBuckets = allBuckets(8).map((bucket) => slotOf(keys.bucket(ids.fightInProgress, bucket).tally));
/** Content and the live feed, by which the server checks a vote before it casts it. */
const checkedSlots = [slotOf(keys.content.live), slotOf(keys.live(String(ids.liveEventStatid)))];

describe('when a master of a Cluster fails', () => {
  let cluster: TestCluster;
  let night: Night;
  afterEach(async () => {
    await night?.close();
    await cluster?.close();
  });

  /** The master that will fail: it has votes, and nothing else that votes need. */
  let doomed: TestNode;
  const isDoomed = (slot: number) => cluster.masterOf(slot) === doomed;
  const isOther = (slot: number) => !isDoomed(slot);

  const roleOf = async ({ client }: TestNode) => /role:(\w+)/.exec(await client.info('replication'))?.[1];

  /** Whether the replica of the doomed master is still one, and has the rounds of its buckets, without which none is counted. */
  async function hasReplica(): Promise<boolean> {
    const replica = cluster.replicas[cluster.masters.indexOf(doomed)] as TestNode;
    await replica.client.readonly();
    const rounds = allBuckets(8)
      .map((bucket) => keys.bucket(ids.fightInProgress, bucket).windows)
      .filter((windows) => isDoomed(slotOf(windows)));
    const there = await Promise.all(rounds.map((windows) => replica.client.exists(windows)));
    return (await roleOf(replica)) === 'slave' && !there.includes(0);
  }

  /** Starts a Cluster until one is as wanted: on a busy machine a replica takes over by itself, without the latest data. */
  async function start(options: { replicas?: boolean } = {}): Promise<LoadMonitor> {
    for (;;) {
      const monitor = await startOnce(options);
      if (!options.replicas) return monitor;
      const isReplicated = until('the replica has the data of its master', hasReplica, 10_000);
      if (await isReplicated.catch(() => false)) return monitor;
      await monitor.stop();
      await night.close();
      await cluster.close();
    }
  }

  async function startOnce(options: { replicas?: boolean }): Promise<LoadMonitor> {
    cluster = await startCluster(options);
    night = await startNightAt(cluster.url, {}, productionDeadlines);
    night.useProductionTimeouts();
    const needed = checkedSlots.map((slot) => cluster.masterOf(slot));
    doomed = cluster.masters.find((master) => !needed.includes(master)) as TestNode;
    const monitor = await startLoadMonitor(night);
    await monitor.waitUntilCounted(0);
    await sleep(500);
    return monitor;
  }

  async function expectNoneDoubled(monitor: LoadMonitor): Promise<void> {
    const audited = await auditVotes(night, monitor.votes);
    const here = Math.round(longestGapMs(monitor.votes, isDoomed));
    const elsewhere = Math.round(longestGapMs(monitor.votes, isOther));
    expect(monitor.votes.every(({ status }) => status === 201 || status === 503)).to.equal(true);
    expect(monitor.reads.every(({ status }) => status === 200)).to.equal(true);
    expect(timeRefusals(monitor.votes).medianMs).to.be.below(slowRefusalMs);
    expect(elsewhere).to.be.below(here);
    expect(audited.doubled).to.equal(0);
    await until('the tally is shown', async () => (await readShownVotes(night)) === audited.tally);
  }

  it('F19: votes of the other masters continue', async () => {
    const monitor = await start();
    await doomed.kill();
    const awayMs = performance.now();
    await sleep(3_000);
    await monitor.waitUntilCounted(performance.now(), isOther);
    const away = monitor.votes.filter(({ sentMs }) => sentMs > awayMs);
    await doomed.start();
    const backMs = performance.now();
    await monitor.waitUntilCounted(backMs);
    const recoveredMs = performance.now() - backMs;
    await monitor.stop();

    const others = away.filter(({ slot }) => isOther(slot));
    // Not all: a busy machine may answer one late.
    expect(others.filter(({ status }) => status === 201).length / others.length).to.be.above(0.5);
    expect(away.filter(({ slot, status }) => isDoomed(slot) && status === 201)).to.deep.equal([]);
    expect(recoveredMs).to.be.below(longestOutageMs);
    await expectNoneDoubled(monitor);
    expect((await auditVotes(night, monitor.votes)).lost).to.equal(0);
  });

  for (const [title, signal] of [
    ['is killed', 'SIGKILL'],
    ['hangs, and returns as a replica', 'SIGSTOP'],
  ] as const) {
    it(`F19: its replica takes over when it ${title}`, async () => {
      const monitor = await start({ replicas: true });
      const replica = cluster.replicas[cluster.masters.indexOf(doomed)] as TestNode;
      if (signal === 'SIGKILL') await doomed.kill();
      else doomed.signal('SIGSTOP');
      await until('the replica is master', async () => (await roleOf(replica)) === 'master');
      await monitor.waitUntilCounted(performance.now());
      if (signal === 'SIGSTOP') {
        doomed.signal('SIGCONT');
        await until('the old one is a replica', async () => (await roleOf(doomed)) === 'slave');
        await monitor.waitUntilCounted(performance.now());
      }
      await monitor.stop();
      expect(longestGapMs(monitor.votes, isDoomed)).to.be.below(longestOutageMs);
      await expectNoneDoubled(monitor);
    });
  }

  it('F19: counts votes once while a slot moves', async () => {
    const monitor = await start();
    const slot = slotsOfBuckets.find(isDoomed) ?? 0;
    const from = doomed;
    const to = cluster.masters.find((master) => master !== from) ?? from;
    const [fromId, toId] = await Promise.all([from, to].map(({ client }) => client.call('CLUSTER', 'MYID')));
    await to.client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(fromId));
    await from.client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(toId));
    await sleep(100);
    let moved = 0;
    await until('every key has moved', async () => {
      const names = (await from.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as string[];
      if (names.length > 0) await from.client.migrate('127.0.0.1', to.port, '', 0, 2_000, 'KEYS', ...names);
      moved += names.length;
      return names.length === 0;
    });
    for (const { client } of [to, from]) await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', String(toId));
    await monitor.waitUntilCounted(performance.now());
    await monitor.stop();

    const audited = await auditVotes(night, monitor.votes);
    expect(moved).to.be.above(0);
    expect(monitor.votes.every(({ status }) => status === 201 || status === 503)).to.equal(true);
    expect({ lost: audited.lost, doubled: audited.doubled }).to.deep.equal({ lost: 0, doubled: 0 });
    await until('the tally is shown', async () => (await readShownVotes(night)) === audited.tally);
  });
});

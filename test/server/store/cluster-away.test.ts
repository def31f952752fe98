import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { keys } from '../../../server/store/keys.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { type TestNode, until } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';

const { signal } = new AbortController();
const quiet = () => undefined;
const reasonOf = (action: Promise<unknown>) => action.then(() => 'no error', String);

/** As long as a command may take, with the time that a busy machine needs. */
const longestMs = 100_000;

describe('commands on a Cluster of two masters, when one is away', () => {
  let folder: string;
  let file: string;
  let cluster: TestCluster;
  let opened: TestStore;
  /** The master with the mark of a restore, and the one that fails. */
  let marked: TestNode;
  let doomed: TestNode;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-cluster-away-'));
    file = join(folder, 'night.backup');
    cluster = await startCluster({ masters: 2 });
    marked = cluster.masterOf(slotOf(keys.schema));
    doomed = cluster.masters.find((master) => master !== marked) as TestNode;
    const { store, close } = await openStore(cluster.url);
    await fillStore(store);
    close();
  });
  beforeEach(async () => {
    opened = await openStore(cluster.url);
  });
  afterEach(async () => {
    opened.close();
    await doomed.start();
    await clusterIs('ok');
  });
  after(async () => {
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const clusterIs = (state: 'ok' | 'fail') =>
    until(`every node that runs says the Cluster is ${state}`, async () => {
      const nodes = state === 'ok' ? cluster.masters : [marked];
      const infos = await Promise.all(nodes.map(({ client }) => client.cluster('INFO')));
      return infos.every((info) => String(info).includes(`cluster_state:${state}`));
    });
  const connected = async (): Promise<RedisClient> => {
    const { bulk } = opened.connections;
    await bulk.connect();
    return bulk;
  };

  function run(command: string, ...args: string[]): Promise<{ code: number | null; err: string }> {
    const child = spawn(process.execPath, ['scripts/run.js', `scripts/${command}.ts`, ...args], {
      env: { PATH: process.env.PATH ?? '', REDIS_URL: cluster.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk) => (err += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
    return new Promise((ended) =>
      child.once('close', (code) => {
        clearTimeout(timer);
        ended({ code, err });
      }),
    );
  }

  it('a connection that is made then fails in time, instead of waiting for the master', async () => {
    await backUp({ client: await connected(), file, signal, progress: quiet });
    opened.close();
    opened = await openStore(cluster.url);
    await doomed.kill();
    await clusterIs('fail');
    expect(await reasonOf(opened.store.content.generations.list())).to.match(/^StoreUnavailable: /);
  });

  it('they end with 1 and name the master, and nothing is changed', async () => {
    await doomed.kill();
    await clusterIs('fail');
    const ended = await Promise.all([
      run('restore', '--from', file, '--replace'),
      run('backup', '--to', join(folder, 'other.backup')),
      run('content', 'list'),
    ]);
    for (const { code, err } of ended) {
      expect(code, err).to.equal(1);
      expect(err).to.match(
        new RegExp(
          `^Redis cannot be reached at .*\\(master 127\\.0\\.0\\.1:${doomed.port} of the Cluster does not answer\\): .*\\n$`,
          'm',
        ),
      );
    }
    await doomed.start();
    await clusterIs('ok');
    expect(await marked.client.hexists('{votes:buckets}:schema', 'restoring')).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['night.backup']);
  });

  it('a restore refuses before it marks the store, and takes nothing away', async () => {
    const client = await connected();
    await doomed.kill();
    const size = await marked.client.dbsize();
    const reason = await reasonOf(restore({ client, file, signal, progress: quiet, replace: true }));
    expect(reason).to.match(/^Store(Refused|Unavailable): /);
    expect(reason).not.to.include('no server starts');
    expect(await marked.client.dbsize()).to.equal(size);
    await doomed.start();
    await clusterIs('ok');
    expect(await marked.client.hexists('{votes:buckets}:schema', 'restoring')).to.equal(0);
  });

  it('a restore that loses the master on its way says what is left, and the same command ends it', async () => {
    const client = await connected();
    let killed: Promise<void> | undefined;
    const progress = (what: string) => {
      if (what === 'bytes restored') killed ??= doomed.kill();
    };
    expect(await reasonOf(restore({ client, file, signal, progress, replace: true }))).to.match(
      /^StoreRefused: .*\. If anything was changed yet, no server starts there until the same command has ended\.$/,
    );
    await killed;
    await doomed.start();
    await clusterIs('ok');
    expect(await marked.client.hexists('{votes:buckets}:schema', 'restoring')).to.equal(1);
    expect(await run('restore', '--from', file, '--replace')).to.include({ code: 0, err: '' });
  });
});

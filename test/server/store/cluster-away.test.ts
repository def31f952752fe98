import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { keys } from '../../../server/store/keys.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { type TestNode, until } from '../../support/redis/nodes.ts';
import { openStore } from '../../support/redis/redis.ts';

describe('npm run commands while a master of a Cluster is unreachable', () => {
  let folder: string;
  let file: string;
  let cluster: TestCluster;
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
    expect(await run('backup', '--to', file)).to.deep.equal({ code: 0, err: '' });
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
  function run(command: string, ...args: string[]): Promise<{ code: number | null; err: string }> {
    const child = spawn(process.execPath, ['scripts/run.js', `scripts/${command}.ts`, ...args], {
      env: { PATH: process.env.PATH ?? '', REDIS_URL: cluster.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk) => (err += chunk));
    return new Promise((ended) => child.once('close', (code) => ended({ code, err })));
  }

  it('exit with 1 and name the master', async () => {
    await doomed.kill();
    await clusterIs('fail');
    const ended = await Promise.all([
      run('restore', '--from', file, '--replace'),
      run('backup', '--to', join(folder, 'other.backup')),
      run('content', 'list'),
    ]);
    for (const { code, err } of ended) {
      expect(code, err).to.equal(1);
      expect(err).to.match(/^Redis cannot be reached at .*\n$/m);
      expect(err).to.include(` (master 127.0.0.1:${doomed.port} of the Cluster does not answer): `);
    }
    await doomed.start();
    await clusterIs('ok');
    expect(await marked.client.hexists('{votes:buckets}:schema', 'restoring')).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['night.backup']);
  });
});

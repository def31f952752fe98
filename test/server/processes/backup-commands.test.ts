import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { fillStore, voterOf } from '../../support/fixtures/busy-store.ts';
import { readPath } from '../../support/fixtures/vote-requests.ts';
import { sendPatiently } from '../../support/http/send.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const schemaKey = '{votes:buckets}:schema';

/** Printed now and then where it takes seconds, as on a busy machine. */
const progressLine = /^(\d+ % {2})?[\d,]+ (bytes written|bytes checked|bytes restored|tallies counted) {2}.*\n/gm;

describe('npm run backup and npm run restore', () => {
  let folder: string;
  let source: TestNode;
  let target: TestNode;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-backup-commands-'));
    file = join(folder, 'night.backup');
    [source, target] = await Promise.all([startRedis(), startRedis()]);
    const { store, connections, close } = await openStore(source.url);
    await fillStore(store);
    // Enough that a restore takes long enough to be stopped.
    for (let fight = 90_001; fight <= 90_020; fight++) {
      const votes = Array.from({ length: 5_000 }, (_, n) => [`voter-of-many-${String(n).padStart(8, '0')}`, '11|1000']);
      await connections.bulk.connect().catch(() => undefined);
      await connections.bulk.hset(`{${fight}:05cc}:votes:1`, ...votes.flat());
      await connections.bulk.hset(`{${fight}:05cc}:tally`, '1:11', '5000', 'changes', '5000');
    }
    close();
  });
  after(async () => {
    await Promise.all([source?.close(), target?.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => target.client.flushall());

  function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, ['scripts/run.js', `scripts/${command}.ts`, ...args], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, out, err: err.replaceAll(progressLine, '') })),
    );
    return { child, ended };
  }

  const restoreTo = (url: string, ...more: string[]) => run('restore', ['--from', file, ...more], { REDIS_URL: url });

  /** Interrupts a restore when it has written something; undefined when it was too fast. */
  async function interruptInside() {
    await target.client.flushall();
    const { child, ended } = restoreTo(target.url);
    // Each question takes from the one core that the restore may have.
    while (child.exitCode === null && (await target.client.dbsize()) < 20) await sleep(2);
    child.kill('SIGINT');
    const result = await ended;
    return (await target.client.hexists(schemaKey, 'restoring')) === 1 ? result : undefined;
  }

  it('restore what a server then serves', async () => {
    await source.client.set('sessions:1', 'of another program');
    const written = await run('backup', ['--to', file], { REDIS_URL: source.url }).ended;
    expect(written).to.include({ code: 0, err: '' });
    expect(written.out).to.match(
      /^Wrote [\d.]+ MiB in \d+ keys to .*night\.backup; 1 key of other programs left out\.\n$/,
    );
    const restored = await restoreTo(target.url).ended;
    expect(restored).to.include({ code: 0, err: '' });
    expect(restored.out).to.match(/^Restored \d+ keys of \d{4}-[\d-]+T[\d:.]+Z\.\n$/);
    const server = startServerProcess({ REDIS_URL: target.url });
    const { status } = await sendPatiently(await server.ready, 'GET', readPath(voterOf(0)));
    await server.close();
    expect(status).to.equal(200);
    expect(await readdir(folder)).to.deep.equal(['night.backup']);
  });

  it('keep the newest backups, and touch no other file', async () => {
    const place = await mkdtemp(join(tmpdir(), 'fightcard-kept-'));
    const old = ['2021-01-01T00-00-00-000Z', '2020-12-31T23-00-00-000Z'].map((time) => `fightcard-${time}.backup`);
    const others = ['fightcard-notes.txt', 'night.backup'];
    const killed = 'fightcard-2021-01-01T01-00-00-000Z.backup.0f-12.partial';
    for (const name of [...old, ...others, killed]) await writeFile(join(place, name), '');
    const { code, out } = await run('backup', ['--to', place, '--keep', '2'], { REDIS_URL: source.url }).ended;
    const left = await readdir(place);
    const failed = await run('backup', ['--to', place, '--keep', '1'], { REDIS_URL: 'redis://127.0.0.1:1' }).ended;
    const leftThen = await readdir(place);
    await rm(place, { recursive: true });
    expect(code).to.equal(0);
    const [made = ''] = /fightcard-[^/]*\.backup/.exec(out) ?? [];
    expect(left).to.have.members([...others, old[0], made]);
    expect(failed.code).to.equal(1);
    expect(leftThen).to.have.members(left);
  });

  it('create the folder of --keep', async () => {
    const place = await mkdtemp(join(tmpdir(), 'fightcard-kept-'));
    const to = join(place, 'new', 'backups');
    const { code, err } = await run('backup', ['--to', to, '--keep', '2'], { REDIS_URL: source.url }).ended;
    const left = await readdir(to);
    await rm(place, { recursive: true });
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    expect(left).to.have.length(1);
  });

  it('print one sentence on failure, and exit with 1', async () => {
    const unreachable = 'redis://127.0.0.1:1';
    for (const [command, option, path, url, message] of [
      ['backup', '--to', join(folder, 'x'), unreachable, `Redis cannot be reached at ${unreachable}`],
      ['restore', '--from', join(folder, 'x'), target.url, `${folder}/x: there is no such file or folder.`],
    ] as const) {
      const { code, out, err } = await run(command, [option, path], { REDIS_URL: url }).ended;
      expect(err.startsWith(message) && err.trim().split('\n').length === 1, err).to.equal(true);
      expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    }
    const disk = await mountDisk(64);
    const full = await run('backup', ['--to', join(disk.path, 'night.backup')], { REDIS_URL: source.url }).ended;
    const left = (await readdir(disk.path)).filter((name) => name.startsWith('night'));
    await disk.close();
    expect([full.code, full.err]).to.deep.equal([1, `${disk.path}/night.backup: the disk is full.\n`]);
    expect(left).to.deep.equal([]);
    expect(await readdir(folder)).to.deep.equal(['night.backup']);
  });

  it('need an interrupted restore to be repeated', async () => {
    let interrupted: Awaited<ReturnType<typeof interruptInside>>;
    for (let attempt = 1; attempt <= 10 && !interrupted; attempt++) interrupted = await interruptInside();
    expect(interrupted, 'one of ten was interrupted').to.include({
      code: 130,
      err: 'Interrupted. Run the same command again; if it had changed anything, no server starts there before that.\n',
    });
    const server = startServerProcess({ REDIS_URL: target.url });
    expect(await server.ended).to.equal(1);
    expect(server.output().trim()).to.equal(
      'A restore into this Redis did not finish: run the same restore again (npm run restore).',
    );
    await server.close();
    expect(await restoreTo(target.url).ended).to.include({ code: 0, err: '' });
    expect(await target.client.hgetall(schemaKey)).to.deep.equal({ version: '1', min: '1' });
    expect(await target.client.hlen('{90020:05cc}:votes:1')).to.equal(5_000);
  });

  it('back up an embedded Redis whose server runs', async () => {
    const server = startServerProcess({});
    await server.ready;
    const env = { DATA_DIR: server.dataDir };
    const own = join(folder, 'embedded.backup');
    expect(await run('backup', ['--to', own], env).ended).to.include({ code: 0, err: '' });
    const refused = await run('restore', ['--from', own, '--replace'], env).ended;
    expect(refused.err).to.match(/^Servers use this Redis: stop them first/);
    server.child.kill('SIGTERM');
    await server.ended;
    expect(await run('restore', ['--from', own, '--replace'], env).ended).to.include({ code: 0, err: '' });
    await server.close();
    await rm(own);
  });
});

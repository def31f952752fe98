import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/index.ts';
import { whilePublishing } from '../../../server/store/content/publish.ts';
import { json, send, sendPatiently } from '../../support/http/send.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

interface Ended {
  code: number | null;
  output: string;
}

describe('npm start', () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-start-'));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  function start(env: Record<string, string>, args: string[] = []) {
    const child = spawn(process.execPath, ['server/main.js', ...args], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', WORKERS: '1', ADMIN_PORT: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const ready = Promise.withResolvers<string>();
    const ended = Promise.withResolvers<Ended>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const url = /(?:ready: |"urls":\[")(http:\/\/localhost:\d+)\//.exec(output)?.[1];
        if (url) ready.resolve(url.replace('localhost', '127.0.0.1'));
      });
    }
    child.on('close', (code) => {
      ended.resolve({ code, output });
      ready.reject(new Error(`ended with ${code}: ${output}`));
    });
    ready.promise.catch(() => undefined);
    return { child, ready: ready.promise, ended: ended.promise, output: () => output };
  }

  it('serves the sample from an embedded Redis, and stops it', async () => {
    const { child, ready, ended } = start({ WORKERS: '2' });
    const url = await ready;
    expect((await sendPatiently(url, 'GET', '/api/v3/mobile/fighters')).status).to.equal(200);
    expect(json(await sendPatiently(url, 'GET', '/api/v1/us/live')).live).to.equal(true);

    const key = (await readFile(join(dataDir, 'feed-key'), 'utf8')).trim();
    const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '820' } });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    const path = '/api/v1/us/fight_metrics/update_live_event';
    expect(json(await sendPatiently(url, 'POST', path, headers, update))).to.include({ applied: true });

    const { pid } = JSON.parse(await readFile(join(dataDir, 'redis.json'), 'utf8'));
    child.kill('SIGTERM');
    expect((await ended).code).to.equal(0);
    expect(() => process.kill(pid, 0)).to.throw('ESRCH');
  });

  it('K04, K05: keeps its data, and logs no client id or key', async () => {
    const clientId = 'canary-client-id-0001';
    const { child, ready, ended } = start({ LOG_LEVEL: 'trace' });
    const url = await ready;
    expect((await sendPatiently(url, 'GET', '/api/v1/us/fight_metrics/live_event/820')).status).to.equal(200);
    const round = ids.fightInProgress;
    await sendPatiently(
      url,
      'POST',
      `/api/v3/mobile/fights/${round}/vote`,
      { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` },
      JSON.stringify({ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: clientId }),
    );
    await send(url, 'GET', `/api/v3/mobile/fights/${round}/round/2/fighter/1/vote/${clientId}`);
    await send(url, 'GET', '/api/v3/mobile/fighters/1%0d%0a{"level":60}');
    child.kill('SIGINT');
    const { output } = await ended;
    expect(output).not.to.include(clientId);
    expect(output).not.to.include(feedKey);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const [only, ...others] = lines.flatMap((line) => JSON.parse(line).workers ?? []);
    expect([only.pid, others]).to.deep.equal([child.pid, []]);
    expect(only.rssMiB).to.be.within(20, 2_000);
    expect(only.startMs).to.be.within(50, 600_000);
    expect(lines.map((line) => JSON.parse(line)).filter(({ route }) => route === 'v3.fight_vote_read')).to.have.length(
      1,
    );
  });

  it('compiles before it starts, in a separate process', async () => {
    const compiled = join(dataDir, 'compiled');
    const { child, ready, ended } = start({ NODE_COMPILE_CACHE: compiled });
    await ready;
    // This process would write what it has compiled only at its end.
    const [version = ''] = await readdir(compiled);
    expect(await readdir(join(compiled, version))).to.have.length.above(100);
    child.kill('SIGTERM');
    await ended;
  });

  it('publishes the sample after another publish has ended', async () => {
    const redis = await startRedis();
    const other = await openStore(redis.url);
    const turn = Promise.withResolvers<void>();
    const holding = whilePublishing(other.connections.bulk, ['news'], false, () => turn.promise);
    try {
      const { child, ready, ended, output } = start({ REDIS_URL: redis.url });
      const says =
        'Another publish is running. Try again when it is done; if it was killed, in 10 seconds. The sample waits';
      const hasEnded = () => child.exitCode !== null;
      await eventually(() => output().includes(says) || hasEnded(), 'the server waits for its turn');
      expect(hasEnded(), output()).to.equal(false);
      turn.resolve();
      expect((await sendPatiently(await ready, 'GET', `/api/v1/us/events/${ids.liveEvent}`)).status).to.equal(200);
      child.kill('SIGTERM');
      await ended;
    } finally {
      turn.resolve();
      await holding;
      other.close();
      await redis.close();
    }
  });

  it('prints its version with --version, and logs it', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await start({}, ['--version']).ended).to.deep.equal({ code: 0, output: `${version}\n` });
    const server = start({}, ['--no-sample']);
    await server.ready;
    await eventually(() => server.output().includes('"ready"'), 'the line of the log');
    expect(server.output()).to.include(`"version":"${version}"`);
    server.child.kill('SIGTERM');
    await server.ended;
  });

  it('leaves an empty store empty with --no-sample', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'fightcard-empty-'));
    const { child, ready, ended } = start({ DATA_DIR: empty }, ['--no-sample']);
    expect(json(await sendPatiently(await ready, 'GET', '/api/v3/mobile/fighters'))).to.deep.equal([]);
    child.kill('SIGTERM');
    await ended;
    await rm(empty, { recursive: true, force: true });
  });

  it('reports an unreachable Redis in one sentence, without its password', async () => {
    const { code, output } = await start({ REDIS_URL: 'redis://:secret@127.0.0.1:1' }).ended;
    expect(code).to.equal(1);
    expect(output.trim().split('\n')).to.have.length(1);
    expect(output).to.match(/^Redis cannot be reached at redis:\/\/:\*\*\*@127\.0\.0\.1:1 .*REDIS_URL/);
  });

  it('names each invalid variable and unknown option', async () => {
    const config = await start({ PORT: 'x', LOG_LEVEL: 'loud' }).ended;
    expect(config.code).to.equal(1);
    expect(config.output).to.match(/PORT: .*\n.*LOG_LEVEL: /);
    const option = await start({}, ['--none']).ended;
    expect(option.code).to.equal(2);
    expect(option.output).to.include('--help');
  });
});

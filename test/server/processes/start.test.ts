import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { startMock } from '../../../mock/start.ts';
import { digestOf } from '../../../server/config.ts';
import { whilePublishing } from '../../../server/store/content/publish.ts';
import { readPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { json, send, sendPatiently } from '../../support/http/send.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { linesOf, workersOf } from '../../support/server/worker-log.ts';

const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const image = '/sample/img.example.com/f/3107.png';
const base = 'http://10.0.2.2:8080';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const production = {
  ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com' },
  FEED_KEYS: `a:${digestOf('a key of this test').toString('hex')}`,
};

describe('npm start', () => {
  let dataDir: string;
  const servers: ServerProcess[] = [];
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-start-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  function start(env: Record<string, string>, args: string[] = []): ServerProcess {
    const server = startServerProcess(env, args);
    servers.push(server);
    return server;
  }

  it('serves the sample from an embedded Redis, and stops it', async () => {
    const server = start({ WORKERS: '2', DATA_DIR: dataDir });
    const url = await server.ready;
    expect(linesOf(server).find(({ msg }) => msg === 'ready')).to.include({ version });
    expect((await sendPatiently(url, 'GET', image)).status).to.equal(200);
    const fighter = (await sendPatiently(url, 'GET', '/api/v3/mobile/fighters/3107')).body.toString();
    expect(fighter).to.include('"https://img.example.com/f/3107.png"');
    expect(json(await sendPatiently(url, 'GET', '/api/v1/us/live')).live).to.equal(true);
    for (const event of [ids.pastEventStatid, ids.liveEventStatid]) {
      const feed = await sendPatiently(url, 'GET', `/api/v1/us/fight_metrics/live_event/${event}`);
      expect(feed.status, `the feed of ${event}`).to.equal(200);
    }

    const key = (await readFile(join(dataDir, 'feed-key'), 'utf8')).trim();
    const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '820' } });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    expect(json(await sendPatiently(url, 'POST', updatePath, headers, update))).to.include({ applied: true });

    await embeddedState(dataDir);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    expect(redisServersOn(dataDir)).to.deep.equal([]);
  });

  it('K04, K05: keeps its data, and logs no client id or key', async () => {
    const clientId = 'canary-client-id-0001';
    const server = start({ LOG_LEVEL: 'trace', DATA_DIR: dataDir });
    const url = await server.ready;
    expect((await sendPatiently(url, 'GET', '/api/v1/us/fight_metrics/live_event/820')).status).to.equal(200);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
    await sendPatiently(url, 'POST', votePath, headers, JSON.stringify(vote(clientId)));
    await send(url, 'GET', readPath(clientId));
    await send(url, 'GET', '/api/v3/mobile/fighters/1%0d%0a{"level":60}');
    server.child.kill('SIGINT');
    await server.ended;
    expect(server.output()).not.to.include(clientId).and.not.to.include(feedKey);
    const [only, ...others] = workersOf(server);
    expect([only?.pid, others]).to.deep.equal([server.child.pid, []]);
    expect(only?.rssMiB).to.be.within(20, 2_000);
    expect(only).to.have.property('startMs').that.is.within(50, 600_000);
    expect(linesOf(server).filter(({ route }) => route === 'v3.fight_vote_read')).to.have.length(1);
  });

  it('publishes the sample after another publish has ended', async () => {
    const redis = await startRedis();
    const other = await openStore(redis.url);
    const turn = Promise.withResolvers<void>();
    const holding = whilePublishing(other.connections.bulk, ['news'], false, () => turn.promise);
    try {
      const server = start({ REDIS_URL: redis.url });
      const text =
        'Another publish is running. Try again when it is done; if it was killed, in 10 seconds. The sample waits';
      await Promise.race([eventually(() => server.output().includes(text), 'the server waits'), server.ready]);
      expect(server.output()).to.include(text);
      turn.resolve();
      const { status } = await sendPatiently(await server.ready, 'GET', `/api/v1/us/events/${ids.liveEvent}`);
      expect(status).to.equal(200);
    } finally {
      turn.resolve();
      await holding;
      other.close();
      for (const server of servers.splice(0)) await server.close();
      await redis.close();
    }
  });

  it('prints its version with --version', async () => {
    const printing = start({}, ['--version']);
    expect(await printing.ended).to.equal(0);
    expect(printing.output()).to.equal(`${version}\n`);
  });

  for (const [env, args, code, text] of [
    // A password is never shown.
    [
      { REDIS_URL: 'redis://:secret@127.0.0.1:1' },
      [],
      1,
      /^Redis cannot be reached at redis:\/\/:\*\*\*@127.*REDIS_URL.*\n$/,
    ],
    [{ PORT: 'x', LOG_LEVEL: 'loud' }, [], 1, /^The configuration is invalid:\n.*PORT: .*\n.*LOG_LEVEL: .*\n$/],
    [{}, ['--none'], 2, /--help/],
  ] as [Record<string, string>, string[], number, RegExp][]) {
    it(`exits with ${code} with ${JSON.stringify(env)} ${args}`, async () => {
      const server = start(env, args);
      expect(await server.ended).to.equal(code);
      expect(server.output()).to.match(text);
    });
  }

  it('links pictures to SAMPLE_PICTURES, on every worker', async () => {
    const url = await start({ WORKERS: '2', SAMPLE_PICTURES: `${base}/` }).ready;
    for (let time = 0; time < 4; time++) expect((await sendPatiently(url, 'GET', image)).status).to.equal(200);
    for (const [path, address] of [
      ['/api/v3/mobile/fighters/3107', `"${base}${image}"`],
      ['/api/v1/us/fighters/title_holders', `"${base}/sample/img.example.com/placeholder.png"`],
    ] as const) {
      const text = (await sendPatiently(url, 'GET', path)).body.toString();
      expect(text)
        .to.include(address)
        .and.not.match(/https:\/\/(?:img|media)\.example/);
    }
  });

  it('moves the sample to SAMPLE_NOW, like the mock', async () => {
    const now = '2027-03-06T01:30:20Z';
    const url = await start({ SAMPLE_NOW: now, PUBLIC_URL: 'https://api.example.com' }).ready;
    const mock = await startMock({ port: 0, host: '127.0.0.1', now: new Date(now) });
    try {
      for (const path of [
        ...['v3/mobile/events', 'v1/us/events/7001', 'v3/mobile/news', 'v3/mobile/news/90211', 'v1/us/media'],
        ...['v3/mobile/alerts', 'v3/mobile/fighters/3107', 'v3/mobile/octagon_girls', 'v3/mobile/live'],
        ...['v1/us/fight_metrics/live_event/811', 'v1/us/fight_metrics/live_event/811?fight=6415'],
      ]) {
        const [body, expected] = await Promise.all([
          sendPatiently(url, 'GET', `/api/${path}`),
          send(mock.url, 'GET', `/api/${path}`, { Host: 'api.example.com' }),
        ]).then((both) => both.map((reply) => reply.body.toString().replaceAll('http://api', 'https://api')));
        expect(JSON.parse(body ?? ''), path).to.deep.equal(JSON.parse(expected ?? ''));
      }
    } finally {
      await mock.close();
    }
  });

  for (const [title, env, args] of [
    ['with --no-sample', {}, ['--no-sample']],
    ['in production', production, []],
  ] as const) {
    it(`publishes and serves no sample ${title}`, async () => {
      const url = await start({ ...env, SAMPLE_PICTURES: base }, [...args]).ready;
      expect((await sendPatiently(url, 'GET', image)).status).to.equal(404);
      expect(json(await sendPatiently(url, 'GET', '/api/v3/mobile/fighters'))).to.deep.equal([]);
    });
  }
});

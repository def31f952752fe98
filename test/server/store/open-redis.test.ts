import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { openRedis } from '../../../server/store/redis/open.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

describe('the Redis of a server', () => {
  let dataDir: string;
  let server: Answers;
  let url: string;
  let clients: string;
  let cluster: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-open-'));
    [clients, cluster] = ['', ''];
    server = await startAnswers((words) => {
      const asked = words.join(' ').toLowerCase();
      if (asked === 'client id') return ':7\r\n';
      if (asked === 'client list') return bulk(clients);
      return asked.startsWith('info') ? bulk(`redis_version:7.2.0\r\n${cluster}`) : '+PONG\r\n';
    });
    url = `redis://127.0.0.1:${server.port}`;
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const allClosed = () => eventually(() => server.open() === 0, 'all connections are closed');

  it('is the one of REDIS_URL, which is looked at, and then no folder is made', async () => {
    const warnings: string[] = [];
    const log = { warn: (line: string) => warnings.push(line) } as unknown as Logger;
    const looked: unknown[] = [];
    const check = async (...args: unknown[]) => void looked.push(...args);
    const data = join(dataDir, 'data');
    const opened = await openRedis({ redisUrl: url, dataDir: data, production: true, log, check });
    expect(Object.keys(opened)).to.deep.equal(['reads', 'writes', 'ballotConnection', 'bulk', 'close', 'url']);
    expect(opened.url).to.equal(url);
    const address = { kind: 'single', nodes: [{ host: '127.0.0.1', port: server.port }], tls: false, database: 0 };
    expect(looked[0]).to.equal(opened.reads);
    expect(looked.slice(1)).to.deep.equal([address]);
    expect(warnings).to.deep.equal([
      `Redis at ${url} does not report its settings, so they could not be checked: make sure of appendonly yes and maxmemory-policy noeviction yourself.`,
    ]);
    await opened.close();
    await allClosed();
    expect(await readdir(dataDir)).to.deep.equal([]);
    // Outside of production it may lose votes.
    await (await openRedis({ redisUrl: url, dataDir: data, log })).close();
    expect(warnings).to.have.length(1);
    await (await openRedis({ redisUrl: url, dataDir: data, production: true })).close();
  });

  it('is left when it is refused', async () => {
    const check = () => Promise.reject(new Error('its user may do nothing'));
    expect(await reasonOf(openRedis({ redisUrl: url, dataDir, check }))).to.equal('Error: its user may do nothing');
    await allClosed();
    const lines: string[] = [];
    const start = new AbortController();
    start.abort();
    const { signal } = start;
    const away = openRedis({ redisUrl: 'redis://127.0.0.1:1', dataDir, signal, report: (line) => lines.push(line) });
    expect(await reasonOf(away)).to.match(/^RedisUnreachable: Redis cannot be reached at redis:\/\/127\.0\.0\.1:1 /);
  });

  it('is the embedded one without REDIS_URL, which stays as long as others use it', async () => {
    const state = { port: server.port, password: 'secret', pid: process.pid };
    await writeFile(join(dataDir, 'redis.json'), JSON.stringify(state));
    clients = 'id=7 name=fightcard:1:\nid=8 addr=x name=fightcard:2\nid=9 addr=x name=fightcard:2 \n';
    let looks = 0;
    const check = async () => void looks++;
    const opened = await openRedis({ redisUrl: undefined, dataDir, production: true, check });
    expect([opened.url, looks]).to.deep.equal([`redis://:secret@127.0.0.1:${server.port}`, 0]);
    expect(opened.reads.status).to.equal('ready');
    await opened.close();
    await allClosed();
    expect(server.asked.map((words) => words.join(' ').toLowerCase())).not.to.include('shutdown');
    expect(JSON.parse(await readFile(join(dataDir, 'redis.json'), 'utf8'))).to.deep.equal(state);
    cluster = 'cluster_enabled:1\r\n';
    expect(await reasonOf(openRedis({ redisUrl: undefined, dataDir }))).to.match(/^RedisUnreachable: .* is a node /);
    await allClosed();
  });
});

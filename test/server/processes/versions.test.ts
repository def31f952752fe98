import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feedReceived } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { tallyPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { json, sendPatiently } from '../../support/http/send.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { copyServer, type OtherVersion } from '../../support/server/other-version.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const { fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;
const schemaKey = '{votes:buckets}:schema';
const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
/** The last snapshot of the sample's live event. */
const snapshot = feedReceived.findLast(
  ({ FMLiveFeed }) => FMLiveFeed.EventID === String(ids.liveEventStatid) && !('FightID' in FMLiveFeed),
);
const clients = Array.from({ length: 40 }, (_, n) => `client-of-versions-${n}`);

describe('servers of two versions on one Redis', () => {
  let redis: TestNode;
  const servers: ServerProcess[] = [];
  const copies: OtherVersion[] = [];
  before(async () => {
    redis = await startRedis();
  });
  beforeEach(() => redis.client.flushall());
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(async () => {
    for (const copy of copies) copy.remove();
    await redis?.close();
  });

  function start(folder?: string, more: Record<string, string> = {}): ServerProcess {
    const limits = { RATE_WRITES: '0', NEW_CLIENTS_PER_MINUTE: '0' };
    const feedKeys = `feed:${digestOf(feedKey).toString('hex')}`;
    const server = startServerProcess({ REDIS_URL: redis.url, FEED_KEYS: feedKeys, ...limits, ...more }, [], folder);
    servers.push(server);
    return server;
  }

  function version(schema: number, min: number): string {
    const copy = copyServer();
    copies.push(copy);
    copy.setSchema(schema, min);
    return copy.folder;
  }

  /** Casts a vote of every client and an update, each at the next server, until it is acknowledged. */
  async function castAll(urls: readonly string[], round: number): Promise<void> {
    const post = async (url: string, path: string, body: unknown) => {
      const { status } = await sendPatiently(url, 'POST', path, headers, JSON.stringify(body));
      expect(status, path).to.be.oneOf([200, 201]);
    };
    const at = (n: number) => urls[n % urls.length] as string;
    await Promise.all([
      post(at(round), updatePath, { ...snapshot, sequence: 1_000_000 + round }),
      ...clients.map((client, n) => post(at(n + round), votePath, vote(client, (n + round) % 2 ? red : blue))),
    ]);
  }

  it('count each vote once in a rolling restart and back', async () => {
    const newer = version(2, 1);
    const old = start();
    const oldUrl = await old.ready;
    await castAll([oldUrl], 1);
    const newUrl = await start(newer).ready;
    for (const round of [2, 3]) await castAll([oldUrl, newUrl], round);
    await old.close();
    await castAll([newUrl], 4);
    const again = await start().ready;
    for (const round of [5, 6, 7]) await castAll([newUrl, again], round);
    for (const url of [newUrl, again]) {
      const { fighter1_votes, fighter2_votes } = json(await sendPatiently(url, 'GET', tallyPath)).rounds[1];
      expect(fighter1_votes + fighter2_votes, url).to.equal(clients.length);
    }
    expect(await redis.client.hgetall(schemaKey)).to.deep.equal({ version: '2', min: '1' });
  });

  it('keep their workers when new code does not fit', async () => {
    const copy = copyServer();
    copies.push(copy);
    const server = start(copy.folder, { WORKERS: '2', LOG_LEVEL: 'info' });
    const url = await server.ready;
    copy.setSchema(4, 3);
    server.child.kill('SIGHUP');
    await eventually(() => server.output().includes('restart aborted'), 'the restart is aborted');
    expect(server.output()).to.include('"reason":"This Redis has store schema 1; this server needs ');
    expect((await sendPatiently(url, 'GET', tallyPath)).status).to.equal(200);
    expect(await redis.client.hget(schemaKey, 'version')).to.equal('1');
    copy.change('server/store/schema/open-store.ts', 'version: 4, min: 3', 'version: 2, min: 1');
    server.child.kill('SIGHUP');
    await eventually(() => server.output().includes('all workers are replaced'), 'the workers are new');
    expect(await redis.client.hgetall(schemaKey)).to.deep.equal({ version: '2', min: '1' });
  });
});

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { feedReceived, ids } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { tallyPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { json, send, sendPatiently } from '../../support/http/send.ts';
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

/** What a rolling restart has done to votes and updates. */
interface Outcome {
  /** Answers other than those of a healthy server. */
  unexpected: string[];
  /** Clients whose acknowledged vote is missing, and votes without a client. */
  lost: number;
  doubled: number;
  /** Counts of each fighter by each server that ran at the end. */
  tallies: Record<string, unknown>[];
}

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

  function version(schema: number, least: number, change: (copy: OtherVersion) => void = () => undefined): string {
    const copy = copyServer();
    copies.push(copy);
    copy.setSchema(schema, least);
    change(copy);
    return copy.folder;
  }

  /** Everything in Redis, as a digest; what a refused server leaves alone. */
  async function digestStore(): Promise<string> {
    const digest = createHash('sha256');
    const names = (await redis.client.keys('*')).filter((key) => !key.endsWith(':pinged')).sort();
    for (const key of names) digest.update(key).update((await redis.client.dumpBuffer(key)) ?? '');
    return digest.digest('hex');
  }

  /** A refused start: its only output, and that it left the store alone. */
  async function refusal(folder?: string): Promise<string> {
    const before = await digestStore();
    const server = start(folder);
    expect(await server.ended).to.equal(1);
    expect(await digestStore()).to.equal(before);
    return server.output().trim();
  }

  /** Casts a vote of every client and an update, each at the next server, until it is acknowledged. */
  async function castAll(urls: readonly string[], round: number, unexpected: string[]): Promise<void> {
    const post = async (url: string, path: string, body: unknown) => {
      for (;;) {
        const { status } = await send(url, 'POST', path, headers, JSON.stringify(body));
        if (status === 200 || status === 201) return;
        // A busy machine: the same request again, as clients do.
        if (status !== 503) {
          unexpected.push(`${status} at ${path}`);
          return;
        }
      }
    };
    const at = (n: number) => urls[n % urls.length] as string;
    const update = { ...snapshot, sequence: 1_000_000 + round };
    await Promise.all([
      post(at(round), updatePath, update),
      ...clients.map((client, n) => post(at(n + round), votePath, vote(client, (n + round) % 2 ? red : blue))),
    ]);
  }

  /**
   * An old server, a new one beside it, the old one away, and back again: votes and updates go to all that run.
   *
   * @param isWhole otherwise it ends while both run for the first time.
   */
  async function roll(newer: string, isWhole = true): Promise<Outcome> {
    const unexpected: string[] = [];
    const old = start();
    const oldUrl = await old.ready;
    await castAll([oldUrl], 1, unexpected);
    const newUrl = await start(newer).ready;
    for (const round of [2, 3]) await castAll([oldUrl, newUrl], round, unexpected);
    let again = oldUrl;
    if (isWhole) {
      await old.close();
      await castAll([newUrl], 4, unexpected);
      again = await start().ready;
      for (const round of [5, 6, 7]) await castAll([newUrl, again], round, unexpected);
    }
    const tallies = await Promise.all(
      [newUrl, again].map(async (url) => {
        const reply = await sendPatiently(url, 'GET', tallyPath);
        if (reply.status !== 200) unexpected.push(`${reply.status} at ${tallyPath}`);
        return json(reply) as Record<string, unknown>;
      }),
    );
    // Counted by Redis itself: each client once in one tally.
    let [stored, counted] = [0, 0];
    for (const key of await redis.client.keys('{*}:votes:2')) stored += await redis.client.hlen(key);
    for (const key of await redis.client.keys('{*}:tally')) {
      const tally = await redis.client.hgetall(key);
      for (const [field, count] of Object.entries(tally)) if (field.startsWith('2:')) counted += Number(count);
    }
    const lost = Math.max(0, clients.length - Math.min(stored, counted));
    return { unexpected, lost, doubled: Math.max(0, counted - clients.length), tallies };
  }

  it('count each vote once in a rolling restart and back', async () => {
    const expanded = version(3, 1, (copy) => {
      const { change } = copy;
      change(
        'server/store/ballots/castBallots-many.lua',
        "local values = { 'changes', counts.changes }",
        "local values = { 'changes', counts.changes, 'latest', now }",
      );
      change(
        'server/store/live/updateLive-3.lua',
        "redis.call('HSET', live, 'version', version,",
        "redis.call('HSET', live, 'received', now, 'version', version,",
      );
    });
    const { unexpected, lost, doubled, tallies } = await roll(expanded);
    expect({ unexpected, lost, doubled }).to.deep.equal({ unexpected: [], lost: 0, doubled: 0 });
    expect(tallies[0]).to.deep.equal(tallies[1]);
    expect(await redis.client.hgetall(schemaKey)).to.deep.equal({ version: '3', least: '1' });
    const live = await redis.client.hgetall(`{live:${ids.liveEventStatid}}`);
    expect(live.received, 'the other script has run').to.match(/^\d+$/);
    expect(live['event:sequence']).to.equal('1000007');
  });

  it('count votes twice after a renamed key (control)', async () => {
    const renamed = version(2, 1, ({ change }) =>
      change('server/store/keys.ts', ':votes:$' + '{roundNumber}', ':ballots:$' + '{roundNumber}'),
    );
    const { doubled } = await roll(renamed, false);
    expect(doubled).to.be.above(0);
  });

  it('refuse to start beside a version too far away', async () => {
    await start().ready;
    expect(await refusal(version(4, 3))).to.equal(
      'The data in this Redis have store schema 2, and this server, which has 4, takes 3 or newer: start a server with store schema 3 on them first, then this one.',
    );
    await start(version(3, 1)).ready;
    await start(version(4, 3)).ready;
    expect(await refusal()).to.equal(
      'The data in this Redis ask for a server with store schema 3 or newer, and this server has 2: start the newer server again, or restore a backup from before the upgrade into an empty Redis (npm run restore).',
    );
  });

  it('keep their workers when new code does not fit', async () => {
    const copy = copyServer();
    copies.push(copy);
    const server = start(copy.folder, { WORKERS: '2', LOG_LEVEL: 'info' });
    const url = await server.ready;
    copy.setSchema(5, 4);
    server.child.kill('SIGHUP');
    await eventually(() => server.output().includes('restart aborted'), 'the restart is aborted');
    expect(server.output()).to.include(
      '"reason":"The data in this Redis have store schema 2, and this server, which has 5',
    );
    expect((await sendPatiently(url, 'GET', tallyPath)).status).to.equal(200);
    expect(await redis.client.hget(schemaKey, 'version')).to.equal('2');
    copy.change('server/store/schema/versions.ts', 'schema: 5, least: 4', 'schema: 3, least: 1');
    server.child.kill('SIGHUP');
    await eventually(() => server.output().includes('all workers are replaced'), 'the workers are new');
    expect(await redis.client.hgetall(schemaKey)).to.deep.equal({ version: '3', least: '1' });
  });
});

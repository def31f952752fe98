import { connect } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { scorecard, scorePath, tallyPath, vote as voteOf, votePath } from '../../support/fixtures/vote-requests.ts';
import { follow } from '../../support/http/follow.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { adminUrlOf, type Sample, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

type Labels = Record<string, string>;

const json = { 'Content-Type': 'application/json' };
const clients = Array.from({ length: 8 }, (_, nth) => `client-of-the-counters-${nth}`);

describe('L04: /metrics counts', () => {
  let redis: TestNode;
  let server: ServerProcess;
  let url: string;
  let admin: string;

  before(async () => {
    redis = await startRedis();
    const limits = { RATE_WRITES: '15', NEW_CLIENTS_PER_MINUTE: '3', STREAMS: '1' };
    server = startServerProcess({ REDIS_URL: redis.url, ADMIN_PORT: '0', ...limits });
    url = await server.ready;
    admin = await adminUrlOf(server);
  });
  after(async () => {
    await server.close();
    await redis.close();
  });

  /** Does something and waits until each of these metrics has grown by exactly so much. */
  async function grows(by: readonly [name: string, labels: Labels, count: number][], act: () => Promise<unknown>) {
    const before = await scrape(admin);
    await act();
    let after: Sample[] = [];
    const differences = () => by.map(([name, labels]) => sumOf(after, name, labels) - sumOf(before, name, labels));
    await eventually(
      async () => {
        after = await scrape(admin);
        return differences().every((difference, index) => difference >= (by[index]?.[2] ?? 0));
      },
      `${JSON.stringify(by)} grow`,
    );
    expect(differences()).to.deep.equal(by.map(([, , count]) => count));
  }
  const post = (path: string, body: unknown) => send(url, 'POST', path, json, JSON.stringify(body));
  const vote = (...of: Parameters<typeof voteOf>) => post(votePath, voteOf(...of));

  // Before the tests that use up the limits.
  it('a client that aborts its request', async () => {
    const head = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    await grows(
      [
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: 'aborted' }, 1],
        ['fightcard_problems_total', {}, 0],
      ],
      async () => {
        const client = connect(Number(new URL(url).port), '127.0.0.1');
        client.write(head);
        const isBegun = async () => sumOf(await scrape(admin), 'fightcard_requests_in_flight') === 1;
        await eventually(isBegun, 'the request has begun');
        client.destroy();
      },
    );
  });

  it('votes and scorecards by verdict, their batches, and Redis commands', async () => {
    const [client = ''] = clients;
    const ballots = 'fightcard_ballots_total';
    await grows(
      [
        [ballots, { kind: 'votes', verdict: 'created' }, 1],
        [ballots, { kind: 'votes', verdict: 'same' }, 1],
        [ballots, { kind: 'votes', verdict: 'moved' }, 1],
        [ballots, { kind: 'votes', verdict: 'closed' }, 1],
        [ballots, { kind: 'scores', verdict: 'created' }, 1],
        ['fightcard_ballot_batch_size_ballots_count', { kind: 'votes' }, 4],
        ['fightcard_ballot_batch_size_ballots_sum', { kind: 'votes' }, 4],
        ['fightcard_ballot_batch_size_ballots_count', { kind: 'scores' }, 1],
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: '2xx' }, 3],
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: '4xx' }, 1],
        ['fightcard_problems_total', { problem: 'voting-closed' }, 1],
      ],
      async () => {
        await vote(client);
        await vote(client);
        await vote(client, ids.fightInProgressFighter2Statid);
        await vote(client, ids.fightInProgressFighter1Statid, 1);
        await post(scorePath, scorecard(client));
      },
    );
    const samples = await scrape(admin);
    const commands = (connection: string) =>
      sumOf(samples, 'fightcard_redis_commands_total', { connection, result: 'ok' });
    expect(commands('ballots')).to.be.greaterThan(3);
    expect(commands('reads')).to.be.greaterThan(0);
    expect(sumOf(samples, 'fightcard_redis_command_duration_seconds_count')).to.equal(
      sumOf(samples, 'fightcard_redis_commands_total'),
    );
  });

  it('loads that run, and late replies of Redis as timeouts', async () => {
    const value = async (name: string, labels: Labels = {}) => sumOf(await scrape(admin), name, labels);
    expect((await vote(clients[0] ?? '')).status, 'the fight is cached from now on').to.be.below(300);
    await grows([['fightcard_redis_commands_total', { connection: 'ballots', result: 'timeout' }, 1]], async () => {
      redis.signal('SIGSTOP');
      try {
        const late = Promise.all([vote(clients[0] ?? ''), send(url, 'GET', '/api/v1/us/events')]);
        const running = () => value('fightcard_cache_loads_in_progress', { state: 'running' });
        await eventually(async () => (await running()) === 1, 'a load runs', 20_000);
        await late;
      } finally {
        redis.signal('SIGCONT');
      }
    });
    await eventually(async () => (await value('fightcard_redis_away')) === 0, 'Redis answers again');
  });

  it('K21: refusals by reason', async () => {
    const before = await scrape(admin);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => vote(clients[nth % clients.length] ?? '')),
    );
    const refused = (policy: string) =>
      replies.filter(({ status, headers }) => status === 429 && headers['ratelimit-policy']?.startsWith(`"${policy}"`));
    const expected = { new_clients: refused('clients').length, rate_writes: refused('writes').length };
    expect(expected.rate_writes).to.be.greaterThan(0);
    expect(expected.new_clients).to.be.greaterThan(0);
    for (const [reason, count] of Object.entries(expected)) {
      const shed = (samples: Sample[]) => sumOf(samples, 'fightcard_requests_shed_total', { reason });
      await eventually(async () => shed(await scrape(admin)) - shed(before) === count, `${count} of ${reason}`);
    }
  });

  it('streams, their events and refused ones', async () => {
    const path = url + tallyPath;
    await grows(
      [
        ['fightcard_stream_readers', {}, 1],
        ['fightcard_stream_events_total', {}, 1],
        ['fightcard_requests_in_flight', {}, 0],
        ['fightcard_requests_total', { operation: 'v3.fight_votes', status: '2xx' }, 1],
        ['fightcard_requests_shed_total', { reason: 'streams' }, 1],
      ],
      async () => {
        await (await follow(path)).until(1);
        expect((await follow(path)).status).to.equal(503);
      },
    );
  });

  it('cache hits, misses and loads', async () => {
    await grows(
      [
        ['fightcard_cache_lookups_total', { result: 'miss' }, 1],
        ['fightcard_cache_lookups_total', { result: 'hit' }, 2],
        ['fightcard_cache_loads_total', { result: 'ok' }, 1],
        ['fightcard_cache_replies', {}, 1],
        ['fightcard_requests_total', { operation: 'v3.octagon_girls', status: '2xx' }, 2],
        ['fightcard_requests_total', { operation: 'v3.octagon_girls', status: '3xx' }, 1],
      ],
      async () => {
        const { headers } = await send(url, 'GET', '/api/v3/mobile/octagon_girls');
        await send(url, 'GET', '/api/v3/mobile/octagon_girls');
        await send(url, 'GET', '/api/v3/mobile/octagon_girls', { 'If-None-Match': headers.etag ?? '' });
      },
    );
  });

  it('requests without a route', async () => {
    await grows([['fightcard_requests_total', { operation: 'none', status: '4xx' }, 3]], async () => {
      await send(url, 'GET', '/nowhere');
      await send(url, 'GET', '/nowhere', { Host: 'a b' });
      await sendRaw(url, 'GET /nowhere HTTP/1.1\r\nno header\r\n\r\n');
    });
  });

  it('replies that violate their contract, by operation', async () => {
    const [key = ''] = await redis.client.keys('{content}:*:fighters');
    await redis.client.hset(key, String(ids.fighter), '{"id":"none","nickname":7}');
    await grows(
      [
        ['fightcard_contract_misfit_total', { operation: 'v1.fighter' }, 1],
        ['fightcard_contract_misfit_total', {}, 1],
        ['fightcard_problems_total', { problem: 'internal-error' }, 1],
      ],
      () => send(url, 'GET', `/api/v1/us/fighters/${ids.fighter}`),
    );
  });

  it('commands that Redis refuses, and connections made again', async () => {
    const total = async (name: string, labels: Labels) => sumOf(await scrape(admin), name, labels);
    const refused = () => total('fightcard_redis_commands_total', { result: 'refused' });
    const reconnects = (connection: string) => total('fightcard_redis_reconnects_total', { connection });
    const [before, made] = [await refused(), await reconnects('reads')];
    expect(await reconnects('bulk'), 'a first connection').to.equal(0);
    await redis.client.config('SET', 'maxmemory', '1');
    await eventually(async () => (await refused()) > before, 'a refusal');
    await redis.client.config('SET', 'maxmemory', '0');
    await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await eventually(async () => (await reconnects('reads')) > made, 'a reconnection');
  });

  it('stale replies, failed loads and timeouts of Redis', async () => {
    const path = '/api/v1/us/fighters/title_holders';
    await send(url, 'GET', path);
    const total = async (name: string, labels: Labels = {}) => sumOf(await scrape(admin), name, labels);
    redis.signal('SIGSTOP');
    try {
      await eventually(async () => (await total('fightcard_redis_away')) === 1, 'Redis is unreachable');
      await grows([['fightcard_cache_lookups_total', { result: 'stale' }, 2]], async () => {
        for (let nth = 1; nth <= 2; nth++) await send(url, 'GET', path);
      });
      for (const [name, labels] of [
        ['fightcard_cache_lookups_total', { result: 'stale' }],
        ['fightcard_cache_loads_total', { result: 'failed' }],
        ['fightcard_problems_total', { problem: 'service-unavailable' }],
        ['fightcard_redis_commands_total', { connection: 'reads', result: 'timeout' }],
      ] as const) {
        const before = await total(name, labels);
        const isCounted = async () => {
          await Promise.all([send(url, 'GET', path), send(url, 'GET', '/api/v1/us/fighters')]);
          return (await total(name, labels)) > before;
        };
        await eventually(isCounted, `${name} ${JSON.stringify(labels)}`);
      }
    } finally {
      redis.signal('SIGCONT');
    }
    await eventually(async () => (await total('fightcard_redis_away')) === 0, 'Redis answers again');
  });
});

import { connect } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { type Metered, openMetered } from '../../support/monitoring/metered.ts';
import { adminUrlOf, type Sample, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

type Labels = Record<string, string>;

const fightPath = `/api/v3/mobile/fights/${ids.fightInProgress}`;
const json = { 'Content-Type': 'application/json' };
const voteOf = (client: string, round = 2, fighter: number = ids.fightInProgressFighter1Statid) =>
  JSON.stringify({ round_num: round, fighter_statid: fighter, client_id: client });
const clients = Array.from({ length: 8 }, (_, nth) => `client-of-the-counters-${nth}`);

describe('L04: /metrics counts', () => {
  let server: ServerProcess;
  let url: string;
  let admin: string;

  before(async () => {
    server = startServerProcess({ ADMIN_PORT: '0', RATE_WRITES: '15', NEW_CLIENTS_PER_MINUTE: '3', STREAMS: '1' });
    url = await server.ready;
    admin = await adminUrlOf(server);
  });
  after(() => server.close());

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
  const vote = (...of: Parameters<typeof voteOf>) => send(url, 'POST', `${fightPath}/vote`, json, voteOf(...of));

  // Before the tests that use up the limits.
  it('a client that aborts its request', async () => {
    const post = `POST ${fightPath}/vote HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    await grows(
      [
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: 'aborted' }, 1],
        ['fightcard_problems_total', {}, 0],
      ],
      async () => {
        const client = connect(Number(new URL(url).port), '127.0.0.1');
        client.write(post);
        const isBegun = async () => sumOf(await scrape(admin), 'fightcard_requests_in_flight') === 1;
        await eventually(isBegun, 'the request has begun');
        client.destroy();
      },
    );
  });

  it('votes by verdict, their batches, and Redis commands', async () => {
    const [client = ''] = clients;
    const ballots = 'fightcard_ballots_total';
    await grows(
      [
        [ballots, { kind: 'votes', verdict: 'created' }, 1],
        [ballots, { kind: 'votes', verdict: 'same' }, 1],
        [ballots, { kind: 'votes', verdict: 'moved' }, 1],
        [ballots, { kind: 'votes', verdict: 'closed' }, 1],
        [ballots, { kind: 'scores' }, 0],
        ['fightcard_ballot_batch_size_ballots_count', { kind: 'votes' }, 4],
        ['fightcard_ballot_batch_size_ballots_sum', { kind: 'votes' }, 4],
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: '2xx' }, 3],
        ['fightcard_requests_total', { operation: 'v3.fight_vote_cast', status: '4xx' }, 1],
        ['fightcard_problems_total', { problem: 'voting-closed' }, 1],
      ],
      async () => {
        await vote(client);
        await vote(client);
        await vote(client, 2, ids.fightInProgressFighter2Statid);
        await vote(client, 1);
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
    const path = `${url}${fightPath}/votes`;
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
});

describe('L04: a failing server counts', () => {
  let night: FightNight;
  let metered: Metered;

  before(async () => {
    metered = openMetered();
    night = await startFightNight({ metrics: metered.metrics });
  });
  after(async () => {
    await night.close();
    metered.close();
  });

  it('replies that violate their contract, by operation', async () => {
    const { content } = night.store;
    const snapshot = content.snapshot.bind(content);
    content.snapshot = () => {
      const reader = snapshot();
      const get = reader.get.bind(reader) as (...args: unknown[]) => Promise<unknown>;
      const broken = async (...args: unknown[]) => ({ ...((await get(...args)) as object), wins: 'many' });
      return Object.assign(reader, { get: broken });
    };
    try {
      expect((await send(night.url, 'GET', `/api/v1/us/fighters/${ids.fighter}`)).status).to.equal(500);
    } finally {
      content.snapshot = snapshot;
    }
    const samples = await metered.read();
    expect(sumOf(samples, 'fightcard_contract_misfit_total', { operation: 'v1.fighter' })).to.equal(1);
    expect(sumOf(samples, 'fightcard_contract_misfit_total')).to.equal(1);
    expect(sumOf(samples, 'fightcard_problems_total', { problem: 'internal-error' })).to.equal(1);
  });

  it('stale replies, failed loads and unreachable Redis', async () => {
    const path = `/api/v1/us/fighters/${ids.fighter}`;
    await send(night.url, 'GET', path);
    night.redis.signal('SIGSTOP');
    const restore = night.useProductionTimeouts();
    try {
      await eventually(async () => sumOf(await metered.read(), 'fightcard_redis_away') === 1, 'Redis is unreachable');
      await eventually(async () => {
        await send(night.url, 'GET', path);
        await send(night.url, 'GET', '/api/v1/us/fighters');
        const samples = await metered.read();
        return (
          sumOf(samples, 'fightcard_cache_lookups_total', { result: 'stale' }) > 0 &&
          sumOf(samples, 'fightcard_cache_loads_total', { result: 'failed' }) > 0 &&
          sumOf(samples, 'fightcard_problems_total', { problem: 'service-unavailable' }) > 0
        );
      }, 'a stale reply and a failed load are counted');
    } finally {
      night.redis.signal('SIGCONT');
      restore();
    }
    await eventually(async () => sumOf(await metered.read(), 'fightcard_redis_away') === 0, 'Redis answers again');
  });
});

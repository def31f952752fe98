import { connect } from 'node:net';
import { expect } from 'chai';
import { expectedBounds, expectedMetrics } from '../../support/expected/metrics.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { adminUrlOf, parseExposition, type Sample, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type ServerProcess, startServerProcess, workersOf } from '../../support/server/server-process.ts';

const answered = 'fightcard_requests_total';

/** Whether an address accepts connections. */
const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

describe('/metrics of a server with two workers', () => {
  let redis: TestNode;
  let server: ServerProcess;
  let url: string;
  let admin: string;
  /** Requests answered so far. */
  let count = 0;

  before(async () => {
    redis = await startRedis();
    server = startServerProcess({ WORKERS: '2', REDIS_URL: redis.url, ADMIN_PORT: '0' });
    url = await server.ready;
    admin = await adminUrlOf(server);
  });
  after(async () => {
    await server.close();
    await redis.close();
  });

  const get = async (path: string) => {
    const reply = await send(url, 'GET', path);
    count++;
    return reply;
  };
  const countedAll = async () => sumOf(await scrape(admin), answered) === count;
  const workers = () => workersOf(server);

  it('keeps the counts of replaced workers', async () => {
    for (const path of ['/api/v3/mobile/events', '/nowhere', '/api/v1/us/health']) {
      for (let nth = 0; nth < 4; nth++) await get(path);
    }
    await eventually(countedAll, 'all answers are counted');
    const before = workers();
    server.child.kill('SIGHUP');
    await eventually(() => workers().length === 2 && !before.some((pid) => workers().includes(pid)), 'new workers');
    await eventually(async () => sumOf(await scrape(admin), 'fightcard_worker_ends_total') === 2, 'two ends');
    const samples = await scrape(admin);
    for (const [name, labels, expected] of [
      [answered, {}, 12],
      [answered, { operation: 'v3.events', status: '2xx' }, 4],
      [answered, { operation: 'none', status: '4xx' }, 4],
      ['fightcard_request_duration_seconds_count', {}, 12],
      ['fightcard_worker_starts_total', {}, 4],
      ['fightcard_worker_ends_total', { reason: 'replaced' }, 2],
      ['fightcard_workers_ready', {}, 2],
      ['fightcard_workers_wanted', {}, 2],
    ] as const) {
      expect(sumOf(samples, name, labels), `${name} ${JSON.stringify(labels)}`).to.equal(expected);
    }
  });

  it('shows Redis, content and the feed, in seconds', async () => {
    const age = (samples: Sample[], name: string) => Date.now() / 1_000 - sumOf(samples, name);
    await eventually(async () => sumOf(await scrape(admin), 'fightcard_content_generation') === 1, 'the first look');
    const samples = await scrape(admin);
    for (const name of ['redis_up', 'redis_writable', 'feed_on_air', 'ready', 'build_info']) {
      expect(sumOf(samples, `fightcard_${name}`), name).to.equal(1);
    }
    expect(sumOf(samples, 'fightcard_overload_queueing')).to.equal(0);
    expect(age(samples, 'fightcard_content_published_timestamp_seconds')).to.be.within(0, 600);
    expect(age(samples, 'fightcard_feed_changed_timestamp_seconds')).to.be.within(0, 600);
    await redis.client.del('live:events');
    await eventually(async () => sumOf(await scrape(admin), 'fightcard_feed_on_air') === 0, 'no feed is on air');
  });

  it('L02: has no series per id', async () => {
    const before = (await scrape(admin)).length;
    let missing = 0;
    for (let id = 1_700_000_000; id < 1_700_000_000 + scaled(200); id++) {
      await get(`/${id}?q=${id}`);
      if ((await get(`/api/v3/mobile/fighters/${id}`)).status === 404) missing++;
    }
    // On a busy machine some are 503.
    expect(missing).to.be.greaterThan(scaled(100));
    await eventually(countedAll, 'all answers are counted');
    const reply = await fetch(`${admin}/metrics`);
    const text = await reply.text();
    expect(parseExposition(text)).to.have.length(before);
    // The names and labels; a value may have any digits.
    expect(text.replaceAll(/ \S+$/gm, '')).to.not.include('17000000');
    expect(sumOf(parseExposition(text), answered, { operation: 'v3.fighter', status: '4xx' })).to.equal(missing);
  });

  it('counts suppressed log lines', async () => {
    const written = () => server.output().match(/"msg":"malformed-request"/g)?.length ?? 0;
    const counted = async (reason: string) =>
      sumOf(await scrape(admin), 'fightcard_log_lines_suppressed_total', { reason });
    const sent = 60;
    await Promise.all(Array.from({ length: sent }, () => sendRaw(url, 'GET / HTTP/1.1\r\nno header\r\n\r\n')));
    await eventually(async () => (await counted('repeated')) + written() === sent, 'each is written or counted');
    expect(await counted('repeated')).to.be.greaterThan(0);
    expect(await counted('output')).to.equal(0);
  });

  it('is Prometheus text, or OpenMetrics when accepted', async () => {
    const read = async (headers: Record<string, string>) => {
      const reply = await fetch(`${admin}/metrics`, { headers });
      return { type: reply.headers.get('content-type'), text: await reply.text() };
    };
    const plain = await read({});
    expect(plain.type).to.equal('text/plain; version=0.0.4; charset=utf-8');
    expect(plain.text).to.match(/^# TYPE fightcard_requests_total counter$/m);
    const open = await read({ Accept: 'application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1' });
    expect(open.type).to.equal('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(open.text).to.match(/^# TYPE fightcard_requests counter$/m);
    expect(open.text).to.match(/# EOF\n?$/);
  });

  it('has the documented metrics, types and buckets', async () => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
    const said = types.map(({ name, type }) => [name, type, new RegExp(`^# HELP ${name} (.*)$`, 'm').exec(text)?.[1]]);
    expect(said).to.have.deep.members(expectedMetrics);
    const bounds: Record<string, string> = {};
    for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) histogram$/gm)) {
      const found = text.matchAll(new RegExp(`^${name}_bucket\\{.*?\\ble="([^"]+)"`, 'gm'));
      bounds[name] = [...new Set([...found].map(([, bound]) => bound))].join(' ');
    }
    expect(bounds).to.deep.equal(expectedBounds);
  });

  it('K17: is only on its own port', async () => {
    expect(server.output()).to.include(`"admin":"${admin}"`);
    for (const path of ['/metrics', '/livez', '/readyz']) {
      const { status } = await get(path);
      expect(status, path).to.equal(404);
      expect((await fetch(admin + path)).status, path).to.equal(200);
    }
    expect((await fetch(`${admin}/api/v3/mobile/health`)).status).to.equal(404);
    // All of 127.0.0.0/8 is this machine on Linux; the public port shows that it can be reached.
    if (process.platform !== 'linux') return;
    expect(await accepts('127.0.0.2', Number(new URL(url).port))).to.equal(true);
    expect(await accepts('127.0.0.2', Number(new URL(admin).port))).to.equal(false);
  });

  it('and the probes allow GET and HEAD, uncached', async () => {
    for (const path of ['/livez', '/readyz?from=a/metrics', '/elsewhere']) {
      const replies = await Promise.all(['GET', 'HEAD', 'POST'].map((method) => send(admin, method, path)));
      const expected = path === '/elsewhere' ? 404 : 200;
      expect(
        replies.map(({ status }) => status),
        path,
      ).to.deep.equal([expected, expected, 405]);
      expect(replies[1]?.body).to.have.length(0);
      expect(replies[2]?.headers.allow).to.equal('GET, HEAD');
      for (const { headers } of replies) {
        expect(headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      }
    }
  });

  it('counts workers that die', async () => {
    const [killed = 0] = workers();
    process.kill(killed, 'SIGKILL');
    await eventually(() => workers().length === 2 && !workers().includes(killed), 'a new worker');
    const died = async () => sumOf(await scrape(admin), 'fightcard_worker_ends_total', { reason: 'died' });
    await eventually(async () => (await died()) === 1, 'the end is counted');
  });

  it('L03: answers without a worker and Redis', async () => {
    const pids = workers();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await redis.kill();
    try {
      await eventually(async () => sumOf(await scrape(admin), 'fightcard_redis_up') === 0, 'Redis is unreachable');
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  });
});

import { connect } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { expectedBounds, expectedMetrics } from '../../support/expected/metrics.ts';
import { send } from '../../support/http/send.ts';
import { adminUrlOf, parseExposition, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import { expectUnwrittenCounted } from '../../support/monitoring/unwritten-lines.ts';
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

  it('counts every request that was answered, also by workers that were replaced or killed', async () => {
    let ended = 0;
    for (let round = 0; round < scaled(2); round++) {
      for (const path of [
        '/api/v3/mobile/events',
        `/api/v1/us/events/${ids.liveEvent}`,
        '/nowhere',
        '/api/v1/us/health',
      ])
        await get(path);
      await eventually(countedAll, 'all answers are counted');
      const before = workers();
      if (round % 2 === 0) {
        process.kill(before[0] ?? 0, 'SIGKILL');
        ended++;
      } else {
        server.child.kill('SIGHUP');
        ended += 2;
      }
      const gone = round % 2 === 0 ? before.slice(0, 1) : before;
      await eventually(() => workers().length === 2 && gone.every((pid) => !workers().includes(pid)), 'new workers');
      await eventually(async () => sumOf(await scrape(admin), 'fightcard_worker_ends_total') === ended, 'the ends');
    }
    const samples = await scrape(admin);
    const rounds = scaled(2);
    expect(sumOf(samples, answered)).to.equal(4 * rounds);
    expect(sumOf(samples, answered, { operation: 'v3.events', status: '2xx' })).to.equal(rounds);
    expect(sumOf(samples, answered, { operation: 'none', status: '4xx' })).to.equal(rounds);
    expect(sumOf(samples, 'fightcard_request_duration_seconds_count')).to.equal(4 * rounds);
    expect(sumOf(samples, 'fightcard_worker_starts_total')).to.equal(2 + ended);
    expect(sumOf(samples, 'fightcard_worker_ends_total', { reason: 'died' })).to.equal(Math.ceil(rounds / 2));
    expect(sumOf(samples, 'fightcard_workers_ready')).to.equal(2);
  });

  it('L02: has as many series after any number of ids as before, and shows none of them', async () => {
    const before = (await scrape(admin)).length;
    const paths = Array.from({ length: scaled(200) }, (_, index) => 1_700_000_000 + index).flatMap((id) => [
      `/api/v3/mobile/fighters/${id}`,
      `/${id}?q=${id}`,
    ]);
    let missing = 0;
    for (const path of paths) {
      const { status } = await get(path);
      if (path.startsWith('/api') && status === 404) missing++;
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

  it('counts the lines of the log of every worker for which another stands', () =>
    expectUnwrittenCounted(server, url, admin));

  it('is text of Prometheus, and OpenMetrics for a client that names it', async () => {
    const read = async (accept: string) => {
      const reply = await fetch(`${admin}/metrics`, { headers: { Accept: accept } });
      return { type: reply.headers.get('content-type'), text: await reply.text() };
    };
    const plain = await read('*/*');
    expect(plain.type).to.equal('text/plain; version=0.0.4; charset=utf-8');
    expect(plain.text).to.match(/^# TYPE fightcard_requests_total counter$/m);
    const open = await read(
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1',
    );
    expect(open.type).to.equal('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(open.text).to.match(/^# TYPE fightcard_requests counter$/m);
    expect(open.text).to.match(/^fightcard_requests_total\{operation="v3.events",status="2xx"\} \d+$/m);
    expect(open.text).to.match(/# EOF\n?$/);
  });

  it('names and explains every metric as Prometheus recommends', async () => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
    for (const { name, type } of types) {
      expect(name).to.match(/^fightcard_[a-z_]+$/);
      expect(name.endsWith('_total'), name).to.equal(type === 'counter');
      if (type === 'histogram') expect(name).to.match(/_(seconds|ballots)$/);
      expect(name).to.not.match(/_(ms|milliseconds|kib|mib|kilobytes|minutes)\b/);
    }
    const said = types.map(({ name, type }) => [name, type, new RegExp(`^# HELP ${name} (.*)$`, 'm').exec(text)?.[1]]);
    expect(said).to.have.deep.members(expectedMetrics);
    const bounds: Record<string, string> = {};
    for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) histogram$/gm)) {
      const found = text.matchAll(new RegExp(`^${name}_bucket\\{.*?\\ble="([^"]+)"`, 'gm'));
      bounds[name] = [...new Set([...found].map(([, bound]) => bound))].join(' ');
    }
    expect(bounds).to.deep.equal(expectedBounds);
  });

  it('K17: is on an address and a port of its own', async () => {
    expect(server.output()).to.include(`"admin":"${admin}"`);
    for (const path of ['/metrics', '/livez', '/readyz']) {
      const { status } = await get(path);
      expect(status, path).to.equal(404);
      expect((await fetch(admin + path)).status, path).to.equal(200);
    }
    expect((await fetch(`${admin}/api/v3/mobile/health`)).status).to.equal(404);
    const posted = await fetch(`${admin}/metrics`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    // All of 127.0.0.0/8 is this machine on Linux; the public port shows that it can be reached.
    if (process.platform !== 'linux') return;
    expect(await accepts('127.0.0.2', Number(new URL(url).port))).to.equal(true);
    expect(await accepts('127.0.0.2', Number(new URL(admin).port))).to.equal(false);
  });

  it('L03: answers while no worker runs and Redis is away', async () => {
    const pids = workers();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await redis.kill();
    try {
      const times: number[] = [];
      for (let scrapes = 0; scrapes < 10; scrapes++) {
        const startMs = performance.now();
        await scrape(admin);
        times.push(performance.now() - startMs);
      }
      console.log(`      slowest of 10 scrapes: ${Math.round(Math.max(...times))} ms`);
      await eventually(async () => sumOf(await scrape(admin), 'fightcard_redis_up') === 0, 'Redis is seen to be away');
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  });
});

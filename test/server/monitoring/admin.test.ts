import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect } from 'chai';
import { version } from '../../../contracts/version.ts';
import { expose, formatFor } from '../../../server/monitoring/admin/exposition.ts';
import type * as Admin from '../../../server/monitoring/admin/server.ts';
import { AdminServer, runAdmin } from '../../../server/monitoring/admin/server.ts';
import { Layout } from '../../../server/monitoring/layout.ts';
import { PrimaryMetrics } from '../../../server/monitoring/primary-metrics.ts';
import { Recorder } from '../../../server/monitoring/recorder.ts';
import { readValuesFile } from '../../../server/monitoring/values-file.ts';
import { send } from '../../support/http/send.ts';
import { importWith } from '../../support/run/import-with.ts';

const here = { host: '127.0.0.1', port: 0 };
const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** What a process says of itself, and one histogram. */
const ofProcess = `# HELP fightcard_build_info The running version, in a label; always 1.
# TYPE fightcard_build_info gauge
fightcard_build_info{version="${version}"} 1

# HELP fightcard_log_lines_suppressed_total Lines of the log that were not written: another stands for them, or the output took none.
# TYPE fightcard_log_lines_suppressed_total counter
fightcard_log_lines_suppressed_total{reason="repeated"} 0
fightcard_log_lines_suppressed_total{reason="output"} 5

# HELP fightcard_workers_ready Ready.
# TYPE fightcard_workers_ready gauge
fightcard_workers_ready 2

# HELP x_wait_seconds Wait.
# TYPE x_wait_seconds histogram
x_wait_seconds_bucket{le="0.5",kind="a"} 0
x_wait_seconds_bucket{le="1",kind="a"} 1
x_wait_seconds_bucket{le="+Inf",kind="a"} 2
x_wait_seconds_sum{kind="a"} 4
x_wait_seconds_count{kind="a"} 2
x_wait_seconds_bucket{le="0.5",kind="b"} 0
x_wait_seconds_bucket{le="1",kind="b"} 0
x_wait_seconds_bucket{le="+Inf",kind="b"} 0
x_wait_seconds_sum{kind="b"} 0
x_wait_seconds_count{kind="b"} 0
`;
const ofServer = (silence: number, isReady: 0 | 1) => `
# HELP fightcard_event_loop_silence_seconds How long the slowest event loop has not run.
# TYPE fightcard_event_loop_silence_seconds gauge
fightcard_event_loop_silence_seconds ${silence}

# HELP fightcard_ready Whether /readyz answers 200, 1 or 0.
# TYPE fightcard_ready gauge
fightcard_ready ${isReady}
`;

describe('the admin port', () => {
  let folder: string;
  let admin: AdminServer;
  let url: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-admin-'));
    const isUnreferenced = mock.method(Server.prototype, 'unref');
    admin = new AdminServer();
    url = `http://127.0.0.1:${await admin.listen(here)}`;
    expect(isUnreferenced.mock.callCount(), 'it keeps no process running').to.be.above(0);
    mock.reset();
  });
  beforeEach(() => {
    mock.method(process.hrtime, 'bigint', () => 5_000_000_000_000n);
  });
  afterEach(() => mock.reset());
  after(() => rmSync(folder, { recursive: true }));

  /** A process that has been silent for so long, at a moment of the test. */
  function record(name: string, silentSeconds: number): string {
    const layout = new Layout();
    const ready = layout.gauge('fightcard_workers_ready', 'Ready.');
    const wait = layout.histogram('x_wait_seconds', 'Wait.', [0.5, 1], { kind: ['a', 'b'] });
    const path = join(folder, name);
    const recorder = new Recorder(layout, path);
    recorder.set(ready, 2);
    recorder.set(layout.unwritten + 1, 5);
    for (const seconds of [1, 3]) recorder.note(wait, [0.5, 1], seconds);
    recorder.values[layout.beat] = 5_000 - silentSeconds;
    recorder.close();
    return path;
  }
  const ask = async (path: string, headers = {}, method = 'GET') => {
    const { status, headers: all, body } = await send(url, method, path, headers);
    const { date: _, connection: __, 'keep-alive': ___, ...own } = all;
    return { status, own, body: body.toString() };
  };
  const answer = (status: number, body: string, type = 'text/plain; charset=utf-8', more = {}) => ({
    status,
    own: {
      ...{ 'content-type': type, 'content-length': String(body.length), 'cache-control': 'no-store' },
      ...{ 'x-content-type-options': 'nosniff', ...more },
    },
    body,
  });

  it('answers before any process has begun', async () => {
    expect(await ask('/livez')).to.deep.equal(answer(200, 'ok\n'));
    expect(await ask('/readyz')).to.deep.equal(answer(503, 'starting\n'));
    admin.receive({ kind: 'state', state: 'serving' });
    expect(await ask('/readyz')).to.deep.equal(answer(503, 'no worker is ready\n'));
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    expect(await ask('/metrics')).to.deep.equal(answer(200, ofServer(0, 0).slice(1), type));
  });

  it('answers other paths and methods with what there is', async () => {
    expect(await ask('/metrics/')).to.deep.equal(answer(404, 'there are /metrics, /livez and /readyz\n'));
    expect(await ask('/?a=/livez')).to.deep.equal(answer(404, 'there are /metrics, /livez and /readyz\n'));
    const refused = answer(405, 'only GET and HEAD\n', undefined, { allow: 'GET, HEAD' });
    for (const method of ['PUT', 'OPTIONS']) expect(await ask('/livez', {}, method)).to.deep.equal(refused);
    expect(await ask('/livez?from=here', {}, 'HEAD')).to.deep.equal({ ...answer(200, 'ok\n'), body: '' });
  });

  it('shows what a process has counted, in either format', async () => {
    const path = record('one', 3);
    admin.receive({ kind: 'add', path });
    const text = ofProcess + ofServer(3, 1);
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    expect(await ask('/metrics')).to.deep.equal(answer(200, text, type));
    const open = text
      .replaceAll('\n\n', '\n')
      .replace(/(HELP|TYPE) fightcard_log_lines_suppressed_total/g, '$1 fightcard_log_lines_suppressed');
    const accept = { Accept: 'text/plain;q=0.5, application/openmetrics-text;version=1.0.0' };
    expect(await ask('/metrics', accept)).to.deep.equal(answer(200, `${open}# EOF\n`, openMetrics));
    expect(await ask('/readyz')).to.deep.equal(answer(200, 'ok\n'));
    admin.receive({ kind: 'end', path });
    expect(await ask('/readyz')).to.deep.equal(answer(503, 'no worker is ready\n'));
    expect((await ask('/metrics')).body)
      .to.include('x_wait_seconds_count{kind="a"} 2\n')
      .and.include('_ready 0\n');
  });

  it('knows the slowest of all event loops, and none that is ahead of the clock', async () => {
    const paths = [record('slow', 11), record('ahead', -7)];
    for (const path of paths) admin.receive({ kind: 'add', path });
    expect(await ask('/livez')).to.deep.equal(
      answer(503, `1 of 2 event loops stand still: process ${process.pid} for 11 s\n`),
    );
    expect((await ask('/metrics')).body).to.include('\nfightcard_event_loop_silence_seconds 11\n');
    admin.receive({ kind: 'end', path: paths[0] ?? '' });
    expect((await ask('/metrics')).body).to.include('\nfightcard_event_loop_silence_seconds 0\n');
    admin.receive({ kind: 'end', path: paths[1] ?? '' });
  });

  it('closes the connection where the numbers cannot be read, and answers again once they can', async () => {
    const path = join(folder, 'unreadable');
    mkdirSync(path);
    admin.receive({ kind: 'add', path });
    const failed = await ask('/livez').catch(({ code }: NodeJS.ErrnoException) => code);
    expect(failed).to.equal('ECONNRESET');
    rmSync(path, { recursive: true });
    expect(await ask('/livez')).to.deep.equal(answer(200, 'ok\n'));
  });

  it('is OpenMetrics for a client that names it in any case, as a whole word', () => {
    const rows: [accept: string | undefined, format: string][] = [
      ['Application/OpenMetrics-Text', openMetrics],
      ['text/plain,application/openmetrics-text;q=1', openMetrics],
      ['application/openmetrics-text2', 'text/plain; version=0.0.4; charset=utf-8'],
      [undefined, 'text/plain; version=0.0.4; charset=utf-8'],
    ];
    for (const [accept, format] of rows) expect(formatFor(accept), accept).to.equal(format);
  });

  describe('in its thread', () => {
    const ports: MessagePort[] = [];
    afterEach(() => {
      for (const port of ports.splice(0)) port.close();
    });
    async function run(options: { host: string; port: number }) {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      const said = once(port2, 'message') as Promise<[{ value: unknown } | unknown]>;
      await runAdmin({ ...options, compiled: undefined }, port1);
      return { port: port2, message: (await said)[0] };
    }

    it('says on which port it listens, and takes messages', async () => {
      const { port, message } = await run(here);
      const { port: chosen, ...others } = message as { port: number };
      expect(others).to.deep.equal({ kind: 'listening' });
      const own = `http://127.0.0.1:${chosen}`;
      port.postMessage({ kind: 'state', state: 'draining' });
      let text = '';
      for (let tries = 0; tries < 100 && text !== 'draining\n'; tries++) {
        text = (await send(own, 'GET', '/readyz')).body.toString();
      }
      expect(text).to.equal('draining\n');
    });

    it('loads what writes metrics before the first scrape', async () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      let loads = 0;
      const others = {
        get './exposition.ts'() {
          loads++;
          return {};
        },
      };
      const path = '../../../server/monitoring/admin/server.ts';
      const { runAdmin: run, restore } = await importWith<typeof Admin>(path, import.meta.url, others);
      expect(loads).to.equal(0);
      await run({ ...here, compiled: undefined }, port1);
      restore();
      expect(loads).to.be.above(0);
    });

    it('says why it cannot listen', async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      try {
        const { port } = taken.address() as { port: number };
        const { message } = await run({ ...here, port });
        expect(message).to.deep.equal({
          ...{ kind: 'failed', code: 'EADDRINUSE' },
          message: `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
        });
      } finally {
        taken.close();
      }
    });
  });
});

describe('a counter', () => {
  it('loses in OpenMetrics what ends its name, and nothing else', async () => {
    const series = new Map([['', { labels: {}, numbers: [3] }]]);
    const text = await expose([{ name: 'x_total_votes_total', help: 'X.', type: 'counter', series }], openMetrics);
    expect(text).to.equal('# HELP x_total_votes X.\n# TYPE x_total_votes counter\nx_total_votes_total 3\n# EOF\n');
  });
});

describe('what the primary counts', () => {
  it('has the lines that its log lacks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-primary-'));
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const path = join(folder, 'primary');
      new PrimaryMetrics(path).log({ repeated: 5, output: 6 });
      mock.timers.tick(250);
      const { metrics = [], values = new Float64Array() } = readValuesFile(path) ?? {};
      const { start = 0 } = metrics.find(({ name }) => name === 'fightcard_log_lines_suppressed_total') ?? {};
      expect(values.slice(start, start + 2)).to.deep.equal(Float64Array.of(5, 6));
    } finally {
      mock.timers.reset();
      rmSync(folder, { recursive: true });
    }
  });

  it('is shown as set, in seconds, with 0 for what is not known', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-primary-'));
    try {
      const admin = new AdminServer();
      const url = `http://127.0.0.1:${await admin.listen(here)}`;
      const metrics = new PrimaryMetrics(join(folder, 'primary'));
      admin.receive({ kind: 'add', path: join(folder, 'primary') });
      const shown = async () => {
        metrics.workers(2, 3);
        const lines = String((await send(url, 'GET', '/metrics')).body).split('\n');
        return lines
          .filter((line) => !/^$|silence|build_info/.test(line))
          .map((line) => line.replace('fightcard_', ''));
      };
      metrics.redis(true, false);
      metrics.content(7, 1_900_000_000_500);
      metrics.feed(1_900_000_001_500);
      metrics.workerStarted();
      for (let ends = 0; ends < 2; ends++) metrics.workerEnded('replaced');
      for (let ends = 0; ends < 3; ends++) metrics.workerEnded('died');
      expect(await shown()).to.deep.equal([
        '# HELP log_lines_suppressed_total Lines of the log that were not written: another stands for them, or the output took none.',
        '# TYPE log_lines_suppressed_total counter',
        'log_lines_suppressed_total{reason="repeated"} 0',
        'log_lines_suppressed_total{reason="output"} 0',
        '# HELP worker_starts_total Processes that began to answer requests.',
        ...['# TYPE worker_starts_total counter', 'worker_starts_total 1'],
        '# HELP worker_ends_total Workers that ended, by reason.',
        '# TYPE worker_ends_total counter',
        ...['worker_ends_total{reason="replaced"} 2', 'worker_ends_total{reason="died"} 3'],
        '# HELP workers_ready Processes that answer requests now.',
        ...['# TYPE workers_ready gauge', 'workers_ready 2'],
        '# HELP workers_wanted Processes that should answer requests.',
        ...['# TYPE workers_wanted gauge', 'workers_wanted 3'],
        '# HELP redis_up Whether Redis answered the last look, 1 or 0.',
        ...['# TYPE redis_up gauge', 'redis_up 1'],
        '# HELP redis_writable Whether Redis took a write at the last look, 1 or 0.',
        ...['# TYPE redis_writable gauge', 'redis_writable 0'],
        '# HELP content_generation Number of the generation of content served.',
        ...['# TYPE content_generation gauge', 'content_generation 7'],
        '# HELP content_published_timestamp_seconds When the content served was published; 0 while unknown.',
        '# TYPE content_published_timestamp_seconds gauge',
        'content_published_timestamp_seconds 1900000000.5',
        '# HELP feed_on_air Whether the feed of an event is on air, 1 or 0.',
        ...['# TYPE feed_on_air gauge', 'feed_on_air 1'],
        '# HELP feed_changed_timestamp_seconds When the last live update of the event on air was applied; 0 without one.',
        ...['# TYPE feed_changed_timestamp_seconds gauge', 'feed_changed_timestamp_seconds 1900000001.5'],
        '# HELP ready Whether /readyz answers 200, 1 or 0.',
        ...['# TYPE ready gauge', 'ready 0'],
      ]);
      metrics.redis(false, true);
      metrics.content(8, undefined);
      metrics.feed(undefined);
      const values = (await shown()).filter((line) => /^(redis|content|feed)_/.test(line));
      expect(values).to.deep.equal([
        ...['redis_up 0', 'redis_writable 1', 'content_generation 8', 'content_published_timestamp_seconds 0'],
        ...['feed_on_air 0', 'feed_changed_timestamp_seconds 0'],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

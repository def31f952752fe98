import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expose, formatFor } from '../../../server/monitoring/admin/exposition.ts';
import { AdminServer } from '../../../server/monitoring/admin/server.ts';
import { Sources } from '../../../server/monitoring/admin/sources.ts';
import { Layout } from '../../../server/monitoring/layout.ts';
import { PrimaryMetrics } from '../../../server/monitoring/primary-metrics.ts';
import { monotonicSeconds, Recorder } from '../../../server/monitoring/recorder.ts';
import { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { send } from '../../support/http/send.ts';
import { type Metered, openMetered } from '../../support/monitoring/metered.ts';
import { parseExposition, type Sample, sumOf } from '../../support/monitoring/scrape.ts';
import { eventually } from '../../support/run/eventually.ts';

const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

describe('/metrics', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-exported-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const samplesOf = async (sources: Sources) =>
    parseExposition(await expose(sources.read().metrics.values(), textFormat));

  it('is OpenMetrics only when accepted', () => {
    const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
    expect(formatFor('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3')).to.equal(openMetrics);
    for (const accept of [undefined, '', '*/*', 'text/plain', 'application/json']) {
      expect(formatFor(accept), accept).to.equal(textFormat);
    }
  });

  it('has all counters and buckets in each format', async () => {
    const path = join(folder, 'formats');
    const layout = new Layout();
    const votes = layout.counter('x_votes_total', 'Votes.', { kind: ['a', 'b'] });
    const bounds = [0.1, 1];
    const wait = layout.histogram('x_wait_seconds', 'Wait.', bounds);
    const recorder = new Recorder(layout, path);
    recorder.add(votes + 1, 3);
    for (const seconds of [0.1, 0.25, 1, 1.5, 4]) recorder.note(wait, bounds, seconds);
    recorder.close();
    const sources = new Sources();
    sources.add(path);
    const linesIn = async (format: ReturnType<typeof formatFor>) => {
      const text = await expose(sources.read().metrics.values(), format);
      return text.split('\n').filter((line) => line.includes('x_'));
    };
    const values = [
      ...['x_votes_total{kind="a"} 0', 'x_votes_total{kind="b"} 3', '# HELP x_wait_seconds Wait.'],
      ...['# TYPE x_wait_seconds histogram', 'x_wait_seconds_bucket{le="0.1"} 1', 'x_wait_seconds_bucket{le="1"} 3'],
      ...['x_wait_seconds_bucket{le="+Inf"} 5', 'x_wait_seconds_sum 6.85', 'x_wait_seconds_count 5'],
    ];
    expect(await linesIn(textFormat)).to.deep.equal([
      ...['# HELP x_votes_total Votes.', '# TYPE x_votes_total counter'],
      ...values,
    ]);
    expect(await linesIn('application/openmetrics-text; version=1.0.0; charset=utf-8')).to.deep.equal([
      ...['# HELP x_votes Votes.', '# TYPE x_votes counter'],
      ...values,
    ]);
  });

  it('ignores a histogram with other bounds', async () => {
    const sources = new Sources();
    for (const [name, bounds] of Object.entries({ older: [0.1, 1], newer: [0.2, 2] })) {
      const path = join(folder, name);
      const layout = new Layout();
      const wait = layout.histogram('x_wait_seconds', 'Wait.', bounds);
      const recorder = new Recorder(layout, path);
      recorder.note(wait, bounds, 0.05);
      recorder.close();
      sources.add(path);
    }
    const samples = (await samplesOf(sources)).filter(({ name }) => name === 'x_wait_seconds_bucket');
    expect(samples.map(({ labels, value }) => `${labels.le}: ${value}`)).to.deep.equal(['0.1: 1', '1: 1', '+Inf: 1']);
  });

  describe('of a process', () => {
    let metered: Metered;
    beforeEach(() => {
      metered = openMetered();
    });
    afterEach(() => metered.close());

    const shownOf = (samples: Sample[]) => (name: string, labels?: Record<string, string>) =>
      sumOf(samples, `fightcard_${name}`, labels);

    it('has its gauges and batches', async () => {
      const { metrics } = metered;
      metrics.turn(30);
      metrics.turn(-1);
      metrics.batch('votes', 4);
      metrics.batch('scores', 3);
      const gauges = { bytes: 11, replies: 12, running: 13, waiting: 14, limit: 15, readers: 16, queues: true };
      metrics.sample(() => gauges);
      await eventually(async () => sumOf(await metered.read(), 'fightcard_cache_bytes') === 11, 'a beat');
      const shown = shownOf(await metered.read());
      expect(shown('cache_replies')).to.equal(12);
      expect(shown('cache_loads_in_progress', { state: 'running' })).to.equal(13);
      expect(shown('cache_loads_in_progress', { state: 'waiting' })).to.equal(14);
      expect(shown('cache_loads_limit')).to.equal(15);
      expect(shown('stream_readers')).to.equal(16);
      expect(shown('overload_queueing')).to.equal(1);
      expect(shown('event_loop_delay_seconds_sum')).to.equal(0.03);
      expect(shown('event_loop_delay_seconds_count')).to.equal(2);
      expect(shown('ballot_batch_size_ballots_count', { kind: 'votes' })).to.equal(1);
      expect(shown('ballot_batch_size_ballots_sum', { kind: 'votes' })).to.equal(4);
      expect(shown('ballot_batch_size_ballots_sum', { kind: 'scores' })).to.equal(3);
    });

    it('has the duration of requests', async () => {
      metered.metrics.answered(undefined, 200, performance.now() - 250);
      const shown = shownOf(await metered.read());
      expect(shown('request_duration_seconds_count', { operation: 'none' })).to.equal(1);
      expect(shown('request_duration_seconds_sum', { operation: 'none' })).to.be.within(0.25, 60);
    });

    it('has votes and scorecards by verdict', async () => {
      const codes = [1, 2, 3, 4, -2, -3, -4, -5, 'not_counted', 'unknown'] as const;
      for (const [index, code] of codes.entries()) {
        for (let count = 0; count <= index; count++) metered.metrics.ballot('votes', code);
        for (let count = 0; count <= index + 20; count++) metered.metrics.ballot('scores', code);
      }
      const shown = shownOf(await metered.read());
      for (const [index, verdict] of [
        ...['created', 'moved', 'same', 'overtaken', 'not_opened', 'closed', 'limited', 'broken'],
        ...['not_counted', 'unknown'],
      ].entries()) {
        expect(shown('ballots_total', { kind: 'votes', verdict }), verdict).to.equal(index + 1);
        expect(shown('ballots_total', { kind: 'scores', verdict }), verdict).to.equal(index + 21);
      }
    });
  });

  it('keeps only the counters of an ended process', async () => {
    const path = join(folder, 'ended');
    const metrics = new RequestMetrics(path);
    const sources = new Sources();
    sources.add(path);
    metrics.batch('votes', 7);
    metrics.close();
    sources.end(path);
    const kept = await samplesOf(sources);
    expect(sumOf(kept, 'fightcard_ballot_batch_size_ballots_sum')).to.equal(7);
    expect(kept.some(({ name }) => name === 'fightcard_cache_bytes')).to.equal(false);
  });

  it('has timestamps in seconds, and 0 without a feed', async () => {
    const path = join(folder, 'primary');
    const metrics = new PrimaryMetrics(path);
    const sources = new Sources();
    sources.add(path);
    const shown = async () => {
      // Writes all that was set.
      metrics.workers(2, 3);
      const samples = await samplesOf(sources);
      return (name: string) => sumOf(samples, `fightcard_${name}`);
    };
    metrics.redis(true, false);
    metrics.content(7, 1_900_000_000_500);
    metrics.feed(1_900_000_001_500);
    let value = await shown();
    expect([value('workers_ready'), value('workers_wanted')]).to.deep.equal([2, 3]);
    expect([value('redis_up'), value('redis_writable')]).to.deep.equal([1, 0]);
    expect([value('content_generation'), value('content_published_timestamp_seconds')]).to.deep.equal([
      7, 1_900_000_000.5,
    ]);
    expect([value('feed_on_air'), value('feed_changed_timestamp_seconds')]).to.deep.equal([1, 1_900_000_001.5]);
    metrics.feed(undefined);
    metrics.content(8, undefined);
    metrics.redis(false, true);
    value = await shown();
    expect([value('feed_on_air'), value('feed_changed_timestamp_seconds')]).to.deep.equal([0, 0]);
    expect([value('content_generation'), value('content_published_timestamp_seconds')]).to.deep.equal([8, 0]);
    expect([value('redis_up'), value('redis_writable')]).to.deep.equal([0, 1]);
  });

  it('reports the longest silence of an event loop', async () => {
    const admin = new AdminServer();
    const url = `http://127.0.0.1:${await admin.listen({ host: '127.0.0.1', port: 0 })}`;
    const layout = new Layout();
    for (const [name, silentSeconds] of [
      ['slow', 100],
      ['quick', 0],
    ] as const) {
      const path = join(folder, name);
      const recorder = new Recorder(layout, path);
      recorder.values[layout.beat] = monotonicSeconds() - silentSeconds;
      recorder.close();
      admin.receive({ kind: 'add', path });
    }
    const samples = parseExposition(String((await send(url, 'GET', '/metrics')).body));
    expect(sumOf(samples, 'fightcard_event_loop_silence_seconds')).to.be.within(100, 200);
    const { status, body } = await send(url, 'GET', '/livez');
    expect(`${status} ${body}`).to.match(/^503 1 of 2 event loops stand still: process \d+ for 1\d\d s\n$/);
  });

  it('and the probes allow GET and HEAD, uncached', async () => {
    const admin = new AdminServer();
    const url = `http://127.0.0.1:${await admin.listen({ host: '127.0.0.1', port: 0 })}`;
    expect((await send(url, 'GET', '/elsewhere')).status).to.equal(404);
    expect((await send(url, 'GET', '/livez?from=a/metrics')).status).to.equal(200);
    for (const path of ['/livez', '/readyz', '/metrics', '/elsewhere']) {
      const [whole, head, post] = await Promise.all(['GET', 'HEAD', 'POST'].map((method) => send(url, method, path)));
      expect([head?.status, head?.body.length], path).to.deep.equal([whole?.status, 0]);
      expect(head?.headers['content-length']).to.equal(String(whole?.body.length));
      expect([post?.status, post?.headers.allow], path).to.deep.equal([405, 'GET, HEAD']);
      for (const answer of [whole, head, post]) {
        expect(answer?.headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      }
    }
    admin.receive({ kind: 'state', state: 'serving' });
    const { status, body } = await send(url, 'GET', '/readyz');
    expect([status, String(body)]).to.deep.equal([503, 'no worker is ready\n']);
  });
});

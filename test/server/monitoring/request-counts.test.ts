import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { type Operation, operations } from '../../../contracts/operations.ts';
import type { ProblemKey } from '../../../contracts/problems.ts';
import { version } from '../../../contracts/version.ts';
import { Sources } from '../../../server/monitoring/admin/sources.ts';
import { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import type * as ResidentBytes from '../../../server/monitoring/resident-bytes.ts';
import { expectedBounds, expectedMetrics } from '../../support/expected/metrics.ts';
import { problems } from '../../support/expected/problems.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { importWith } from '../../support/run/import-with.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;
const unknown = {} as Operation;
/** What a machine says differently each time. */
const isFigure = (name: string) => /resident_memory|event_loop_beat|build_info/.test(name);

describe('what a process counts of its requests', () => {
  let folder: string;
  let metrics: RequestMetrics;
  let sources: Sources;
  let count = 0;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-requests-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    const path = join(folder, String(++count));
    metrics = new RequestMetrics(path);
    sources = new Sources();
    sources.add(path);
  });
  afterEach(() => {
    metrics.close();
    mock.reset();
  });

  /** All that is not 0: a line for each series, a histogram with the counts of its buckets by their bounds, and its sum. */
  async function counted(): Promise<string[]> {
    await new Promise(setImmediate);
    return [...sources.read().metrics.values()].flatMap(({ name, bounds, series }) =>
      [...series.values()].flatMap(({ labels, numbers }) => {
        if (isFigure(name) || numbers.every((number) => number === 0)) return [];
        const places = bounds ? [...bounds, 'more', 'sum'].map((bound) => `${bound}: `) : [''];
        return [
          name.replace(/^fightcard_/, ''),
          ...Object.entries(labels).map(([label, value]) => `${label}=${value}`),
          ...numbers.flatMap((number, place) => (number === 0 ? [] : `${places[place]}${number}`)),
        ].join(' ');
      }),
    );
  }

  it('has one series for each value of each label, in this order, and buckets with these bounds', () => {
    const described = [...sources.read().metrics.values()].map(({ name, labels, bounds }) => [
      name.replace(/^fightcard_/, ''),
      ...Object.entries(labels).map(([label, values]) => `${label}: ${values.join(' ')}`),
      ...(bounds ? [`${bounds.join(' ')} +Inf`] : []),
    ]);
    const ids = expectedOperations.map(({ id }) => id).join(' ');
    const kinds = 'kind: votes scores';
    const connections = 'connection: reads writes ballots bulk';
    const boundsOf = (name: string) => expectedBounds[`fightcard_${name}`];
    expect(described).to.deep.equal([
      ['build_info', `version: ${version}`],
      ['log_lines_suppressed_total', 'reason: repeated output'],
      ['requests_total', `operation: ${ids} none`, 'status: 2xx 3xx 4xx 5xx aborted'],
      ['request_duration_seconds', `operation: ${ids} none`, boundsOf('request_duration_seconds')],
      ['requests_in_flight'],
      ['problems_total', `problem: ${Object.keys(problems).join(' ')}`],
      [
        'requests_shed_total',
        'reason: overload loads ballots streams streams_of_address rate_reads rate_writes rate_misses new_clients client_changes',
      ],
      ['contract_misfit_total', `operation: ${ids}`],
      ['event_loop_delay_seconds', boundsOf('event_loop_delay_seconds')],
      ['overload_queueing'],
      ['cache_lookups_total', 'result: hit stale miss'],
      ['cache_loads_total', 'result: ok failed'],
      ...[
        ['cache_bytes'],
        ['cache_replies'],
        ['cache_loads_in_progress', 'state: running waiting'],
        ['cache_loads_limit'],
      ],
      [
        'ballots_total',
        kinds,
        'verdict: created moved same overtaken not_opened closed limited broken not_counted unknown',
      ],
      ['ballot_batch_size_ballots', kinds, boundsOf('ballot_batch_size_ballots')],
      ['redis_commands_total', connections, 'result: ok timeout refused failed'],
      ['redis_command_duration_seconds', connections, boundsOf('redis_command_duration_seconds')],
      ['redis_reconnects_total', connections],
      ...[['redis_away'], ['stream_readers'], ['stream_events_total'], ['stream_slow_readers_cut_total']],
      ['request_processes_resident_memory_bytes'],
    ]);
  });

  it('says of each metric what dashboards are written with', () => {
    const said = [...sources.read().metrics.values()].map(({ name, type, help }) => [name, type, help]);
    const isOfServer = ([name]: readonly string[]) =>
      /_workers?_|_redis_(up|writable)|_content_|_feed_|_silence_|_ready$/.test(name ?? '');
    expect(said).to.deep.equal(expectedMetrics.filter((metric) => !isOfServer(metric)));
  });

  it('is written for the last time when the process exits, unless it was closed', () => {
    const before = process.listeners('exit').length;
    new RequestMetrics(join(folder, 'closed')).close();
    expect(process.listeners('exit')).to.have.length(before);
  });

  it('has each answered request by its operation and the class of its status, and its time', async () => {
    mock.method(performance, 'now', () => 9_000);
    metrics.answered(operation('v3.root'), 200, 8_999.75);
    metrics.answered(operation('v3.events'), 204, 8_996);
    metrics.answered(operation('v3.events'), 304, 8_500);
    metrics.answered(operation('v1.alerts'), 404, 3_999);
    metrics.answered(undefined, 400, 4_000);
    metrics.answered(unknown, 503, 7_000);
    expect(await counted()).to.deep.equal([
      'requests_total operation=v3.root status=2xx 1',
      'requests_total operation=v3.events status=2xx 1',
      'requests_total operation=v3.events status=3xx 1',
      'requests_total operation=v1.alerts status=4xx 1',
      'requests_total operation=none status=4xx 1',
      'requests_total operation=none status=5xx 1',
      'request_duration_seconds operation=v3.root 0.00025: 1 sum: 0.00025',
      'request_duration_seconds operation=v3.events 0.005: 1 0.5: 1 sum: 0.504',
      'request_duration_seconds operation=v1.alerts more: 1 sum: 5.001',
      'request_duration_seconds operation=none 2.5: 1 5: 1 sum: 7',
    ]);
  });

  it('has a request in flight until its response ends, and as aborted one that does not', async () => {
    mock.method(performance, 'now', () => 9_000);
    const begun = (statusCode: number, of: Operation | undefined) => {
      const res = Object.assign(new EventEmitter(), { statusCode, writableFinished: false });
      metrics.begin(res as unknown as ServerResponse, 8_000, () => of);
      return res;
    };
    const [events, none, cut, lost, stream] = [
      begun(200, operation('v3.events')),
      begun(404, undefined),
      begun(200, operation('v1.alerts')),
      begun(200, undefined),
      begun(200, operation('v3.fight_votes')),
    ] as const;
    expect(await counted()).to.deep.equal(['requests_in_flight 5']);
    metrics.streamOpened(stream as unknown as ServerResponse, operation('v3.fight_votes'));
    for (const res of [events, none, stream]) res.writableFinished = true;
    const all = [
      'requests_total operation=v3.fight_votes status=2xx 1',
      'requests_total operation=v3.events status=2xx 1',
      'requests_total operation=none status=4xx 1',
      'requests_total operation=v1.alerts status=aborted 1',
      'requests_total operation=none status=aborted 1',
    ];
    expect(await counted()).to.deep.equal([all[0], 'requests_in_flight 4']);
    for (const res of [events, none, cut, lost, stream]) res.emit('close');
    expect(await counted()).to.have.members([
      ...all,
      ...['v3.events', 'none'].map((of) => `request_duration_seconds operation=${of} 1: 1 sum: 1`),
    ]);
    metrics.streamOpened({} as ServerResponse, unknown);
    expect(await counted()).to.include('requests_total operation=none status=2xx 1');
  });

  it('has each other count by its label', async () => {
    const times = (count: number, act: (one: RequestMetrics) => void) => {
      for (let nth = 0; nth < count; nth++) act(metrics);
    };
    times(1, (one) => one.cacheLookup('hit'));
    times(2, (one) => one.cacheLookup('stale'));
    times(3, (one) => one.cacheLookup('miss'));
    times(4, (one) => one.cacheLoad(true));
    times(5, (one) => one.cacheLoad(false));
    const problemKeys = Object.keys(problems) as ProblemKey[];
    for (const [nth, key] of problemKeys.entries()) times(nth + 1, (one) => one.problem(key));
    times(6, (one) => one.shed('overload'));
    times(7, (one) => one.shed('client_changes'));
    times(8, (one) => one.misfit(operation('v1.alerts')));
    times(9, (one) => one.misfit(unknown));
    times(10, (one) => one.streamEvent());
    times(11, (one) => one.streamCut());
    times(12, (one) => one.redisReconnect('reads'));
    times(13, (one) => one.redisReconnect('bulk'));
    times(14, (one) => one.ballot('scores', 99));
    expect(await counted()).to.deep.equal([
      ...problemKeys.map((key, nth) => `problems_total problem=${key} ${nth + 1}`),
      ...['requests_shed_total reason=overload 6', 'requests_shed_total reason=client_changes 7'],
      ...['contract_misfit_total operation=v3.root 9', 'contract_misfit_total operation=v1.alerts 8'],
      ...['hit 1', 'stale 2', 'miss 3'].map((result) => `cache_lookups_total result=${result}`),
      ...['cache_loads_total result=ok 4', 'cache_loads_total result=failed 5'],
      'ballots_total kind=scores verdict=broken 14',
      ...['redis_reconnects_total connection=reads 12', 'redis_reconnects_total connection=bulk 13'],
      ...['stream_events_total 10', 'stream_slow_readers_cut_total 11'],
    ]);
  });

  it('has Redis commands by connection and result, batches by kind, and late turns, each with its bucket', async () => {
    metrics.redisCommand('reads', 'ok', 0.25);
    metrics.redisCommand('writes', 'timeout', 5_001);
    metrics.redisCommand('ballots', 'refused', 6);
    metrics.redisCommand('bulk', 'failed', 0);
    metrics.batch('votes', 128);
    metrics.batch('scores', 129);
    metrics.turn(-7);
    metrics.turn(250);
    expect(await counted()).to.deep.equal([
      'event_loop_delay_seconds 0.001: 1 0.25: 1 sum: 0.25',
      'ballot_batch_size_ballots kind=votes 128: 1 sum: 128',
      'ballot_batch_size_ballots kind=scores more: 1 sum: 129',
      'redis_commands_total connection=reads result=ok 1',
      'redis_commands_total connection=writes result=timeout 1',
      'redis_commands_total connection=ballots result=refused 1',
      'redis_commands_total connection=bulk result=failed 1',
      'redis_command_duration_seconds connection=reads 0.00025: 1 sum: 0.00025',
      'redis_command_duration_seconds connection=writes more: 1 sum: 5.001',
      'redis_command_duration_seconds connection=ballots 0.01: 1 sum: 0.006',
      'redis_command_duration_seconds connection=bulk 0.00025: 1',
    ]);
  });

  it('has its gauges as of each beat, which is every 250 ms, with the memory and the lines that its log lacks', async () => {
    const gauges = { bytes: 11, replies: 12, running: 13, waiting: 14, limit: 15, readers: 16, queues: true };
    metrics.invalidatable.setAway(false);
    metrics.sample(() => gauges);
    metrics.log({ repeated: 17, output: 18 });
    const memoryUsed = mock.method(process.memoryUsage, 'rss', () => 19);
    mock.timers.tick(249);
    expect(await counted()).to.deep.equal([]);
    mock.timers.tick(1);
    const all = [
      ...['log_lines_suppressed_total reason=repeated 17', 'log_lines_suppressed_total reason=output 18'],
      ...['overload_queueing 1', 'cache_bytes 11', 'cache_replies 12'],
      ...['cache_loads_in_progress state=running 13', 'cache_loads_in_progress state=waiting 14'],
      ...['cache_loads_limit 15', 'stream_readers 16'],
    ];
    expect(await counted()).to.deep.equal(all);
    const memory = () =>
      sources.read().metrics.get('fightcard_request_processes_resident_memory_bytes')?.series.get('{}')?.numbers;
    expect(memory()).to.deep.equal([19]);
    memoryUsed.mock.mockImplementation(() => {
      throw new Error('no file descriptor is left');
    });
    gauges.queues = false;
    mock.timers.tick(250);
    expect(await counted()).to.deep.equal(all.filter((line) => !line.startsWith('overload')));
    expect(memory(), 'as it was').to.deep.equal([19]);
  });

  it('has no memory before it could be read for the first time', async () => {
    const path = '../../../server/monitoring/resident-bytes.ts';
    const { residentBytes, restore } = await importWith<typeof ResidentBytes>(path, import.meta.url, {});
    restore();
    const memoryUsed = mock.method(process.memoryUsage, 'rss', () => {
      throw new Error('no file descriptor is left');
    });
    expect(residentBytes()).to.equal(0);
    memoryUsed.mock.mockImplementation(() => 19);
    expect(residentBytes()).to.equal(19);
  });

  it('says that Redis is away while the connection is lost, the announcements are late, or both', async () => {
    const { invalidatable } = metrics;
    const isAway = async () => {
      mock.timers.tick(250);
      return (await counted()).includes('redis_away 1');
    };
    expect(invalidatable.invalidate()).to.equal(undefined);
    const seen: boolean[] = [];
    for (const act of [
      () => invalidatable.setConnected(true),
      () => invalidatable.setConnected(false),
      () => invalidatable.setAway(true),
      () => invalidatable.setConnected(true),
      () => invalidatable.setAway(false),
    ]) {
      act();
      seen.push(await isAway());
    }
    expect(seen).to.deep.equal([false, true, true, true, false]);
  });
});

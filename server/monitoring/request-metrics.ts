import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type ProblemKey, problems } from '../../contracts/problems.ts';
import { increase, MetricSet, residentBytes } from './registry.ts';

/** The last id is for requests without an operation: unknown routes, pages, OPTIONS, and refused framing. */
const operationIds = [...operations.map(({ id }) => id), 'none'];
const noOperation = operations.length;
const placeOf = new Map<Operation | undefined, number>(operations.map((operation, place) => [operation, place]));
const statuses = ['2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
const aborted = statuses.indexOf('aborted');

const lookups = ['hit', 'stale', 'miss'] as const;
export const shedReasons = [
  'overload',
  'loads',
  'ballots',
  'streams',
  'streams_of_address',
  'rate_reads',
  'rate_writes',
  'rate_misses',
  'new_clients',
  'client_changes',
] as const;
export type ShedReason = (typeof shedReasons)[number];
const ballotKinds = ['votes', 'scores'] as const;
export type BallotKind = (typeof ballotKinds)[number];
/** By the code of `castBallots-many.lua`; the last two are failures of the store. */
const verdictOfCode = new Map([
  [1, 'created'],
  [2, 'moved'],
  [3, 'same'],
  [4, 'overtaken'],
  [-2, 'not_opened'],
  [-3, 'closed'],
  [-4, 'limited'],
  [-5, 'broken'],
]);
export const redisConnections = ['reads', 'writes', 'ballots', 'bulk'] as const;
export type RedisConnection = (typeof redisConnections)[number];
/** `refused` are error replies; `failed` had no connection, or lost it. */
const redisResults = ['ok', 'timeout', 'refused', 'failed'] as const;
export type RedisResult = (typeof redisResults)[number];

export interface ProcessGauges {
  bytes: number;
  replies: number;
  /** Loads in progress, and loads that wait. */
  running: number;
  waiting: number;
  /** Maximum of `running`. */
  limit: number;
  readers: number;
  /** Whether requests wait because of overload. */
  queues: boolean;
}

export class RequestMetrics extends MetricSet {
  readonly #requests = this.counts(
    'fightcard_requests_total',
    'Requests answered, by operation and class of the status.',
    { operation: operationIds, status: statuses },
  );
  readonly #durations = this.histogram(
    'fightcard_request_duration_seconds',
    'Time from the headers of a request to the end of its reply, or to the start of a stream.',
    // A cached reply takes about 20 µs; clients give up before 10 s.
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    { operation: operationIds },
  );
  readonly #lookups = this.counts('fightcard_cache_lookups_total', 'Cacheable requests, by how they were answered.', {
    result: lookups,
  });
  readonly #problems = this.counter('fightcard_problems_total', 'Replies with problem details, by problem.', {
    problem: Object.keys(problems),
  });
  readonly #shed = this.counter('fightcard_requests_shed_total', 'Requests refused to protect the server, by reason.', {
    reason: shedReasons,
  });
  readonly #misfits = this.counter('fightcard_contract_misfit_total', 'Replies that did not fit their contract.', {
    operation: operations.map(({ id }) => id),
  });
  readonly #loopDelay = this.histogram(
    'fightcard_event_loop_delay_seconds',
    'How late turns of the event loop were, looked at every 10 ms.',
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  readonly #loads = this.counter('fightcard_cache_loads_total', 'Replies loaded from the store, by result.', {
    result: ['ok', 'failed'],
  });
  readonly #ballots = this.counter('fightcard_ballots_total', 'Votes and scorecards, by verdict.', {
    kind: ballotKinds,
    verdict: [...verdictOfCode.values(), 'not_counted', 'unknown'],
  });
  readonly #batches = this.histogram(
    'fightcard_ballot_batch_size_ballots',
    'Votes or scorecards that travelled to Redis together.',
    [1, 2, 4, 8, 16, 32, 64, 128],
    { kind: ballotKinds },
  );
  readonly #redisCommands = this.counter(
    'fightcard_redis_commands_total',
    'Redis commands, by connection and result.',
    { connection: redisConnections, result: redisResults },
  );
  readonly #redisDurations = this.histogram(
    'fightcard_redis_command_duration_seconds',
    'Time from sending a Redis command to its reply, error or timeout.',
    [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    { connection: redisConnections },
  );
  readonly #redisReconnects = this.counter(
    'fightcard_redis_reconnects_total',
    'Redis connections that were made again.',
    { connection: redisConnections },
  );
  readonly #streamEvents = this.counter('fightcard_stream_events_total', 'Events sent to stream readers.');
  readonly #streamCuts = this.counter('fightcard_stream_slow_readers_cut_total', 'Slow stream readers disconnected.');
  /** Responses that have become streams. */
  readonly #streams = new WeakSet<ServerResponse>();
  #inFlight = 0;
  #isDisconnected = false;
  #isLate = false;

  constructor(registry: Registry) {
    super(registry);
    this.gauge(
      'fightcard_requests_in_flight',
      'Requests that are being answered, without streams.',
      () => this.#inFlight,
    );
    this.gauge('fightcard_redis_away', 'Processes whose subscription to Redis is lost or late.', () =>
      this.#isDisconnected || this.#isLate ? 1 : 0,
    );
    this.gauge('fightcard_request_processes_resident_memory_bytes', 'Memory of the request processes.', residentBytes);
  }

  sample(read: () => ProcessGauges): void {
    this.gauge('fightcard_overload_queueing', 'Processes that let requests wait because of overload.', () =>
      read().queues ? 1 : 0,
    );
    this.gauge('fightcard_cache_bytes', 'Estimated bytes of cached replies.', () => read().bytes);
    this.gauge('fightcard_cache_replies', 'Cached replies, without those of unknown ids.', () => read().replies);
    this.gauge(
      'fightcard_cache_loads_in_progress',
      'Replies in the making, by state.',
      () => [read().running, read().waiting],
      { state: ['running', 'waiting'] },
    );
    this.gauge(
      'fightcard_cache_loads_limit',
      'Replies that may be in the making at once; it falls when they take too long.',
      () => read().limit,
    );
    this.gauge('fightcard_stream_readers', 'Open Server-Sent Event streams.', () => read().readers);
  }

  answered(of: Operation | undefined, status: number, startMs: number): void {
    const place = placeOf.get(of) ?? noOperation;
    increase(this.#requests, place * statuses.length + Math.floor(status / 100) - 2);
    this.#durations.add((performance.now() - startMs) / 1_000, place);
  }

  /** Counts a request when its response ends; `find` then returns its operation. */
  begin(res: ServerResponse, startMs: number, find: () => Operation | undefined): void {
    this.#inFlight++;
    res.on('close', () => {
      if (this.#streams.has(res)) return;
      this.#inFlight--;
      if (res.writableFinished) this.answered(find(), res.statusCode, startMs);
      else increase(this.#requests, (placeOf.get(find()) ?? noOperation) * statuses.length + aborted);
    });
  }

  /** A response has become a stream: it counts as answered. */
  streamOpened(res: ServerResponse, of: Operation): void {
    this.#streams.add(res);
    this.#inFlight--;
    increase(this.#requests, (placeOf.get(of) ?? noOperation) * statuses.length);
  }

  cacheLookup(result: (typeof lookups)[number]): void {
    increase(this.#lookups, lookups.indexOf(result));
  }

  cacheLoad(isOk: boolean): void {
    this.#loads.inc({ result: isOk ? 'ok' : 'failed' });
  }

  problem(problem: ProblemKey): void {
    this.#problems.inc({ problem });
  }

  shed(reason: ShedReason): void {
    this.#shed.inc({ reason });
  }

  misfit({ id }: Operation): void {
    this.#misfits.inc({ operation: id });
  }

  turn(lateMs: number): void {
    this.#loopDelay.add(Math.max(0, lateMs) / 1_000);
  }

  /** @param code of the script, or how the store failed. */
  ballot(kind: BallotKind, code: number | 'not_counted' | 'unknown'): void {
    this.#ballots.inc({ kind, verdict: typeof code === 'number' ? (verdictOfCode.get(code) ?? 'broken') : code });
  }

  batch(kind: BallotKind, size: number): void {
    this.#batches.add(size, ballotKinds.indexOf(kind));
  }

  redisCommand(connection: RedisConnection, result: RedisResult, ms: number): void {
    this.#redisCommands.inc({ connection, result });
    this.#redisDurations.add(ms / 1_000, redisConnections.indexOf(connection));
  }

  redisReconnect(connection: RedisConnection): void {
    this.#redisReconnects.inc({ connection });
  }

  /** Like a cache, learns whether changes are announced. */
  readonly invalidatable = {
    invalidate: () => undefined,
    setConnected: (isConnected: boolean) => {
      this.#isDisconnected = !isConnected;
    },
    setUnreachable: (isUnreachable: boolean) => {
      this.#isLate = isUnreachable;
    },
  };

  streamEvent(): void {
    this.#streamEvents.inc();
  }

  streamCut(): void {
    this.#streamCuts.inc();
  }
}

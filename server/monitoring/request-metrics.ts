import type { ServerResponse } from 'node:http';
import { type Operation, operations } from '../../contracts/operations.ts';
import { type ProblemKey, problems } from '../../contracts/problems.ts';
import { Layout } from './layout.ts';
import { Recorder, type UnwrittenLines } from './recorder.ts';
import { residentBytes } from './resident-bytes.ts';

/** Requests that reached no operation: unknown routes, pages, OPTIONS, and those refused before their route was read. */
const noOperation = 'none';
const operationIds = [...operations.map(({ id }) => id), noOperation];
const placeOf = new Map<Operation | undefined, number>(operations.map((operation, place) => [operation, place]));
const statuses = ['2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
const aborted = statuses.indexOf('aborted');

/** Seconds: a cached reply takes some 20 µs, and nothing is worth waiting 10 s for. */
const latencyBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const delayBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const redisBounds = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128];

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
const verdicts = [...verdictOfCode.values(), 'not_counted', 'unknown'];
export const redisConnections = ['reads', 'writes', 'ballots', 'bulk'] as const;
export type RedisConnection = (typeof redisConnections)[number];
/** `refused` are error replies; `failed` had no connection, or lost it. */
const redisResults = ['ok', 'timeout', 'refused', 'failed'] as const;
export type RedisResult = (typeof redisResults)[number];
const problemKeys = Object.keys(problems) as ProblemKey[];

const layout = new Layout();
const operation = operationIds;
const requests = layout.counter(
  'fightcard_requests_total',
  'Requests answered, by operation and class of the status.',
  {
    operation,
    status: statuses,
  },
);
const durations = layout.histogram(
  'fightcard_request_duration_seconds',
  'Time from the headers of a request to the end of its reply, or to the start of a stream.',
  latencyBounds,
  { operation },
);
const inFlight = layout.gauge('fightcard_requests_in_flight', 'Requests that are being answered, without streams.');
const problemCount = layout.counter('fightcard_problems_total', 'Replies with problem details, by problem.', {
  problem: problemKeys,
});
const shed = layout.counter('fightcard_requests_shed_total', 'Requests refused to protect the server, by reason.', {
  reason: shedReasons,
});
const misfits = layout.counter('fightcard_contract_misfit_total', 'Replies that did not fit their contract.', {
  operation: operations.map(({ id }) => id),
});
const loopDelay = layout.histogram(
  'fightcard_event_loop_delay_seconds',
  'How late turns of the event loop were, looked at every 10 ms.',
  delayBounds,
);
const queued = layout.gauge('fightcard_overload_queueing', 'Processes that let requests wait because of overload.');
const cacheLookups = layout.counter('fightcard_cache_lookups_total', 'Cacheable requests, by how they were answered.', {
  result: lookups,
});
const loads = layout.counter('fightcard_cache_loads_total', 'Replies loaded from the store, by result.', {
  result: ['ok', 'failed'],
});
const cacheBytes = layout.gauge('fightcard_cache_bytes', 'Estimated bytes of cached replies.');
const cacheReplies = layout.gauge('fightcard_cache_replies', 'Cached replies, without those of unknown ids.');
const loading = layout.gauge('fightcard_cache_loads_in_progress', 'Replies in the making, by state.', {
  state: ['running', 'waiting'],
});
const loadLimit = layout.gauge(
  'fightcard_cache_loads_limit',
  'Replies that may be in the making at once; it falls when they take too long.',
);
const ballots = layout.counter('fightcard_ballots_total', 'Votes and scorecards, by verdict.', {
  kind: ballotKinds,
  verdict: verdicts,
});
const batches = layout.histogram(
  'fightcard_ballot_batch_size_ballots',
  'Votes or scorecards that travelled to Redis together.',
  batchBounds,
  { kind: ballotKinds },
);
const redisCommands = layout.counter('fightcard_redis_commands_total', 'Redis commands, by connection and result.', {
  connection: redisConnections,
  result: redisResults,
});
const redisDurations = layout.histogram(
  'fightcard_redis_command_duration_seconds',
  'Time from sending a Redis command to its reply, error or timeout.',
  redisBounds,
  { connection: redisConnections },
);
const redisReconnects = layout.counter('fightcard_redis_reconnects_total', 'Redis connections that were made again.', {
  connection: redisConnections,
});
const redisAway = layout.gauge('fightcard_redis_away', 'Processes whose subscription to Redis is lost or late.');
const streamReaders = layout.gauge('fightcard_stream_readers', 'Open Server-Sent Event streams.');
const streamEvents = layout.counter('fightcard_stream_events_total', 'Events sent to stream readers.');
const streamCuts = layout.counter('fightcard_stream_slow_readers_cut_total', 'Slow stream readers disconnected.');
const memory = layout.gauge('fightcard_request_processes_resident_memory_bytes', 'Memory of the request processes.');

/** Gauges of a process that are read when it beats. */
export interface ProcessGauges {
  /** Of cached replies, estimated. */
  bytes: number;
  /** Cached. */
  replies: number;
  /** Replies that are being loaded, and that wait to be. */
  running: number;
  waiting: number;
  /** Loads that may be in progress at once. */
  limit: number;
  /** Open streams. */
  readers: number;
  /** Whether requests wait because of overload. */
  queues: boolean;
}

/** What a process that answers requests counts. Every method is cheap enough for every request. */
export class RequestMetrics {
  readonly #recorder: Recorder;
  /** Responses that have become streams, and are counted. */
  readonly #streams = new WeakSet<ServerResponse>();
  #isDisconnected = false;
  #isLate = false;

  /** @param path the file for the numbers of this process. */
  constructor(path: string) {
    this.#recorder = new Recorder(layout, path);
    this.#recorder.sample(() => this.#recorder.set(memory, residentBytes()));
  }

  /** @param unwritten of the log of this process, as it counts them; not where the primary is the same process. */
  log(unwritten: UnwrittenLines): void {
    this.#recorder.sampleLog(unwritten);
  }

  /** Counts a request that was answered at once, by the status of its response. */
  answered(of: Operation | undefined, status: number, startMs: number): void {
    const place = placeOf.get(of) ?? operations.length;
    this.#recorder.add(requests + place * statuses.length + Math.floor(status / 100) - 2);
    const start = durations + place * (latencyBounds.length + 2);
    this.#recorder.observe(start, latencyBounds, (performance.now() - startMs) / 1_000);
  }

  /** Counts a request when its response ends. @param find called then, for its operation. */
  begin(res: ServerResponse, startMs: number, find: () => Operation | undefined): void {
    this.#recorder.add(inFlight);
    res.on('close', () => {
      if (this.#streams.has(res)) return;
      this.#recorder.add(inFlight, -1);
      if (res.writableFinished) this.answered(find(), res.statusCode, startMs);
      else this.#recorder.add(requests + (placeOf.get(find()) ?? operations.length) * statuses.length + aborted);
    });
  }

  /** A response has become a stream: it counts as answered. */
  streamOpened(res: ServerResponse, of: Operation): void {
    this.#streams.add(res);
    this.#recorder.add(inFlight, -1);
    this.#recorder.add(requests + (placeOf.get(of) ?? operations.length) * statuses.length);
  }

  cacheLookup(result: (typeof lookups)[number]): void {
    this.#recorder.add(cacheLookups + lookups.indexOf(result));
  }

  cacheLoad(isOk: boolean): void {
    this.#recorder.add(loads + (isOk ? 0 : 1));
  }

  problem(key: ProblemKey): void {
    this.#recorder.add(problemCount + problemKeys.indexOf(key));
  }

  shed(reason: ShedReason): void {
    this.#recorder.add(shed + shedReasons.indexOf(reason));
  }

  misfit(of: Operation): void {
    this.#recorder.add(misfits + (placeOf.get(of) ?? 0));
  }

  /** @param lateMs how much later than planned a turn of the event loop was. */
  turn(lateMs: number): void {
    this.#recorder.note(loopDelay, delayBounds, Math.max(0, lateMs) / 1_000);
  }

  /** @param code of the script, or how the store failed. */
  ballot(kind: BallotKind, code: number | 'not_counted' | 'unknown'): void {
    const verdict = typeof code === 'number' ? (verdictOfCode.get(code) ?? 'broken') : code;
    this.#recorder.add(ballots + ballotKinds.indexOf(kind) * verdicts.length + verdicts.indexOf(verdict));
  }

  batch(kind: BallotKind, size: number): void {
    const start = batches + ballotKinds.indexOf(kind) * (batchBounds.length + 2);
    this.#recorder.observe(start, batchBounds, size);
  }

  redisCommand(connection: RedisConnection, result: RedisResult, ms: number): void {
    const place = redisConnections.indexOf(connection);
    this.#recorder.add(redisCommands + place * redisResults.length + redisResults.indexOf(result));
    this.#recorder.observe(redisDurations + place * (redisBounds.length + 2), redisBounds, ms / 1_000);
  }

  redisReconnect(connection: RedisConnection): void {
    this.#recorder.add(redisReconnects + redisConnections.indexOf(connection));
  }

  /** The process hears of changes like a cache: so it knows when Redis is away, also without a request. */
  readonly invalidatable = {
    invalidate: () => undefined,
    setConnected: (isConnected: boolean) => {
      this.#isDisconnected = !isConnected;
      this.#setAway();
    },
    setAway: (isAway: boolean) => {
      this.#isLate = isAway;
      this.#setAway();
    },
  };

  streamEvent(): void {
    this.#recorder.add(streamEvents);
  }

  streamCut(): void {
    this.#recorder.add(streamCuts);
  }

  /** Reads gauges at every beat. */
  sample(read: () => ProcessGauges): void {
    this.#recorder.sample(() => {
      const { bytes, replies, running, waiting, limit, readers, queues } = read();
      this.#recorder.set(cacheBytes, bytes);
      this.#recorder.set(cacheReplies, replies);
      this.#recorder.set(loading, running);
      this.#recorder.set(loading + 1, waiting);
      this.#recorder.set(loadLimit, limit);
      this.#recorder.set(streamReaders, readers);
      this.#recorder.set(queued, queues ? 1 : 0);
    });
  }

  close(): void {
    this.#recorder.close();
  }

  #setAway(): void {
    this.#recorder.set(redisAway, this.#isDisconnected || this.#isLate ? 1 : 0);
  }
}

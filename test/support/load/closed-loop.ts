import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Outcomes of the requests of a closed loop. */
export interface LoopCounts {
  answered: number;
  /** Answers by their status. */
  statuses: Record<number, number>;
  /** Requests without a whole answer, on a connection opened before `mark`. */
  cut: number;
  /** The same, on a newer connection. */
  refused: number;
  /** Numbers of the clients with either failure. */
  failing: Set<number>;
}

export interface ClosedLoop {
  calls: LoopCounts;
  /** From now on new connections count as new. */
  mark(): void;
  /** Resolves with the last answer. */
  stop(): Promise<LoopCounts>;
}

export interface ClosedLoopOptions {
  count: number;
  /** One connection per client; otherwise one per request. */
  keepAlive: boolean;
  /** Requested in turn. */
  paths: readonly string[];
  pauseMs?: number;
  /** A client stops at its first failure. */
  onceOnly?: boolean;
  /** The first request of each client. */
  first?: (caller: number) => Call;
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
}

/** Starts clients that each send one request after the other and never repeat one. */
export function startClosedLoop(url: string, options: ClosedLoopOptions): ClosedLoop {
  const { count, keepAlive, paths, pauseMs = 5, onceOnly = false } = options;
  const { hostname, port } = new URL(url);
  const calls: LoopCounts = { answered: 0, statuses: {}, cut: 0, refused: 0, failing: new Set() };
  let isStopping = false;
  let markedMs = Number.POSITIVE_INFINITY;
  const connectedMs = new WeakMap<object, number>();

  /** @returns the status; undefined when there was no whole answer, which is counted. */
  function call(agent: Agent, caller: number, { method, path, headers = {} }: Call): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    let isOld = false;
    const fail = () => {
      if (isOld) calls.cut++;
      else calls.refused++;
      calls.failing.add(caller);
      resolve(undefined);
    };
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      response.on('error', fail).on('data', () => undefined);
      response.on('end', () => response.complete && resolve(response.statusCode));
    });
    sent.on('socket', (socket) => {
      const sinceMs = connectedMs.get(socket) ?? Date.now();
      connectedMs.set(socket, sinceMs);
      isOld = sinceMs < markedMs;
    });
    sent.on('error', fail);
    sent.end();
    return promise;
  }

  async function run(caller: number): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    for (let index = 0; !isStopping; index++) {
      const next = { method: 'GET', path: paths[index % paths.length] ?? '/' };
      const status = await call(agent, caller, (index === 0 && options.first?.(caller)) || next);
      if (status !== undefined) {
        calls.answered++;
        calls.statuses[status] = (calls.statuses[status] ?? 0) + 1;
      } else if (onceOnly) break;
      await sleep(pauseMs * Math.random() * 2);
    }
    agent.destroy();
  }

  const runs = Array.from({ length: count }, (_, caller) => run(caller));
  return {
    calls,
    mark() {
      markedMs = Date.now();
    },
    async stop() {
      isStopping = true;
      await Promise.all(runs);
      return calls;
    },
  };
}

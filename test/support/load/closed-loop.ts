import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoopCounts {
  answered: number;
  statuses: Record<number, number>;
  /** Requests without a whole answer, on a connection opened before `mark`. */
  cut: number;
  /** The same, on a newer connection. */
  refused: number;
  /** Requests that were sent again since they had no whole answer; they fail only if the last attempt does. */
  repeated: number;
  failing: Set<number>;
}

export interface ClosedLoop {
  calls: LoopCounts;
  /** From now on new connections count as new. */
  mark(): void;
  stop(): Promise<LoopCounts>;
}

export interface ClosedLoopOptions {
  count: number;
  keepAlive: boolean;
  paths: readonly string[];
  pauseMs?: number;
  /** How often a request without a whole answer is sent again, as RFC 9110 (9.2.2) allows for a GET; default: never. */
  repeats?: number;
  onceOnly?: boolean;
  first?: (caller: number) => Call;
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
}

export function startClosedLoop(url: string, options: ClosedLoopOptions): ClosedLoop {
  const { count, keepAlive, paths, pauseMs = 5, repeats = 0, onceOnly = false } = options;
  const { hostname, port } = new URL(url);
  const calls: LoopCounts = { answered: 0, statuses: {}, cut: 0, refused: 0, repeated: 0, failing: new Set() };
  let isStopping = false;
  let markedMs = Number.POSITIVE_INFINITY;
  const connectedMs = new WeakMap<object, number>();

  function call(agent: Agent, { method, path, headers = {} }: Call): Promise<number | 'cut' | 'refused'> {
    const { promise, resolve } = Promise.withResolvers<number | 'cut' | 'refused'>();
    let isOld = false;
    const fail = () => resolve(isOld ? 'cut' : 'refused');
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      response.on('error', fail).on('data', () => undefined);
      response.on('end', () => response.complete && resolve(response.statusCode ?? 0));
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
      const sent = (index === 0 && options.first?.(caller)) || next;
      let outcome = await call(agent, sent);
      for (let again = 0; again < repeats && typeof outcome === 'string'; again++) {
        calls.repeated++;
        outcome = await call(agent, sent);
      }
      if (typeof outcome === 'number') {
        calls.answered++;
        calls.statuses[outcome] = (calls.statuses[outcome] ?? 0) + 1;
      } else {
        calls[outcome]++;
        calls.failing.add(caller);
        if (onceOnly) break;
      }
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

import type { RedisConnection, RedisResult, RequestMetrics } from './request-metrics.ts';

interface Client {
  sendCommand(...args: never[]): unknown;
  on(event: 'ready', listener: () => void): unknown;
  status: string;
}

/** An ioredis command. The caller of a script, not ioredis, decides that it is overdue. */
interface Command {
  isOverdue?: boolean;
}

const resultOf = (error: unknown): RedisResult => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'ReplyError') return 'refused';
  return /timed? ?out/i.test(error.message) ? 'timeout' : 'failed';
};

function watchConnection(client: Client, connection: RedisConnection, metrics: RequestMetrics): void {
  const send = client.sendCommand.bind(client) as (...args: [Command, ...unknown[]]) => unknown;
  client.sendCommand = (...args: [Command, ...unknown[]]) => {
    const [command] = args;
    const startMs = performance.now();
    const reply = send(...args);
    const end = (result: RedisResult) =>
      metrics.redisCommand(connection, command.isOverdue ? 'timeout' : result, performance.now() - startMs);
    if (reply instanceof Promise) {
      reply.then(
        () => end('ok'),
        (error: unknown) => end(resultOf(error)),
      );
    }
    return reply;
  };
  let wasReady = client.status === 'ready';
  client.on('ready', () => {
    if (wasReady) metrics.redisReconnect(connection);
    wasReady = true;
  });
}

export function watchRedis(
  { reads, writes, ballotConnection, bulk }: Readonly<Record<'reads' | 'writes' | 'ballotConnection' | 'bulk', Client>>,
  metrics: RequestMetrics,
): void {
  watchConnection(reads, 'reads', metrics);
  watchConnection(writes, 'writes', metrics);
  watchConnection(ballotConnection, 'ballots', metrics);
  watchConnection(bulk, 'bulk', metrics);
}

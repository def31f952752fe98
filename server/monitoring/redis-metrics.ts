import type { RedisConnection, RedisResult, RequestMetrics } from './request-metrics.ts';

/** What is used of a client of ioredis. */
interface Client {
  sendCommand(...args: never[]): unknown;
  on(event: 'ready', listener: () => void): unknown;
  status: string;
}

/** What is used of a command; only scripts leave their timeout to their caller. */
interface Command {
  isOverdue?: boolean;
}

const resultOf = (error: unknown): RedisResult => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'ReplyError') return 'refused';
  return /timed? ?out/i.test(error.message) ? 'timeout' : 'failed';
};

/** Counts the commands of a connection, their time, and how often the connection is made again. */
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

/** Watches the connections of a process. */
export function watchRedis(
  connections: Readonly<Record<'reads' | 'writes' | 'ballotConnection' | 'bulk', Client>>,
  metrics: RequestMetrics,
): void {
  const { reads, writes, ballotConnection, bulk } = connections;
  for (const [name, client] of Object.entries({ reads, writes, ballots: ballotConnection, bulk })) {
    watchConnection(client, name as RedisConnection, metrics);
  }
}

import { Cluster, Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';
import type { RedisAddress } from './address.ts';
import './ioredis-patches.ts';

const retryDelay = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1000) + Math.random() * 100;

/**
 * The client that sends the commands of the store. On a Cluster the keys of a script, transaction or pipeline must be in one slot; see
 * keys.ts.
 */
export type RedisClient = Redis | Cluster;

/** The masters of a Cluster that the client knows, or the one Redis. */
export const mastersOf = (client: RedisClient): Redis[] => ('nodes' in client ? client.nodes('master') : [client]);

/**
 * A command is sent at most once and fails fast: a queued or resent vote could be counted after its caller got an error.
 * `socketTimeout` detects a Redis that hangs without closing the connection.
 */
const options = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: 250,
  socketTimeout: 1500,
  connectTimeout: 500,
  // ioredis keeps the process alive for this long after disconnect(), even if the socket has closed.
  disconnectTimeout: 100,
  // 1 reconnects; 2 would also send the command again.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (1 as const) : false),
} satisfies RedisOptions;

const connecting = { lazyConnect: true, enableOfflineQueue: false, retryStrategy: retryDelay } satisfies RedisOptions;

const slotsRefreshTimeoutMs = 300;

/** Without `replyMapping`, which would change the types of replies. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** Options in which a client may differ from `options`. */
export type ClientOptions = Pick<RedisOptions, 'commandTimeout' | 'socketTimeout'>;

function credentials({ username, password, tls }: RedisAddress): Options {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}

/**
 * Queries the Sentinels for the master on every connection. In ioredis 6.0.0 a failover announced during that query ends the
 * client forever, so disconnect the failover detector of the previous connection first.
 */
class MasterConnector extends SentinelConnector {
  constructor(redisOptions: unknown) {
    // The options of the client, which include `sentinelOptions`.
    super(redisOptions as SentinelConnectionOptions);
  }

  override connect(...args: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    this.disconnect();
    return super.connect(...args);
  }
}

function sentinelOptions({ nodes, master, tls }: RedisAddress): Options {
  return {
    sentinels: nodes.map((node) => ({ ...node })),
    ...master,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: 250,
    sentinelRetryStrategy: retryDelay,
    Connector: MasterConnector,
    // Also detects a failover if the old master still answers, as after a hang.
    failoverDetector: true,
  };
}

/** A client for one Redis, a Cluster or Sentinels; not connected yet. */
export function createClient(address: RedisAddress, own: ClientOptions = {}): RedisClient {
  const common = { ...options, ...credentials(address), ...own };
  const [node] = address.nodes;
  if (address.kind === 'single') return new Redis({ ...common, ...connecting, ...node, db: address.database });
  if (address.kind === 'sentinel') {
    return new Redis({ ...common, ...connecting, ...sentinelOptions(address), db: address.database });
  }
  return new Cluster([...address.nodes], {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelay,
    // By default a command is retried for 1.6 s while its master is unreachable.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 50,
    maxRedirections: 3,
    slotsRefreshTimeout: slotsRefreshTimeoutMs,
    // Certificates contain host names, so do not resolve them to addresses first.
    ...(address.tls && { dnsLookup: (host, done) => done(null, host) }),
    redisOptions: common,
  });
}

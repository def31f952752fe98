import { Cluster, Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';
import type { RedisAddress } from './address.ts';
import type { RedisClient } from './types.ts';

const retryDelay = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1000) + Math.random() * 100;

/**
 * A command is sent once or not at all, and fails soon: what waits or is sent again could be counted after its caller
 * was told that it was not. `socketTimeout` notices a peer that hangs without closing.
 */
const options = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: 250,
  socketTimeout: 1500,
  connectTimeout: 500,
  // ioredis holds the process for this long after disconnect(), also when the socket closed at once.
  disconnectTimeout: 100,
  // 1 reconnects; 2 would also send the command again.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (1 as const) : false),
  showFriendlyErrorStack: false,
} satisfies RedisOptions;

const connecting = { lazyConnect: true, enableOfflineQueue: false, retryStrategy: retryDelay } satisfies RedisOptions;

const slotsRefreshTimeoutMs = 300;

/** Without what would change the types of replies. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** What a client may have other than `options` says. */
export type ClientOptions = Pick<RedisOptions, 'commandTimeout' | 'socketTimeout'>;

function credentials({ username, password, tls }: RedisAddress): Options {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}

/**
 * Asks Sentinels for the master, each time anew. A failover that one of them announces while it is asked would end the
 * client for good (ioredis 6.0.0), so what listens for failovers on behalf of the last connection goes first.
 */
class MasterConnector extends SentinelConnector {
  constructor(redisOptions: unknown) {
    // Those of the client that it connects, which has them from `sentinelOptions`.
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
    name: master?.name ?? '',
    ...(master?.sentinelUsername && { sentinelUsername: master.sentinelUsername }),
    ...(master?.sentinelPassword && { sentinelPassword: master.sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: 250,
    sentinelRetryStrategy: retryDelay,
    Connector: MasterConnector,
    // Notices a failover also when the old master goes on answering, as one does that hung and wakes up.
    failoverDetector: true,
  };
}

/** A client that sends commands to wherever Redis is; not connected yet. */
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
    // By default a command would be tried again for 1.6 s when its master is away.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 50,
    maxRedirections: 3,
    slotsRefreshTimeout: slotsRefreshTimeoutMs,
    // Certificates name hosts, so these must not become addresses before they are compared.
    ...(address.tls && { dnsLookup: (host, done) => done(null, host) }),
    redisOptions: common,
  });
}

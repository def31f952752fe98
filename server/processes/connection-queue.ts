import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import { clientKey } from '../../contracts/rules/client-key.ts';

/** An accepted connection: a handle of node:cluster, not a socket. */
export interface Connection {
  close(...args: unknown[]): void;
  /** @returns not 0 once the client has reset the connection. */
  getpeername(peer: { address?: string }): number;
}

interface Listener {
  onconnection(error: number, connection?: Connection): void;
}

/**
 * As many as in the kernel's queue (`backlog` in http/server.ts), but at most a quarter of the file descriptors: probes and new
 * workers need some.
 */
export const maxWaitingConnections = (descriptors: number) => Math.min(4_096, Math.max(1, Math.floor(descriptors / 4)));

/**
 * Connections that wait for a worker. Addresses take turns, so a client with many connections delays only itself. When the
 * queue is full, the newest connection of the address with the most connections is closed.
 */
export class ConnectionQueue {
  readonly #max: number;
  readonly #waiting = new Map<string, Connection[]>();
  #size = 0;

  /** @param max at least 1. */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  add(connection: Connection): void {
    const peer: { address?: string } = {};
    if (connection.getpeername(peer) !== 0) {
      connection.close();
      return;
    }
    const key = clientKey(peer.address ?? '') ?? '';
    const ofClient = this.#waiting.get(key);
    if (ofClient) ofClient.push(connection);
    else this.#waiting.set(key, [connection]);
    this.#size++;
    if (this.#size > this.#max) this.#closeOne();
  }

  /** Removes the oldest connection of the client whose turn it is; closes those that were reset meanwhile. */
  take(): Connection | undefined {
    // A client with more connections goes to the end of the map, where this loop meets it again.
    for (const [key, ofClient] of this.#waiting) {
      const connection = ofClient.shift();
      this.#waiting.delete(key);
      if (ofClient.length > 0) this.#waiting.set(key, ofClient);
      this.#size--;
      if (connection?.getpeername({}) === 0) return connection;
      connection?.close();
    }
    return undefined;
  }

  #closeOne(): void {
    let [key, longest]: [string, Connection[]] = ['', []];
    for (const entry of this.#waiting) if (entry[1].length > longest.length) [key, longest] = entry;
    longest.pop()?.close();
    if (longest.length === 0) this.#waiting.delete(key);
    this.#size--;
  }
}

/** node:cluster gets at most `maxGiven` connections of the listener at once; the others wait in a queue. */
function queueBefore(listener: Listener, { maxGiven, maxWaiting }: { maxGiven: number; maxWaiting: number }): void {
  const queue = new ConnectionQueue(maxWaiting);
  const { onconnection } = listener;
  let given = 0;
  const give = () => {
    while (given < maxGiven) {
      const connection = queue.take();
      if (!connection) return;
      given++;
      const { close } = connection;
      // node:cluster closes its own copy once a worker has the connection.
      connection.close = (...args) => {
        connection.close = close;
        given--;
        connection.close(...args);
        give();
      };
      onconnection.call(listener, 0, connection);
    }
  };
  listener.onconnection = (_error, connection) => {
    if (connection) queue.add(connection);
    give();
  };
}

const channel = 'tracing:net.server.listen:asyncEnd';

/**
 * Limits the connections that wait for a worker. node:cluster (24.21) accepts all of them: a client that connected and
 * reset in a loop used 20,000 descriptors in 2.5 s.
 *
 * @param limits.maxGiven connections that node:cluster has at once; more than there are workers.
 * @returns a function that stops this for servers that listen later.
 */
export function boundConnections(limits: { maxGiven: number; maxWaiting: number }): () => void {
  const onListen = (message: unknown) => {
    const { server } = message as { server: Server & { _handle: Listener | null } };
    const listener = server._handle;
    // By then node:cluster has taken over the handle of its server; other servers of this process still have theirs.
    setImmediate(() => listener && !server._handle && queueBefore(listener, limits));
  };
  subscribe(channel, onListen);
  return () => unsubscribe(channel, onListen);
}

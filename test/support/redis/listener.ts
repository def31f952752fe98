import { Redis } from 'ioredis';
import type { TestNode } from './nodes.ts';

const markerChannel = 'marker of the test';

/** Receives every message that scripts publish, at each of some nodes. */
export interface Listener {
  /**
   * The messages published during an action, as `<channel> <message>`, in order. Waits for markers sent behind them, not
   * for time to pass.
   *
   * @throws {Error} when the nodes did not all receive the same number.
   */
  during(action: () => Promise<unknown>): Promise<string[]>;
  close(): void;
}

/** @param nodes one Redis, or every master of a Cluster, which pass messages on to each other. */
export async function listen(nodes: readonly Pick<TestNode, 'port' | 'client'>[]): Promise<Listener> {
  const received: string[][] = nodes.map(() => []);
  const connections = nodes.map(({ port }) => new Redis(port));
  let marked = Promise.withResolvers<void>();
  let expectedMarkers = 0;
  for (const [index, connection] of connections.entries()) {
    connection.on('pmessage', (_pattern: string, channel: string, message: string) => {
      if (channel !== markerChannel) received[index]?.push(`${channel} ${message}`);
      else if (--expectedMarkers === 0) marked.resolve();
    });
  }
  await Promise.all(connections.map((connection) => connection.psubscribe('*')));
  /** A message and a marker of one master take the same way, in this order. */
  const settle = async () => {
    marked = Promise.withResolvers();
    expectedMarkers = nodes.length ** 2;
    await Promise.all(nodes.map(({ client }) => client.publish(markerChannel, '')));
    await marked.promise;
  };
  return {
    async during(action) {
      await settle();
      for (const messages of received) messages.length = 0;
      await action();
      await settle();
      const counts = new Set(received.map(({ length }) => length));
      if (counts.size > 1) throw new Error(`The nodes received ${[...counts].join(' and ')} messages.`);
      return received[0]?.slice() ?? [];
    },
    close() {
      for (const connection of connections) connection.disconnect();
    },
  };
}

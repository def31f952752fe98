import type { Worker } from 'node:cluster';

/** The message of node:cluster that carries a connection to a worker, and the worker's acknowledgement. */
interface Internal {
  act?: string;
  seq?: number;
  ack?: number;
}

interface Connection {
  close(): void;
}

const readPauseMs = 10;
/** Longer than a worker needs to acknowledge a connection that it has received. */
const acknowledgeTimeoutMs = 1_000;

/**
 * Hands connections that were on their way to a dying worker over to another: node:cluster (24.21) would wait forever for the
 * dead worker's acknowledgement, and so would the client. A live worker whose connection got lost would never get another one.
 *
 * @param hasOthers whether there is another worker; otherwise such connections are closed.
 */
export function handOverConnections(worker: Worker, hasOthers: () => boolean): void {
  const { process } = worker;
  // It could not be started, for lack of a file descriptor.
  if (!process.send) return;
  const underWay = new Map<number, { connection: Connection; sinceMs: number }>();
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]) => {
    const [{ act, seq }, connection] = args as [Internal, Connection?];
    if (act === 'newconn' && seq !== undefined && connection) {
      underWay.set(seq, { connection, sinceMs: performance.now() });
    }
    return send(...args);
  };
  process.on('internalMessage', ({ ack }: Internal) => ack !== undefined && underWay.delete(ack));
  // A worker without a free file descriptor confirms receipt but never acknowledges, and would get no other
  // connection: acknowledge for it. A stalled worker has confirmed nothing, so we wait for it.
  const timer = setInterval(() => {
    // Messages wait here until the worker confirms the previous ones.
    if ((process as { _handleQueue?: unknown })._handleQueue) return;
    const nowMs = performance.now();
    for (const [ack, { sinceMs }] of underWay) {
      if (nowMs - sinceMs < acknowledgeTimeoutMs) continue;
      process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: true });
    }
  }, acknowledgeTimeoutMs / 2);
  timer.unref();
  let isDisconnected = false;
  // By now its messages have all been read, and node:cluster has taken it out of the rotation.
  process.once('disconnect', () => {
    isDisconnected = true;
    clearInterval(timer);
    for (const [ack, { connection }] of underWay) {
      if (hasOthers()) process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
      else connection.close();
    }
  });
  // Node emits no 'disconnect' while an acknowledgement is missing: emit it once the channel has been read to its end.
  const disconnectWhenRead = () => {
    if (isDisconnected) return;
    if (process.connected) setTimeout(disconnectWhenRead, readPauseMs);
    else process.emit('disconnect');
  };
  process.once('exit', () => setImmediate(disconnectWhenRead));
}

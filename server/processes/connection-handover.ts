import type { Worker } from 'node:cluster';

/** What node:cluster sends a worker with a connection, and what the worker answers. */
interface Internal {
  act?: string;
  seq?: number;
  ack?: number;
}

interface Connection {
  close(): void;
}

const readPauseMs = 10;
/** Longer than a worker needs to give its word of a connection that it has received. */
const lostAfterMs = 1_000;

/**
 * Gives connections that were on their way to a worker when it died to another. node:cluster (24.21) waits for the word
 * of the dead one for ever, and the client with it: five callers of a killed worker who came back at once all hung.
 * The same for a worker that lives but was never reached, which would be given no connection any more.
 *
 * @param hasOthers whether there is another worker; otherwise such connections are closed.
 */
export function handBack(worker: Worker, hasOthers: () => boolean): void {
  const { process } = worker;
  const underWay = new Map<number, { connection: Connection; sinceMs: number }>();
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]) => {
    const [{ act, seq }, connection] = args as [Internal, Connection?];
    if (act === 'newconn' && seq !== undefined && connection) {
      underWay.set(seq, { connection, sinceMs: Date.now() });
    }
    return send(...args);
  };
  process.on('internalMessage', ({ ack }: Internal) => ack !== undefined && underWay.delete(ack));
  // A worker without a file descriptor left confirms that a connection came, but gives no word of it, and would be given no
  // other one: so its word is given here. One that only stands still has confirmed nothing, and is waited for.
  const timer = setInterval(() => {
    // What waits until the worker confirms what was sent before.
    if ((process as { _handleQueue?: unknown })._handleQueue) return;
    const nowMs = Date.now();
    for (const [ack, { sinceMs }] of underWay) {
      if (nowMs - sinceMs < lostAfterMs) continue;
      underWay.delete(ack);
      process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: true });
    }
  }, lostAfterMs / 2);
  timer.unref();
  let isDisconnected = false;
  // All that it said has been read by now, and node:cluster has taken it out of the rotation.
  process.once('disconnect', () => {
    isDisconnected = true;
    clearInterval(timer);
    for (const [ack, { connection }] of underWay) {
      if (hasOthers()) process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
      else connection.close();
    }
    underWay.clear();
  });
  // Node does not tell of a disconnection while it waits for word of a connection, which the dead never give: so it is
  // told here, once the channel has been read to its end.
  const endWhenRead = () => {
    if (isDisconnected) return;
    if (process.connected) setTimeout(endWhenRead, readPauseMs);
    else process.emit('disconnect');
  };
  process.once('exit', () => setImmediate(endWhenRead));
}

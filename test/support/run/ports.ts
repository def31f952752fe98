import { createServer } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections (32768 and up): what is killed and started again finds its
 * port free, and a client that keeps trying an unused port is never connected to itself. Plus 10,000, for
 * the bus of a Cluster, is below as well.
 */
const all = { lowest: 10_240, highest: 22_000 };

/** Those of this process: each worker of mocha has an equal part, so that no other takes a port before it is listened on. */
function ownPorts(): typeof all {
  const workers = Number(process.env.TEST_JOBS ?? 1);
  const worker = Number(process.env.MOCHA_WORKER_ID ?? 0) % workers;
  const count = Math.floor((all.highest - all.lowest) / workers);
  return { lowest: all.lowest + worker * count, highest: all.lowest + (worker + 1) * count };
}

const { lowest, highest } = ownPorts();
let next = lowest + Math.floor(Math.random() * (highest - lowest));

function nextPort(): number {
  next = next + 1 < highest ? next + 1 : lowest;
  return next;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

/** TCP ports of 127.0.0.1 that are unused, like the ports 10,000 above them. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt++) {
    if (attempt === 1_000) throw new Error(`No ${count} TCP ports of 127.0.0.1 are free.`);
    const port = nextPort();
    if ((await isFree(port)) && (await isFree(port + 10_000))) ports.add(port);
  }
  return [...ports];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

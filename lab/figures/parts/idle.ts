import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ids } from '../../../contracts/world/ids.ts';
import { send } from '../../../test/support/http/send.ts';
import { adminUrlOf, scrape, sumOf } from '../../../test/support/monitoring/scrape.ts';
import { startRedis } from '../../../test/support/redis/redis.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { preload } from '../../../test/support/server/preload.ts';
import { startServerProcess } from '../../../test/support/server/server-process.ts';
import { describeTimes, formatCount, type Part, type PartOptions, type Shown, sentencesOf } from './part.ts';

/** What idle connections did to a server and to its other clients. */
export interface Idle {
  count: number;
  /** Connections that were open and had an answer, all at once. */
  open: number;
  /** Of other clients, in milliseconds: before, and while they were open. */
  beforeMs: number[];
  besideMs: number[];
  /** Requests of other clients that failed, at any time. */
  failed: number;
  /** What the process took more than before. */
  bytes: number;
  /** Connections that were still open at the end, and how long the others took to be closed. */
  left: number;
  closedSeconds: number;
}

const path = `/api/v3/mobile/fighters/${ids.champion}`;
const atOnce = 200;
/** Each address has its own ports: those of one do not last for many thousands of connections. */
const addresses = 8;
const answerMs = 10_000;
const get = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
/** An idle connection lasts 65 s: where opening all takes longer, the first ask again meanwhile. */
const againMs = 30_000;

/** Opens a connection, and resolves when it had an answer; undefined when it is refused or hears nothing. */
function openIdle(port: number, nth: number): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  // All of 127.0.0.0/8 is this machine on Linux.
  const localAddress = process.platform === 'linux' ? `127.0.0.${2 + (nth % addresses)}` : '127.0.0.1';
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.setTimeout(answerMs, () => socket.destroy());
  socket.on('error', () => undefined).on('close', () => resolve(undefined));
  socket.once('data', () => {
    socket.setTimeout(0);
    resolve(socket.resume());
  });
  socket.write(get);
  return promise;
}

/** Clients that go on reading meanwhile, with keep-alive and without. */
function startReaders(url: string) {
  const times: { atMs: number; ms: number }[] = [];
  let [failed, isOver] = [0, false];
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const read = async (own: Agent | false) => {
    while (!isOver) {
      const atMs = performance.now();
      const answer = await Promise.race([send(url, 'GET', path, {}, undefined, own), sleep(answerMs)]).catch(
        () => undefined,
      );
      if (answer?.status === 200) times.push({ atMs, ms: performance.now() - atMs });
      else failed++;
      await sleep(20);
    }
  };
  const done = Promise.all([read(agent), read(agent), read(false), read(false)]);
  return {
    between: (fromMs: number, toMs: number) =>
      times.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ ms }) => ms),
    async stop() {
      isOver = true;
      await done;
      agent.destroy();
      return failed;
    },
  };
}

async function keepIdle({ count, progress }: PartOptions, env: Record<string, string>, waitMs: number): Promise<Idle> {
  const redis = await startRedis();
  const server = startServerProcess({ REDIS_URL: redis.url, ADMIN_PORT: '0', RATE_MISSES: '0', ...env });
  const sockets: Socket[] = [];
  try {
    const url = await server.ready;
    const admin = await adminUrlOf(server);
    const bytesNow = async () => sumOf(await scrape(admin), 'fightcard_request_processes_resident_memory_bytes');
    const readers = startReaders(url);
    const beginMs = performance.now();
    await sleep(3_000);
    const [beforeBytes, openingMs] = [await bytesNow(), performance.now()];
    const closed: number[] = [];
    const askedMs = new Map<Socket, number>();
    for (let nth = 0; nth < count; nth += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - nth) }, (_, more) =>
        openIdle(Number(new URL(url).port), nth + more),
      );
      for (const socket of await Promise.all(some)) {
        if (!socket) continue;
        sockets.push(socket);
        askedMs.set(socket, performance.now());
        socket.once('close', () => closed.push(performance.now()));
      }
      for (const [socket, atMs] of askedMs) {
        if (performance.now() - atMs < againMs) break;
        // At the end of the map: it is in the order of the last requests.
        askedMs.delete(socket);
        askedMs.set(socket, performance.now());
        socket.write(get);
      }
      if ((nth / atOnce) % 10 === 9) progress(`${formatCount(sockets.length)} connections are open`);
    }
    const openMs = performance.now();
    const open = sockets.length - closed.length;
    await sleep(Math.min(waitMs, 3_000));
    const bytes = (await bytesNow()) - beforeBytes;
    const besideMs = readers.between(openingMs, performance.now());
    progress(`${formatCount(open)} connections are open; waiting until the server closes them`);
    await eventually(() => closed.length === sockets.length, 'they are closed', waitMs).catch(() => undefined);
    return {
      ...{ count, open, besideMs, bytes, beforeMs: readers.between(beginMs, openingMs), failed: await readers.stop() },
      ...{ left: sockets.length - closed.length, closedSeconds: ((closed.at(-1) ?? openMs) - openMs) / 1_000 },
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close();
    await redis.close();
  }
}

const perConnection = ({ bytes, open }: Idle) => `${formatCount(bytes / Math.max(1, open) / 1_024)} KiB`;
/** C08 allows 64 kB for both ends. */
const mostBytesEach = 64_000;

export function judgeIdle(own: Idle, control: Idle): Shown {
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  return {
    figure: `${formatCount(own.open)} idle connections open at once on one process, ${perConnection(own)} each; of ${formatCount(own.besideMs.length)} requests beside them ${own.failed} failed, ${describeTimes(own.besideMs)}, before ${describeTimes(own.beforeMs)}; ${own.left} left open, the last closed ${formatCount(own.closedSeconds)} s later`,
    control: `a server that takes 500 connections: ${formatCount(control.open)} of ${formatCount(control.count)} open, ${formatCount(control.failed)} requests beside them failed`,
    faults: sentencesOf(
      [own.open < own.count, `Only ${own.open} of ${own.count} connections were open at once: see ulimit -n.`],
      [own.failed > 0, `${own.failed} requests beside them failed.`],
      [!(median(own.besideMs) < 1_000), 'Half of the requests beside them took a second or more.'],
      [own.left > 0, `${own.left} connections were never closed.`],
      [own.bytes > mostBytesEach * own.count, `They took ${own.bytes} bytes.`],
      [control.open >= control.count || control.failed === 0, 'In the control nobody was refused.'],
    ),
  };
}

const takesFew = preload(`
  import net from 'node:net';
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...args) {
    this.maxConnections = 500;
    return listen.apply(this, args);
  };`);
/** An idle connection may last 65 s. */
const closedMs = 150_000;

export const idle: Part = {
  ...{ name: 'idle', unit: 'idle connections', count: 10_000 },
  claim: 'Idle connections cost little, harm nobody and are closed (C08)',
  async run(options) {
    const own = await keepIdle(options, {}, closedMs);
    return judgeIdle(own, await keepIdle({ ...options, count: 700 }, takesFew, 3_000));
  },
};

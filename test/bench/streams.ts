/** `npm run bench -- streams`: the cost of readers of a stream and of waiting connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cores, pin, unpin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, emptyResult, WrongAnswers } from './support/figures.ts';
import { startPosts } from './support/live-feed.ts';
import { fighterPath, livePath } from './support/paths.ts';
import { type Scope, scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { cpuMicros, familyOf, residentBytes } from './support/usage.ts';

const bench = 'streams';
const crowds = [1_000, 4_000];
const updates = 40;
const pauseMs = 50;
const settleMs = 1_500;
const quietTimeoutMs = 30_000;
const atOnce = 100;

const eventMark = Buffer.from('\nevent: snapshot\n');

/** A client that only counts what it receives. */
interface Client {
  socket: Socket;
  events: number;
  bytes: number;
}

async function connectClient(url: URL, path: string, accept: string): Promise<Client> {
  const socket = connect(Number(url.port), url.hostname);
  const client: Client = { socket, events: 0, bytes: 0 };
  socket.on('data', (chunk: Buffer) => {
    client.bytes += chunk.length;
    // A mark split between two chunks is missed; its bytes are counted.
    for (let at = chunk.indexOf(eventMark); at >= 0; at = chunk.indexOf(eventMark, at + 1)) client.events++;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: ${accept}\r\n\r\n`);
  await once(socket, 'data');
  if (socket.destroyed) throw new WrongAnswers(`${path} was cut off`);
  return client;
}

async function connectAll(scope: Scope, url: string, path: string, accept: string, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  scope.defer(() => {
    for (const { socket } of clients) socket.destroy();
  });
  const target = new URL(url);
  while (clients.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - clients.length) }, () =>
      connectClient(target, path, accept),
    );
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

const bytesOf = (clients: readonly Client[]) => clients.reduce((sum, { bytes }) => sum + bytes, 0);

/** Waits until nothing more arrives. */
async function waitForQuiet(clients: readonly Client[]): Promise<void> {
  const untilMs = Date.now() + quietTimeoutMs;
  for (let before = -1; before !== bytesOf(clients); ) {
    if (Date.now() > untilMs) throw new WrongAnswers('the readers still receive data');
    before = bytesOf(clients);
    await sleep(200);
  }
}

/** Resident memory of the server, in bytes. */
const residentOf = (pid: number) => residentBytes([pid])[0] ?? Number.NaN;

async function measureCrowd(options: BenchOptions, count: number): Promise<string[]> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { url, pid } = await setUp.serve();
    const feed = await startPosts(scope, url);
    await feed.post();
    options.report(`${count} waiting connections`);
    await sleep(settleMs);
    const empty = residentOf(pid);
    const waiting = await connectAll(scope, url, fighterPath, '*/*', count);
    await sleep(settleMs);
    const withWaiting = residentOf(pid);
    for (const { socket } of waiting) socket.destroy();
    await sleep(settleMs);

    options.report(`${count} readers, ${updates} updates`);
    const before = residentOf(pid);
    const readers = await connectAll(scope, url, livePath, 'text/event-stream', count);
    await waitForQuiet(readers);
    const withReaders = residentOf(pid);
    const bytesBefore = bytesOf(readers);
    const micros = cpuMicros(familyOf(pid)) ?? Number.NaN;
    for (let update = 0; update < updates; update++) {
      await feed.post();
      await sleep(pauseMs);
    }
    await waitForQuiet(readers);
    const spent = (cpuMicros(familyOf(pid)) ?? Number.NaN) - micros;
    const gone = readers.filter(({ socket }) => socket.destroyed).length;
    if (gone > 0) throw new WrongAnswers(`${gone} of ${count} readers were cut off`);
    const sent = updates * count;
    return [
      count.toLocaleString('en'),
      ((withWaiting - empty) / count / 1024).toFixed(1),
      ((withReaders - before) / count / 1024).toFixed(1),
      ((bytesOf(readers) - bytesBefore) / sent / 1024).toFixed(1),
      (spent / sent).toFixed(1),
    ];
  });
}

export async function measureStreams(options: BenchOptions): Promise<BenchResult> {
  await pin(process.pid, (await cores()).load);
  try {
    const rows: string[][] = [];
    for (const count of crowds) rows.push(await measureCrowd(options, count));
    return {
      ...emptyResult(),
      tables: [
        {
          title: 'Streams and connections',
          head: [
            'clients',
            'KiB per waiting connection',
            'KiB per reader',
            'KiB per event',
            'CPU µs per event and reader',
          ],
          rows,
          note: `A reader follows the live event; ${updates} updates, one every ${pauseMs} ms. The CPU includes receiving the updates.`,
        },
      ],
    };
  } finally {
    await unpin(process.pid);
  }
}

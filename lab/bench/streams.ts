/** `npm --prefix lab run bench -- streams`: the cost of readers of a stream and of waiting connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureStreamCrowd } from './stream-crowd.ts';
import { cores, pin, unpin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, emptyResult, WrongAnswers } from './support/figures.ts';
import { startPosts } from './support/live-feed.ts';
import { fighterPath, livePath } from './support/paths.ts';
import { startBaseline } from './support/process.ts';
import { type Scope, scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { bytesOf, type Client, connectAll, leave, settleMs, waitForQuiet } from './support/stream-clients.ts';
import { cpuMicros, familyOf, residentBytes } from './support/usage.ts';

const bench = 'streams';
const crowds = [1_000, 4_000];
const updates = 40;
const pauseMs = 50;

/** What a reader asks for, by the name of the row. */
const codings = { identity: 'Accept-Encoding: identity', gzip: 'Accept-Encoding: gzip' };

/** Resident memory of the server, in bytes. */
const residentOf = (pid: number) => residentBytes([pid])[0] ?? Number.NaN;

/** What an event costs its readers. */
interface EventCost {
  /** Received by one reader. */
  bytes: number;
  /** CPU of the server for one reader. */
  micros: number;
}

/** @param send makes the server send an event to all of its readers. */
async function measureEvents(
  pid: number,
  readers: readonly Client[],
  send: () => Promise<unknown>,
): Promise<EventCost> {
  await waitForQuiet(readers);
  const bytesBefore = bytesOf(readers);
  const before = cpuMicros(familyOf(pid)) ?? Number.NaN;
  for (let update = 0; update < updates; update++) {
    await send();
    await sleep(pauseMs);
  }
  await waitForQuiet(readers);
  const spent = (cpuMicros(familyOf(pid)) ?? Number.NaN) - before;
  const gone = readers.filter(({ socket }) => socket.destroyed).length;
  if (gone > 0) throw new WrongAnswers(`${gone} of ${readers.length} readers were cut off`);
  const sent = updates * readers.length;
  return { bytes: (bytesOf(readers) - bytesBefore) / sent, micros: spent / sent };
}

/** The same bytes by one `socket.write` each. */
async function measureBare(scope: Scope, { bytes }: EventCost, count: number): Promise<EventCost> {
  const { pid, ready } = await startBaseline<string>(scope, 'bare-stream.ts', { bytes: Math.round(bytes) });
  const readers = await connectAll(scope, ready, '/', '', count);
  const { port, hostname } = new URL(ready);
  const control = connect(Number(port), hostname);
  scope.defer(() => control.destroy());
  await once(control, 'connect');
  const cost = await measureEvents(pid, readers, async () => control.write('GO'));
  await leave(readers);
  return cost;
}

const kibibytes = (bytes: number) => (bytes / 1024).toFixed(1);

async function measureCrowd(options: BenchOptions, count: number): Promise<string[][]> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { url, pid } = await setUp.serve();
    const feed = await startPosts(scope, url);
    await feed.post();
    options.report(`${count} waiting connections`);
    await sleep(settleMs);
    const empty = residentOf(pid);
    const waiting = await connectAll(scope, url, fighterPath, 'Accept: */*', count);
    await sleep(settleMs);
    const rows = [[count.toLocaleString('en'), 'waits', kibibytes((residentOf(pid) - empty) / count), '', '', '']];
    await leave(waiting);

    for (const [coding, headers] of Object.entries(codings)) {
      options.report(`${count} readers, ${updates} updates, ${coding}`);
      const before = residentOf(pid);
      const readers = await connectAll(scope, url, livePath, `Accept: text/event-stream\r\n${headers}`, count);
      await waitForQuiet(readers);
      const memory = (residentOf(pid) - before) / count;
      const cost = await measureEvents(pid, readers, () => feed.post());
      await leave(readers);
      const bare = await measureBare(scope, cost, count);
      const ratio = `${(cost.micros / bare.micros).toFixed(2)} ×`;
      const cells = [kibibytes(memory), kibibytes(cost.bytes), cost.micros.toFixed(1), ratio];
      rows.push([count.toLocaleString('en'), `reads, ${coding}`, ...cells]);
    }
    return rows;
  });
}

export async function measureStreams(options: BenchOptions): Promise<BenchResult> {
  await pin(process.pid, (await cores()).load);
  try {
    const rows: string[][] = [];
    for (const count of crowds) rows.push(...(await measureCrowd(options, count)));
    const crowd = await measureStreamCrowd(options);
    return {
      ...emptyResult(),
      tables: [
        {
          title: 'Streams and connections',
          head: [
            ...['clients', 'each', 'KiB of memory', 'KiB per event', 'CPU µs per event'],
            'against one socket.write',
          ],
          rows,
          note: `A reader follows the live event; ${updates} updates, one every ${pauseMs} ms. The CPU includes receiving and compressing the updates; one socket.write is of the same bytes, in another process.`,
        },
        crowd,
      ],
    };
  } finally {
    await unpin(process.pid);
  }
}

/** `npm --prefix lab run bench -- streams`: how soon an event is with thousands of readers, and how soon they are back when all are cut off. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../test/support/run/eventually.ts';
import { EventReader } from './support/event-reader.ts';
import { type BenchOptions, type Table, WrongAnswers } from './support/figures.ts';
import { startPosts } from './support/live-feed.ts';
import { livePath } from './support/paths.ts';
import { startBaseline } from './support/process.ts';
import { type Scope, scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { percentile } from './support/statistics.ts';

const readers = 5_000;
const updates = 20;
/** Longer than it takes to write one update to all of them. */
const pauseMs = 1_000;
const openAtOnce = 100;

/** Readers of one stream, and how long its events took to each. */
class Crowd {
  readonly all: readonly EventReader[];
  readonly timesMs: number[] = [];
  readonly #sentMs = new Map<number, number>();

  constructor(scope: Scope, address: string, path: string) {
    const url = new URL(address);
    const onEvent = (id: number) => {
      const sentMs = this.#sentMs.get(id);
      if (sentMs !== undefined) this.timesMs.push(performance.now() - sentMs);
    };
    this.all = Array.from({ length: readers }, () => new EventReader({ url, path, onEvent }));
    scope.defer(() => this.close());
  }

  get lastId(): number {
    return this.all.reduce((last, reader) => Math.max(last, reader.lastId), 0);
  }

  async open(): Promise<void> {
    for (let at = 0; at < readers; at += openAtOnce) {
      await Promise.all(this.all.slice(at, at + openAtOnce).map((reader) => reader.open()));
    }
  }

  close(): void {
    for (const reader of this.all) reader.close();
  }

  /** Sends updates, one after the other has reached everybody, and notes the times. */
  async follow(send: () => Promise<unknown>): Promise<void> {
    for (let update = 0; update < updates; update++) {
      const id = this.lastId + 1;
      const startMs = performance.now();
      this.#sentMs.set(id, startMs);
      await send();
      await eventually(() => this.all.every(({ lastId }) => lastId >= id), `event ${id} reaches ${readers} readers`);
      await sleep(Math.max(0, startMs + pauseMs - performance.now()));
    }
  }
}

interface Soon {
  medianMs: number;
  p99Ms: number;
}

const soonOf = ({ timesMs }: Crowd): Soon => {
  if (timesMs.length !== updates * readers) throw new WrongAnswers(`${timesMs.length} events came`);
  return { medianMs: percentile(timesMs, 0.5), p99Ms: percentile(timesMs, 0.99) };
};

/** The same bytes by one `socket.write` for each. */
async function measureBare(scope: Scope, bytes: number): Promise<Soon> {
  const { ready } = await startBaseline<string>(scope, 'bare-stream.ts', { bytes });
  const crowd = new Crowd(scope, ready, '/');
  await crowd.open();
  const { port, hostname } = new URL(ready);
  const control = connect(Number(port), hostname);
  scope.defer(() => control.destroy());
  await once(control, 'connect');
  await crowd.follow(async () => control.write('GO'));
  crowd.close();
  return soonOf(crowd);
}

/** All are cut off at once, and connect again at once, while updates go on. @returns the time until each has an event again. */
async function measureReturn(crowd: Crowd, post: () => Promise<unknown>): Promise<number> {
  const before = crowd.all.map(({ lastId }) => lastId);
  const startMs = performance.now();
  for (const reader of crowd.all) reader.cut();
  let isOver = false;
  const posting = (async () => {
    while (!isOver) {
      await post();
      await sleep(pauseMs);
    }
  })();
  await Promise.all(crowd.all.map((reader) => reader.open()));
  await eventually(() => crowd.all.every(({ lastId }, nth) => lastId > (before[nth] ?? 0)), 'all readers are back');
  const tookMs = performance.now() - startMs;
  isOver = true;
  await posting;
  await sleep(2 * pauseMs);
  const gone = crowd.all.filter(({ isOpen, lastId }) => !isOpen || lastId < crowd.lastId).length;
  if (gone > 0) throw new WrongAnswers(`${gone} of ${readers} readers are cut off or behind`);
  return tookMs;
}

const sumsOf = ({ all }: Crowd) =>
  (['refusals', 'missed', 'repeated'] as const).map((what) =>
    all.reduce((sum, reader) => sum + reader[what], 0).toLocaleString('en'),
  );

export function measureStreamCrowd(options: BenchOptions): Promise<Table> {
  return scoped('streams', async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { url } = await setUp.serve();
    const feed = await startPosts(scope, url);
    await feed.post();
    const crowd = new Crowd(scope, url, livePath);
    options.report(`${readers} readers, ${updates} updates`);
    await crowd.open();
    await eventually(() => crowd.all.every(({ lastId }) => lastId > 0), 'all readers have the first event');
    await crowd.follow(() => feed.post());
    options.report(`${readers} readers are cut off and come back`);
    for (const reader of crowd.all) reader.refusals = 0;
    const backMs = await measureReturn(crowd, () => feed.post());
    crowd.close();
    const [own, bare] = [soonOf(crowd), await measureBare(scope, crowd.all[0]?.chunkBytes ?? 0)];
    const row = (name: string, { medianMs, p99Ms }: Soon) => [name, medianMs.toFixed(0), p99Ms.toFixed(0)];
    return {
      title: `${readers.toLocaleString('en')} readers of one process`,
      head: [
        '',
        'ms from update to reader, median',
        'p99',
        's until all are back',
        'told to wait',
        'events missed',
        'events twice',
      ],
      rows: [
        [...row('server', own), (backMs / 1_000).toFixed(1), ...sumsOf(crowd)],
        [...row('one socket.write for each', bare), '', '', '', ''],
      ],
      note:
        `${updates} updates without content coding, one a second, sent, taken and received on two cores. Then all are cut off and connect ` +
        `again at once with Last-Event-ID, while updates go on: back is who has the next event.`,
    };
  });
}

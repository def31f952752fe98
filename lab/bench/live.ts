/** `npm --prefix lab run bench -- live`: the cost of a live update, and how soon another process shows it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../../test/support/http/follow.ts';
import { cores, pin, unpin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult } from './support/figures.ts';
import { type Posts, poller, startPosts } from './support/live-feed.ts';
import { watchOthers } from './support/others.ts';
import { livePath } from './support/paths.ts';
import { type ReadCounter, watchReads } from './support/read-counter.ts';
import { type Scope, scoped } from './support/scope.ts';
import { type BenchServer, type SetUp, setUpBench } from './support/set-up.ts';
import { percentile } from './support/statistics.ts';
import { familyOf } from './support/usage.ts';

const bench = 'live';
const posts = 50;
const pollsInFlight = 200;
const updates = 200;
const pauseMs = 20;

interface Parts {
  scope: Scope;
  setUp: SetUp;
  /** The update goes to the first; both are polled. */
  servers: [BenchServer, BenchServer];
  feed: Posts;
  /** Watches both cores: the servers', and that of Redis and the polls. @returns the larger share that others had. */
  watch(): () => number;
  report(line: string): void;
}

/** Counts the Redis reads of each server per update, with or without polls of both at the same moment. */
async function countReads(parts: Parts, counter: ReadCounter, withPolls: boolean): Promise<number[]> {
  const pollers = await Promise.all(parts.servers.map(({ url }) => poller(parts.scope, url, pollsInFlight)));
  const pollAll = () =>
    withPolls
      ? Promise.all(pollers.flatMap((poll) => Array.from({ length: pollsInFlight }, () => poll())))
      : Promise.resolve([]);
  // The first request for the document always reads it.
  await pollAll();
  const before = await counter.counts();
  for (let post = 0; post < posts; post++) {
    const polled = pollAll();
    await Promise.all([parts.feed.post(), polled]);
    // By now every process has received the update; a later poll also reads it once.
    await sleep(pauseMs);
    await pollAll();
  }
  await sleep(200);
  const after = await counter.counts();
  return after.map((count, index) => (count - (before[index] ?? 0)) / posts);
}

async function readsPerPost(parts: Parts): Promise<BenchResult> {
  const { scope, setUp, servers, report } = parts;
  const counter = await watchReads(scope, setUp.redis, servers);
  report(`${posts} updates without polls`);
  const others = parts.watch();
  const control = await countReads(parts, counter, false);
  report(`${posts} updates, each with ${pollsInFlight} polls of each process under way`);
  const polled = await countReads(parts, counter, true);
  const more = polled.map((reads, index) => reads - (control[index] ?? 0));
  counter.stop();
  const row = (name: string, values: number[]) => [name, ...values.map((value) => value.toFixed(2))];
  return {
    ...emptyResult(),
    figures: [
      createFigure({
        ...{ bench, name: `Redis reads per update and process, ${pollsInFlight} polls in flight`, against: '' },
        ...{ value: Math.max(...more), unit: 'reads', target: { value: 1, is: 'most' }, othersShare: others() },
      }),
    ],
    tables: [
      {
        title: 'Redis reads per live update',
        head: ['', 'process that received the update', 'other process'],
        rows: [
          row('without polls', control),
          row(`with ${pollsInFlight} polls in flight`, polled),
          row('of the polls', more),
        ],
        note: 'Commands on the connections that do not write, as MONITOR shows them; without polls, those of the update itself.',
      },
    ],
    notes:
      counter.strangers() > 0 ? [`${counter.strangers()} commands came from connections opened during the bench.`] : [],
  };
}

/** Measures the milliseconds from sending an update to one process until the other shows it. */
async function measureVisibility({ scope, servers, feed, watch, report }: Parts): Promise<BenchResult> {
  const [, reader] = servers;
  const stream = await follow(reader.url + livePath);
  scope.defer(() => stream.close());
  await stream.until(1);
  report(`${updates} updates, seen by stream`);
  const others = watch();
  const byStream: number[] = [];
  for (let update = 0; update < updates; update++) {
    const seen = stream.events.length;
    const sentMs = performance.now();
    const venue = await feed.post();
    await stream.until(seen + 1);
    if (!stream.events.at(-1)?.data.includes(venue)) throw new Error(`the stream does not show ${venue}`);
    byStream.push((stream.times.at(-1) ?? Number.NaN) - sentMs);
    await sleep(pauseMs);
  }
  stream.close();

  report(`${updates} updates, seen by polling`);
  const poll = await poller(scope, reader.url, 1);
  const byPolls: number[] = [];
  for (let update = 0; update < updates; update++) {
    const sentMs = performance.now();
    const posted = feed.post();
    posted.catch(() => undefined);
    const venue = feed.last();
    while (!(await poll()).includes(venue)) await sleep(1);
    byPolls.push(performance.now() - sentMs);
    await posted;
    await sleep(pauseMs);
  }
  const othersShare = others();
  const figure = (how: string, waits: number[]) =>
    createFigure({
      ...{ bench, name: `update posted → visible on another process by ${how}, p99`, against: '' },
      ...{ value: percentile(waits, 0.99), unit: 'ms', target: { value: 50, is: 'most' }, othersShare },
      note: `p50 ${percentile(waits, 0.5).toFixed(1)} ms of ${waits.length} updates`,
    });
  return { ...emptyResult(), figures: [figure('stream', byStream), figure('polling', byPolls)] };
}

export async function measureLive(options: BenchOptions): Promise<BenchResult> {
  const { report } = options;
  // This process sends the polls, so it is the load.
  await pin(process.pid, (await cores()).load);
  try {
    return await scoped(bench, async (scope) => {
      const setUp = await setUpBench(scope, options);
      // One after the other, so that each connection can be attributed.
      // With metrics a server also looks at the store by itself, which reads.
      const env = { ADMIN_PORT: 'off' };
      const servers: [BenchServer, BenchServer] = [await setUp.serve({ env }), await setUp.serve({ env })];
      const feed = await startPosts(scope, servers[0].url);
      const layout = await cores();
      const watch = () => {
        const watched = [
          watchOthers(
            layout.server,
            servers.flatMap(({ pid }) => familyOf(pid)),
          ),
          watchOthers(layout.load, [process.pid, ...(layout.redis === layout.load ? [setUp.redis.pid] : [])]),
        ];
        return () => Math.max(...watched.map((share) => share()));
      };
      const parts = { scope, setUp, servers, feed, watch, report };
      const [reads, visible] = [await readsPerPost(parts), await measureVisibility(parts)];
      return { ...reads, figures: [...reads.figures, ...visible.figures] };
    });
  } finally {
    await unpin(process.pid);
  }
}

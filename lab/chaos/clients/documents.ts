import { setTimeout as sleep } from 'node:timers/promises';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { news } from '../../../contracts/world/news.ts';
import { pick } from '../../../contracts/world/night/random.ts';
import { both } from '../../../contracts/world/text.ts';
import { putRecords } from '../../../server/content/put-and-remove.ts';
import { NoSuchGeneration } from '../../../server/store/content/diff.ts';
import { PublishInProgress } from '../../../server/store/content/publish.ts';
import type { Store } from '../../../server/store/index.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { follow } from '../../../test/support/http/follow.ts';
import type { Write } from '../history/operations.ts';
import { type Lane, staleMsOf, timesOf } from './lane.ts';

/** Events of feeds, which content does not have. */
export const feeds = [5001, 5002] as const;
export const feedRegister = (event: number) => `feed ${event}`;
export const contentRegister = 'content news';

/** A snapshot that has its number in several places. */
export const snapshotWith = (event: number, number: number) => ({
  sequence: number,
  FMLiveFeed: {
    EventID: String(event),
    Venue: `Arena ${number}`,
    // Long enough that a reply takes more than one packet.
    Fights: Array.from({ length: 8 }, (_, index) => ({ FightID: String(index + 1), WeightClass: `Arena ${number}` })),
  },
});

const namedNumbers = (text: string) => [...text.matchAll(/"Arena (\d+)"/g)].map(([, number]) => number as string);

/** Posts one snapshot after the other, as the supplier does: again after an error, but for some that it leaves out. */
export async function runFeed(lane: Lane, event: number, first: number): Promise<void> {
  const { random, stage } = lane;
  const path = '/api/v1/us/fight_metrics/update_live_event';
  for (let number = first; !stage.isOver(); number++) {
    const mayLeaveOut = random() < 0.3;
    for (let isTaken = false; !isTaken && !stage.isOver(); ) {
      const asked = await lane.ask(lane.anyServer(), 'POST', path, snapshotWith(event, number), feedKey);
      isTaken = asked.status === 200;
      stage.recorder.add({
        ...timesOf(asked),
        ...{ kind: 'update', register: feedRegister(event), value: String(number), countedIn: null, isUnfit: false },
        applied: isTaken ? (JSON.parse(asked.text) as { applied: boolean }).applied : null,
      });
      await lane.pause(50, 200);
      if (mayLeaveOut) break;
    }
  }
}

/** Reads feeds and content. */
export async function runReader(lane: Lane): Promise<void> {
  const { random, stage } = lane;
  while (!stage.isOver()) {
    if (random() < 0.5) await readFeed(lane, lane.anyServer(), pick(random, feeds));
    else await readNews(lane, lane.anyServer(), random() < 0.5 ? '/news' : `/news/${edited[0]}`);
    await lane.pause(10, 80);
  }
}

export async function readFeed(lane: Lane, server: number, event: number): Promise<void> {
  const path = `/fight_metrics/live_event/${event}`;
  const asked = await lane.ask(server, 'GET', `/api/v1/us${path}`);
  lane.stage.recorder.add({
    ...timesOf(asked),
    ...{ kind: 'live', register: feedRegister(event), path, staleMs: staleMsOf(asked) },
    values: asked.status === 200 ? namedNumbers(asked.text) : null,
  });
}

/** Two articles that the editor always changes together; the first shows the title of the second as related. */
const edited = [90206, 90207] as const;

export async function readNews(lane: Lane, server: number, path: string): Promise<void> {
  const asked = await lane.ask(server, 'GET', `/api/v1/us${path}`);
  lane.stage.recorder.add({
    ...timesOf(asked),
    ...{ kind: 'content', register: contentRegister, path, staleMs: staleMsOf(asked) },
    values: asked.status === 200 ? namedNumbers(asked.text) : null,
  });
}

/** Puts the two articles with a number in their titles. @returns the generation. */
export async function putNews(store: Store, number: number): Promise<number> {
  const rows = news
    .filter(({ id }) => edited.some((one) => one === id))
    .map((record, index) => ({
      line: index + 1,
      column: 1,
      value: { ...record, title: both(`Arena ${number}`, `Arena ${number}`) },
    }));
  const source = { collection: 'news', file: 'news', bytes: 0, rows: [rows], read: () => 0 } as const;
  return (await putRecords(store, source, { who: 'chaos' })).generation;
}

/** The answer of a change of content, as if it were a request. */
function answerOf(error: unknown): Pick<Write, 'status' | 'problem'> {
  if (error instanceof NoSuchGeneration || error instanceof PublishInProgress) return { status: 409, problem: null };
  if (error instanceof OutcomeUnknown) return { status: 503, problem: 'outcome-unknown' };
  if (error instanceof StoreUnavailable) return { status: 503, problem: 'service-unavailable' };
  throw error;
}

/** Edits articles, and takes some of the changes back. */
export async function runEditor(
  lane: Lane,
  store: Store,
  first: { number: number; generation: number },
): Promise<void> {
  const { random, stage } = lane;
  let known = [first];
  for (let number = first.number + 1; !stage.isOver(); number++) {
    const back = random() < 0.2 ? known.at(-2) : undefined;
    const invokedMs = performance.now();
    let answer: Pick<Write, 'status' | 'problem'> = { status: 200, problem: null };
    try {
      const generation = back
        ? (await store.content.generations.rollBack(back.generation, 'chaos')).generation
        : await putNews(store, number);
      known = [...known.slice(-4), { number: back?.number ?? number, generation }];
    } catch (error) {
      answer = answerOf(error);
    }
    stage.recorder.add({
      ...{ lane: lane.name, connection: 0, server: -1, invokedMs, completedMs: performance.now(), ...answer },
      ...{ kind: back ? 'rollback' : 'put', register: contentRegister, value: String(back?.number ?? number) },
      ...{ countedIn: null, isUnfit: false, applied: null },
    });
    await lane.pause(100, 500);
  }
}

/** How often arrivals of a stream are looked at; each has its own time. */
const lookMs = 50;

/** Longer than a server that is not stopped takes to answer. */
const openTimeoutMs = 3_000;

/** Opens a stream; undefined when there is none in time. */
async function openStream(url: string, lastId: string | undefined) {
  const opened = follow(url, lastId).catch(() => undefined);
  const stream = await Promise.race([opened, sleep(openTimeoutMs, 'late' as const)]);
  if (stream !== 'late') return stream;
  opened.then((late) => late?.close());
  return undefined;
}

/** Follows a feed, over every reconnection. */
export async function runFollower(lane: Lane, event: number): Promise<void> {
  const { stage, name } = lane;
  let lastId: string | undefined;
  for (let connection = 1; !stage.isOver(); connection++) {
    const server = lane.anyServer();
    const url = `${stage.urls[server]}/api/v1/us/fight_metrics/live_event/${event}`;
    const stream = await openStream(url, lastId);
    let isFirst = lastId === undefined;
    for (let read = 0; stream && stream.status === 200; ) {
      for (const { id, data } of stream.events.slice(read)) {
        const arrivedMs = stream.times[read++] as number;
        lastId = id;
        stage.recorder.add({
          ...{ kind: 'event', lane: name, connection, server, status: 200, problem: null, isFirst },
          ...{ invokedMs: arrivedMs, completedMs: arrivedMs, register: feedRegister(event) },
          ...{ eventId: Number(id), values: namedNumbers(data) },
        });
        isFirst = false;
      }
      if (stage.isOver() || stream.hasEnded()) break;
      await sleep(lookMs);
    }
    stream?.close();
    await lane.pause(50, 300);
  }
}

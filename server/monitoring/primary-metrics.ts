import { Layout } from './layout.ts';
import { Recorder, type UnwrittenLines } from './recorder.ts';

const layout = new Layout();
const ends = ['replaced', 'died'] as const;
const workerStarts = layout.counter('fightcard_worker_starts_total', 'Processes that began to answer requests.');
const workerEnds = layout.counter('fightcard_worker_ends_total', 'Workers that ended, by reason.', { reason: ends });
const workersReady = layout.gauge('fightcard_workers_ready', 'Processes that answer requests now.');
const workersWanted = layout.gauge('fightcard_workers_wanted', 'Processes that should answer requests.');
const redisUp = layout.gauge('fightcard_redis_up', 'Whether Redis answered the last look, 1 or 0.');
const redisWritable = layout.gauge('fightcard_redis_writable', 'Whether Redis took a write at the last look, 1 or 0.');
const generation = layout.gauge('fightcard_content_generation', 'Number of the generation of content served.');
const published = layout.gauge(
  'fightcard_content_published_timestamp_seconds',
  'When the content served was published; 0 while unknown.',
);
const onAir = layout.gauge('fightcard_feed_on_air', 'Whether the feed of an event is on air, 1 or 0.');
const feedChanged = layout.gauge(
  'fightcard_feed_changed_timestamp_seconds',
  'When the last live update of the event on air was applied; 0 without one.',
);

/** What the primary counts, or the only process. */
export class PrimaryMetrics {
  readonly #recorder: Recorder;

  /** @param path the file for its numbers. */
  constructor(path: string) {
    this.#recorder = new Recorder(layout, path);
  }

  /** @param unwritten of the log of this process, as it counts them. */
  log(unwritten: UnwrittenLines): void {
    this.#recorder.sampleLog(unwritten);
  }

  /** How many processes answer requests, and how many should. */
  workers(ready: number, wanted: number): void {
    this.#recorder.set(workersReady, ready);
    this.#recorder.set(workersWanted, wanted);
    this.#recorder.flush();
  }

  workerStarted(): void {
    this.#recorder.add(workerStarts);
  }

  workerEnded(reason: (typeof ends)[number]): void {
    this.#recorder.add(workerEnds + ends.indexOf(reason));
  }

  redis(isUp: boolean, isWritable: boolean): void {
    this.#recorder.set(redisUp, isUp ? 1 : 0);
    this.#recorder.set(redisWritable, isWritable ? 1 : 0);
  }

  /** @param publishedMs undefined where the generation does not say. */
  content(number: number, publishedMs: number | undefined): void {
    this.#recorder.set(generation, number);
    this.#recorder.set(published, (publishedMs ?? 0) / 1_000);
  }

  /** @param changedMs when its last update was applied; undefined without an event on air. */
  feed(changedMs: number | undefined): void {
    this.#recorder.set(onAir, changedMs === undefined ? 0 : 1);
    this.#recorder.set(feedChanged, (changedMs ?? 0) / 1_000);
  }
}

import { MetricSet } from './registry.ts';

export class PrimaryMetrics extends MetricSet {
  readonly #workerStarts = this.counter('fightcard_worker_starts_total', 'Processes that began to answer requests.');
  readonly #workerEnds = this.counter('fightcard_worker_ends_total', 'Workers that ended, by reason.', {
    reason: ['replaced', 'died'],
  });
  readonly #workersReady = this.gauge('fightcard_workers_ready', 'Processes that answer requests now.');
  readonly #workersWanted = this.gauge('fightcard_workers_wanted', 'Processes that should answer requests.');
  readonly #redisUp = this.gauge('fightcard_redis_up', 'Whether Redis answered the last look, 1 or 0.');
  readonly #redisWritable = this.gauge(
    'fightcard_redis_writable',
    'Whether Redis took a write at the last look, 1 or 0.',
  );
  readonly #generation = this.gauge('fightcard_content_generation', 'Number of the generation of content served.');
  readonly #published = this.gauge(
    'fightcard_content_published_timestamp_seconds',
    'When the content served was published; 0 while unknown.',
  );
  readonly #onAir = this.gauge('fightcard_feed_on_air', 'Whether the feed of an event is on air, 1 or 0.');
  readonly #feedChanged = this.gauge(
    'fightcard_feed_changed_timestamp_seconds',
    'When the last live update of the event on air was applied; 0 without one.',
  );

  workers(ready: number, wanted: number): void {
    this.#workersReady.set(ready);
    this.#workersWanted.set(wanted);
  }

  workerStarted(): void {
    this.#workerStarts.inc();
  }

  workerEnded(reason: 'replaced' | 'died'): void {
    this.#workerEnds.inc({ reason });
  }

  redis(isUp: boolean, isWritable: boolean): void {
    this.#redisUp.set(isUp ? 1 : 0);
    this.#redisWritable.set(isWritable ? 1 : 0);
  }

  /** @param publishedMs undefined if the generation does not record it. */
  content(number: number, publishedMs: number | undefined): void {
    this.#generation.set(number);
    this.#published.set((publishedMs ?? 0) / 1_000);
  }

  /** @param changedMs when its last update was applied; undefined if no event is on air. */
  feed(changedMs: number | undefined): void {
    this.#onAir.set(changedMs === undefined ? 0 : 1);
    this.#feedChanged.set((changedMs ?? 0) / 1_000);
  }
}

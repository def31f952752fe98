import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry, type RegistryContentType } from 'prom-client';
import type { Silence } from './probes.ts';

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** How long a scrape waits for a process; one that hangs appears with its last metrics. */
const collectTimeoutMs = 1_000;

export class Processes {
  readonly #running = new Map<number, { beatMs: number; metrics: Metrics }>();
  /** The counters of processes that have ended. */
  #ended: Promise<Metrics> = Promise.resolve([]);
  #collecting: { missing: Set<number>; done: PromiseWithResolvers<void> } | undefined;

  beat(pid: number): void {
    const known = this.#running.get(pid);
    this.#running.set(pid, { metrics: known?.metrics ?? [], beatMs: performance.now() });
  }

  /** @param json see `metricsOf`. */
  report(pid: number, json: string): void {
    this.#running.set(pid, { beatMs: performance.now(), metrics: JSON.parse(json) as Metrics });
    this.#answered(pid);
  }

  end(pid: number): void {
    const counters = (this.#running.get(pid)?.metrics ?? []).filter(({ type }) => String(type) !== 'gauge');
    this.#running.delete(pid);
    this.#ended = this.#ended.then((before) => AggregatorRegistry.aggregate([before, counters]).getMetricsAsJSON());
    this.#answered(pid);
  }

  /**
   * How long each event loop has been blocked. The primary forwards the reports of workers, so a worker's time ends when the
   * primary last ran.
   */
  silences(): Silence[] {
    const nowMs = performance.now();
    const primaryMs = this.#running.get(process.pid)?.beatMs ?? nowMs;
    return [...this.#running].map(([pid, { beatMs }]) => ({
      pid,
      seconds: Math.max(0, (pid === process.pid ? nowMs : primaryMs) - beatMs) / 1_000,
    }));
  }

  /**
   * The sums over all processes, as text.
   *
   * @param request requests the metrics of all processes.
   * @param own further metrics.
   */
  async expose(request: () => void, own: Registry, format: RegistryContentType): Promise<string> {
    if (!this.#collecting) {
      this.#collecting = { missing: new Set(this.#running.keys()), done: Promise.withResolvers() };
      request();
    }
    const collecting = this.#collecting;
    await Promise.race([collecting.done.promise, sleep(collectTimeoutMs)]);
    if (this.#collecting === collecting) this.#collecting = undefined;
    const running = [...this.#running.values()].map(({ metrics }) => metrics);
    const all = [await this.#ended, ...running, await own.getMetricsAsJSON()];
    // In OpenMetrics the name of a counter has no suffix; prom-client adds it to the names of the series.
    const nameOf = (name: string) =>
      format === AggregatorRegistry.OPENMETRICS_CONTENT_TYPE ? name.replace(/_total$/, '') : name;
    const registry = AggregatorRegistry.aggregate<RegistryContentType>(
      all.map((metrics) => metrics.map((metric) => ({ ...metric, name: nameOf(metric.name) }))),
    );
    registry.setContentType(format);
    return registry.metrics();
  }

  #answered(pid: number): void {
    this.#collecting?.missing.delete(pid);
    if (this.#collecting?.missing.size === 0) this.#collecting.done.resolve();
  }
}

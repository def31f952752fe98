import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../contracts/version.ts';

/** The values of each label. They are all listed, so the number of series never depends on requests. */
type Labels = Readonly<Record<string, readonly string[]>>;

/** Log lines that a process did not write: `repeated`, too many like it in one second; `output`, the write failed. */
export type UnwrittenLines = Record<'repeated' | 'output', number>;

/** Every combination of label values; the last label changes fastest. */
const combinationsOf = (labels: Labels) =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((before) => values.map((value) => ({ ...before, [name]: value }))),
    [{}],
  );

/** Declares metrics in a registry. All their series exist from the start, because alerts need the zeros. */
export class MetricSet {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  protected counter(name: string, help: string, labels: Labels = {}): Counter {
    const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: this.#registers });
    for (const series of combinationsOf(labels)) counter.inc(series, 0);
    return counter;
  }

  /**
   * A counter for hot paths: `inc` of prom-client takes 600 ns.
   *
   * @returns the counts, for the caller to increase: one per series, the last label changes fastest.
   */
  protected counts(name: string, help: string, labels: Labels): Float64Array {
    const all = combinationsOf(labels);
    const counts = new Float64Array(all.length);
    new Counter({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [index, series] of all.entries()) this.inc(series, counts[index] ?? 0);
      },
    });
    return counts;
  }

  /** @param read gives the value at each scrape; with labels, one per series. */
  protected gauge(name: string, help: string, read?: () => number | number[], labels: Labels = {}): Gauge {
    const all = combinationsOf(labels);
    return new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: this.#registers,
      collect() {
        const values = read ? [read()].flat() : [];
        for (const [index, value] of values.entries()) this.set(all[index] ?? {}, value);
      },
    });
  }

  protected histogram(name: string, help: string, buckets: number[], labels: Labels = {}): Histogram {
    const histogram = new Histogram({
      name,
      help,
      buckets,
      labelNames: Object.keys(labels),
      registers: this.#registers,
    });
    for (const series of combinationsOf(labels)) histogram.zero(series);
    return histogram;
  }
}

/**
 * The metrics of one process, with those that every process has.
 *
 * @param unwritten the log of the process counts here.
 */
export function createRegistry(unwritten: UnwrittenLines): Registry {
  const registry = new Registry();
  const registers = [registry];
  // The version of this process: workers may run newer code than the primary.
  new Gauge({
    name: 'fightcard_build_info',
    help: 'The running version, in a label; always 1.',
    labelNames: ['version'],
    registers,
    aggregator: 'max',
  }).set({ version }, 1);
  new Counter({
    name: 'fightcard_log_lines_suppressed_total',
    help: 'Lines of the log that were not written: another stands for them, or the output took none.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(unwritten)) this.inc({ reason }, count);
    },
  });
  return registry;
}

/** `getMetricsAsJSON` of prom-client as text: the primary passes it on without parsing it. */
export const metricsOf = async (registry: Registry) => JSON.stringify(await registry.getMetricsAsJSON());

import { version } from '../../contracts/version.ts';

/** Labels of a metric with all their values, in the order of the text: the number of series never depends on requests. */
export type Labels = Readonly<Record<string, readonly string[]>>;

/** A metric and where its numbers are in the array of its process. */
export interface Metric {
  name: string;
  /** One sentence. */
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  labels: Labels;
  /** Upper bounds of the buckets of a histogram, in its unit. */
  bounds?: readonly number[];
  /** How the values of several processes are combined. */
  merge: 'sum' | 'max';
  /** Index of its first number. */
  start: number;
}

/** How many numbers each series of a metric takes: a histogram one per bucket, one above all bounds, and its sum. */
export const widthOf = ({ bounds }: Pick<Metric, 'bounds'>) => (bounds ? bounds.length + 2 : 1);

/** The series of a metric: their labels, and the index of their first number. */
export function* seriesOf(metric: Metric): Generator<{ labels: Record<string, string>; at: number }> {
  const count = seriesCount(metric.labels);
  for (let nth = 0; nth < count; nth++) {
    let step = count;
    const labels = Object.fromEntries(
      Object.entries(metric.labels).map(([name, values]) => {
        step /= values.length;
        return [name, values[Math.floor(nth / step) % values.length] as string];
      }),
    );
    yield { labels, at: metric.start + nth * widthOf(metric) };
  }
}

const seriesCount = (labels: Labels) => Object.values(labels).reduce((product, { length }) => product * length, 1);

/** The index after its last number. */
export const endOf = (metric: Metric) => metric.start + seriesCount(metric.labels) * widthOf(metric);

/** Every process has it; readers turn it into an age. */
export const beatName = 'fightcard_event_loop_beat_seconds';

/** Every process has it; readers name the process by it. */
export const processIdName = 'fightcard_process_id';

/** Why a line of the log was not written. */
export const unwrittenReasons = ['repeated', 'output'] as const;

/** Gives every number of a process its index in one array. Each method returns the first index of the metric. */
export class Layout {
  readonly metrics: Metric[] = [];
  #size = 0;
  /** The number with which a process shows that its event loop runs. */
  readonly beat = this.gauge(beatName, 'When the event loop last ran, in seconds of the monotonic clock.', {}, 'max');

  readonly processId = this.gauge(processIdName, 'The id of the process.', {}, 'max');

  /** With the version of the code of this process as its label: workers may have newer code than the primary. */
  readonly build = this.gauge(
    'fightcard_build_info',
    'The running version, in a label; always 1.',
    { version: [version] },
    'max',
  );

  /** The numbers of the lines that its log does not have. */
  readonly unwritten = this.counter(
    'fightcard_log_lines_suppressed_total',
    'Lines of the log that were not written: another stands for them, or the output took none.',
    { reason: unwrittenReasons },
  );

  /** How many numbers the array has. */
  get size(): number {
    return this.#size;
  }

  counter(name: string, help: string, labels: Labels = {}): number {
    return this.#add({ name, help, type: 'counter', labels, merge: 'sum' });
  }

  /** @param merge `max` where a sum over processes means nothing. */
  gauge(name: string, help: string, labels: Labels = {}, merge: Metric['merge'] = 'sum'): number {
    return this.#add({ name, help, type: 'gauge', labels, merge });
  }

  histogram(name: string, help: string, bounds: readonly number[], labels: Labels = {}): number {
    return this.#add({ name, help, type: 'histogram', labels, bounds, merge: 'sum' });
  }

  #add(metric: Omit<Metric, 'start'>): number {
    const added = { ...metric, start: this.#size };
    this.metrics.push(added);
    this.#size = endOf(added);
    return added.start;
  }
}

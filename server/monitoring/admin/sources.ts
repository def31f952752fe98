import { rmSync } from 'node:fs';
import { beatName, type Labels, type Metric, processIdName, seriesOf, widthOf } from '../layout.ts';
import { readValuesFile, type WrittenValues } from '../values-file.ts';

/** A metric with the numbers of all processes combined. */
export interface Combined extends Metric {
  series: Map<string, { labels: Record<string, string>; numbers: number[] }>;
}

export interface Beat {
  /** Undefined for a worker of an earlier version. */
  pid: number | undefined;
  /** On the monotonic clock. */
  seconds: number;
}

/** The numbers of all processes at one moment. */
export interface Numbers {
  /** By name, in the order in which processes declare them. */
  metrics: ReadonlyMap<string, Combined>;
  /** When the event loop of each process last ran; without those that begin. */
  beats: readonly Beat[];
}

/** The numbers of processes, living and ended, by the files that they write. */
export class Sources {
  readonly #paths = new Set<string>();
  /** Those of processes that have ended, until they were read for the last time. */
  readonly #last = new Set<string>();
  /** What ended processes counted. */
  readonly #ended = new Map<string, Combined>();

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Keeps the counters of a process that has ended, and removes its file. Its gauges end with it. */
  end(path: string): void {
    if (!this.#paths.delete(path)) return;
    this.#last.add(path);
    try {
      this.#keepEnded();
    } catch {
      // Without a free file descriptor none can be read; the next reader tries again.
    }
  }

  #keepEnded(): void {
    for (const path of this.#last) {
      const file = readValuesFile(path);
      if (file) addFile(this.#ended, file, ({ type }) => type !== 'gauge');
      this.#last.delete(path);
      rmSync(path, { force: true });
    }
  }

  /** What all files say now. Reads each of them once. @throws errors of the file system, rather than a part of the sums. */
  read(): Numbers {
    this.#keepEnded();
    const metrics = new Map<string, Combined>();
    const beats: Beat[] = [];
    for (const file of [...this.#paths].flatMap((path) => readValuesFile(path) ?? [])) {
      addFile(metrics, file, ({ name }) => name !== beatName && name !== processIdName);
      const read = (wanted: string) => {
        const metric = file.metrics.find(({ name }) => name === wanted);
        return metric && file.values[metric.start];
      };
      const seconds = read(beatName);
      if (seconds !== undefined) beats.push({ pid: read(processIdName), seconds });
    }
    for (const metric of this.#ended.values()) addMetric(metrics, metric, metric.series.values());
    return { metrics, beats };
  }
}

const keyOf = (labels: Labels | Record<string, string>) => JSON.stringify(labels);

function addFile(to: Map<string, Combined>, file: WrittenValues, isWanted: (metric: Metric) => boolean): void {
  for (const metric of file.metrics.filter(isWanted)) {
    const width = widthOf(metric);
    const series = [...seriesOf(metric)].map(({ labels, at }) => ({
      labels,
      numbers: Array.from(file.values.subarray(at, at + width)),
    }));
    addMetric(to, metric, series);
  }
}

function addMetric(
  to: Map<string, Combined>,
  metric: Metric,
  series: Iterable<{ labels: Record<string, string>; numbers: readonly number[] }>,
): void {
  const known = to.get(metric.name) ?? { ...metric, series: new Map() };
  to.set(metric.name, known);
  // Newer code has other buckets: their counts cannot be added.
  if (keyOf({ bounds: known.bounds ?? [] } as never) !== keyOf({ bounds: metric.bounds ?? [] } as never)) return;
  for (const { labels, numbers } of series) {
    const before = known.series.get(keyOf(labels))?.numbers;
    const combine = (value: number, index: number) =>
      metric.merge === 'max' ? Math.max(value, before?.[index] ?? value) : value + (before?.[index] ?? 0);
    known.series.set(keyOf(labels), { labels, numbers: numbers.map(combine) });
  }
}

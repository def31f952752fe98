import { AggregatorRegistry, type RegistryContentType } from 'prom-client';
import type { Combined } from './sources.ts';

const prometheus = 'text/plain; version=0.0.4; charset=utf-8' satisfies RegistryContentType;
const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8' satisfies RegistryContentType;

/** OpenMetrics to a client that names it, as Prometheus does; the text format to all others. */
export const formatFor = (accept = ''): RegistryContentType =>
  /\bapplication\/openmetrics-text\b/i.test(accept) ? openMetrics : prometheus;

interface Value {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}

/** What is written of a metric. */
export type Exposed = Pick<Combined, 'name' | 'help' | 'type' | 'bounds' | 'series'>;

function histogramValues(name: string, bounds: readonly number[], { series }: Exposed): Value[] {
  return [...series.values()].flatMap(({ labels, numbers }) => {
    let count = 0;
    const buckets = [...bounds, '+Inf'].map((le, index) => {
      count += numbers[index] as number;
      return { value: count, labels: { le, ...labels }, metricName: `${name}_bucket` };
    });
    const sum = numbers[bounds.length + 1] as number;
    return [
      ...buckets,
      { value: sum, labels, metricName: `${name}_sum` },
      { value: count, labels, metricName: `${name}_count` },
    ];
  });
}

/** Writes metrics in a format. */
export function expose(metrics: Iterable<Exposed>, format: RegistryContentType): Promise<string> {
  const described = [...metrics].map((metric) => {
    const { help, type, bounds, series } = metric;
    // In OpenMetrics the name of a counter has no suffix, and prom-client adds it to the names of its series.
    const name = format === openMetrics && type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
    const values: Value[] = bounds
      ? histogramValues(name, bounds, metric)
      : [...series.values()].map(({ labels, numbers }) => ({ value: numbers[0] as number, labels }));
    return { name, help, type, values, aggregator: 'first' };
  });
  const registry = AggregatorRegistry.aggregate([described]);
  // Its types know one format for each registry.
  registry.setContentType(format as typeof prometheus);
  return registry.metrics();
}

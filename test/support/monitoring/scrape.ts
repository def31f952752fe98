import { eventually } from '../run/eventually.ts';
import type { ServerProcess } from '../server/server-process.ts';

/** One number of an exposition. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const line = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const special: Record<string, number> = { '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY };

/** A watch reads the same thousands of labels again and again: what was read before is the same object. */
const read = new Map<string, Readonly<Record<string, string>>>();

function labelsOf(text: string): Readonly<Record<string, string>> {
  const known = read.get(text);
  if (known) return known;
  const pairs = [...text.matchAll(label)].map(([, key = '', value = '']) => [key, value] as const);
  const labels = Object.freeze(Object.fromEntries(pairs));
  read.set(text, labels);
  return labels;
}

/** Reads the text format of Prometheus. @throws {Error} with a line that is none. */
export function parseExposition(text: string): Sample[] {
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const { name = '', labels = '', value = '' } = line.exec(row)?.groups ?? {};
      if (name === '') throw new Error(`not a line of an exposition: ${row}`);
      return { name, labels: labelsOf(labels), value: special[value] ?? Number(value) };
    });
}

/** The sum of all series of a metric that have these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const own = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (own.length === 0) throw new Error(`there is no series ${name} ${JSON.stringify(labels)}`);
  return own.reduce((sum, { value }) => sum + value, 0);
}

/** The address of the admin port, which the line `ready` of a server has. */
export async function adminUrlOf(server: ServerProcess): Promise<string> {
  await server.ready;
  const url = () => /"admin":"(http:[^"]+)"/.exec(server.output())?.[1];
  await eventually(() => url() !== undefined, 'the server names its admin port');
  return url() ?? '';
}

export async function scrape(adminUrl: string): Promise<Sample[]> {
  const reply = await fetch(`${adminUrl}/metrics`);
  if (reply.status !== 200) throw new Error(`/metrics answers ${reply.status}`);
  return parseExposition(await reply.text());
}

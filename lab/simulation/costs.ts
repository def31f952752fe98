import { readFileSync } from 'node:fs';

const results = new URL('../bench/RESULTS.md', import.meta.url);

/** What a request costs, in microseconds of CPU of one core. */
export interface Costs {
  /** A cached read, on a worker. */
  read: number;
  /** A vote or scorecard on a worker, by the number of masters that it was measured with. */
  ballot: ReadonlyMap<number, number>;
  /** A call of the script on a master, without its ballots, and each ballot in it. */
  call: number;
  inCall: number;
  /** A connection to Redis within one machine and a vote that waits for nothing, both ways, in milliseconds: p50. */
  p50Ms: number;
}

/** Tables of a document by their headings: rows of cells. */
function tablesOf(markdown: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  let heading = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    else if (line.startsWith('| ')) {
      const rows = tables.get(heading) ?? [];
      rows.push(line.slice(2, -2).split(' | '));
      tables.set(heading, rows);
    }
  }
  return tables;
}

/**
 * Reads the costs from the results of the benches.
 *
 * @throws {Error} naming the table, row or column that is missing or no number.
 */
export function readCosts(markdown = readFileSync(results, 'utf8')): Costs {
  const tables = tablesOf(markdown);
  const table = (start: string) => {
    const found = [...tables].find(([heading]) => heading.startsWith(start))?.[1];
    if (!found) throw new Error(`RESULTS.md has no table "${start}…"`);
    return found;
  };
  const cell = (start: string, row: string, column: string) => {
    const [head = [], ...rows] = table(start);
    const found = rows.find(([name]) => name === row)?.[head.indexOf(column)];
    const value = Number(found);
    if (found === undefined || Number.isNaN(value))
      throw new Error(`RESULTS.md, "${start}…": "${row}" has no number in "${column}"`);
    return value;
  };
  const masters = 'Votes on one fight by masters';
  const measured = table(masters)
    .slice(2)
    .map(([name = '']) => [Number(name), cell(masters, name, 'server CPU µs')] as const);
  const buckets = 'A vote by the buckets';
  const inCall = cell(buckets, '1', 'Redis CPU µs');
  const alone = cell('vote, appendfsync everysec', 'redis-benchmark, same script', 'Redis µs/request');
  return {
    read: cell('cached GET, 1.2 KB', 'fightcard', 'CPU µs/request'),
    ballot: new Map(measured),
    call: alone - inCall,
    inCall,
    p50Ms:
      table('Votes at a fixed rate, appendfsync everysec')
        .slice(2)
        .map((row) => Number(row[6]))[0] ?? Number.NaN,
  };
}

/** The cost of a ballot on a worker at the nearest number of masters that was measured. */
export function ballotCost({ ballot }: Costs, masters: number): number {
  const distance = (measured: number) => Math.abs(measured - masters);
  const [nearest] = [...ballot].toSorted(([a], [b]) => distance(a) - distance(b));
  if (!nearest) throw new Error('no cost of a ballot is known');
  return nearest[1];
}

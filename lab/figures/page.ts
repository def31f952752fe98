import type { Origin } from '../../test/support/run/origin.ts';
import type { Shown } from './parts/part.ts';

/** Where `--write` keeps the figures, from the root of the repository. */
export const figuresPath = 'test/RELIABILITY.md';

/** A row of the page, without its sentences about what went wrong: a row with such is not written. */
export interface FigureRow extends Omit<Shown, 'faults'> {
  /** Of the part; the page has one row of each. */
  name: string;
  claim: string;
  /** That made it. */
  command: string;
  origin: Origin;
}

const head = `# Results of large runs with faults, attacks and load

\`npm --prefix lab run figures -- --write\` replaces the row of each part that succeeds. A part fails if its claim is wrong, or if the same
measurement does not find the planted defect of its control. [The catalogue](reliability/README.md) lists what the tests show in every run.

| part | claim | figure | control | command | when, commit, machine |
| --- | --- | --- | --- | --- | --- |
`;

const nameIn = (line: string) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? '';

function lineOf({ name, claim, figure, control, command, origin }: FigureRow): string {
  const when = `${origin.date}, ${origin.commit}, ${origin.machine}`;
  const cells = [name, claim, figure, control, `\`${command}\``, when];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/**
 * The page with a new row in the place of the one with its name.
 *
 * @param page as it is; empty for the first row.
 * @param order names of rows; others follow, sorted.
 */
export function withRow(page: string, row: FigureRow, order: readonly string[]): string {
  const [, ...lines] = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const placeOf = (line: string) => {
    const place = order.indexOf(nameIn(line));
    return place < 0 ? order.length : place;
  };
  const others = lines.filter((line) => nameIn(line) !== row.name);
  const rows = [...others, lineOf(row)].sort(
    (a, b) => placeOf(a) - placeOf(b) || nameIn(a).localeCompare(nameIn(b), 'en', { numeric: true }),
  );
  return `${head}${rows.join('\n')}\n`;
}

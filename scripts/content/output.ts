import { type ErrorSummary, formatContentError } from '../../server/content/errors.ts';

/** Standard output or the error output. */
export interface Output {
  write(text: string): unknown;
}

const number = new Intl.NumberFormat('en-US');

/** `1 error`, `1,200 errors`. */
export const formatNumber = (count: number, singular: string) =>
  `${number.format(count)} ${singular}${count === 1 ? '' : 's'}`;

/** `3 fighters, 1 events`. */
export const formatCounts = (counts: Iterable<readonly [string, number | undefined]>) =>
  Array.from(counts, ([name, count]) => `${count ?? 0} ${name}`).join(', ');

export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Warnings of one kind that are shown. */
export const shownOfKind = 3;

/** Prints the first of each kind, and how many more there are. */
function printSummary(stderr: Output, summary: ErrorSummary, prefix: string): void {
  for (const { kind, count, first } of summary.groups) {
    const shown = kind === undefined ? first : first.slice(0, shownOfKind);
    for (const error of shown) stderr.write(`${prefix}${formatContentError(error)}\n`);
    const more = count - shown.length;
    if (more > 0) stderr.write(`${prefix}and ${number.format(more)} more${kind === undefined ? '' : `: ${kind}`}\n`);
  }
}

export function printWarnings(stderr: Output, warnings: ErrorSummary): void {
  if (warnings.count === 0) return;
  printSummary(stderr, warnings, 'warning: ');
  const kinds = Object.entries(warnings.kinds).map(([kind, count]) => `${number.format(count)} ${kind}`);
  stderr.write(`${formatNumber(warnings.count, 'warning')} (${kinds.join(', ')}); --strict refuses them.\n`);
}

export function printErrors(stderr: Output, errors: ErrorSummary): void {
  printSummary(stderr, errors, '');
  const stopped = errors.isTooMany ? '; reading stopped there' : '';
  stderr.write(`Nothing was published: ${formatNumber(errors.count, 'error')} in the content${stopped}.\n`);
}

const drawMs = 100;

/** A line of progress on a terminal, such as `12,000 news  45 %`. Nothing elsewhere. */
export class ProgressBar {
  #drawnMs = 0;
  readonly #stderr: Output | undefined;

  /** @param quiet prints nothing. */
  constructor({ stderr, isTerminal }: { stderr: Output; isTerminal: boolean }, quiet: boolean) {
    this.#stderr = isTerminal && !quiet ? stderr : undefined;
  }

  /** @param total in the unit of `done`; 0 when it is unknown. */
  show(what: string, records: number, done = 0, total = 0): void {
    const now = Date.now();
    if (now - this.#drawnMs < drawMs) return;
    this.#drawnMs = now;
    const percent = total > 0 ? `  ${Math.floor((100 * done) / total)} %` : '';
    this.#stderr?.write(`\r\u001b[K${number.format(records)} ${what}${percent}`);
  }

  /** Clears the line. */
  end(): void {
    this.#stderr?.write('\r\u001b[K');
  }
}

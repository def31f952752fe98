import { hostname, userInfo } from 'node:os';
import type { ErrorSummary } from '../../server/content/checking/error-summary.ts';
import { formatContentError } from '../../server/content/content-error.ts';

/** Standard output or the error output. */
export interface Output {
  write(text: string): unknown;
}

/** The arguments are wrong; the message says how. */
export class Usage extends Error {
  override name = 'Usage';
}

export function userName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A user id without a name, as in some containers.
    return hostname();
  }
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

const shownSkipped = 10;

/** Names what is in a folder and is not read. */
export function printSkipped(stderr: Output, paths: readonly string[]): void {
  for (const path of paths.slice(0, shownSkipped)) stderr.write(`${path}: skipped, is not named after a collection\n`);
  const more = paths.length - shownSkipped;
  if (more > 0) stderr.write(`and ${number.format(more)} more skipped\n`);
}

export function printRefusal(stderr: Output, errors: ErrorSummary): void {
  printSummary(stderr, errors, '');
  const stopped = errors.isTooMany ? '; reading stopped there' : '';
  stderr.write(`Nothing was published: ${formatNumber(errors.count, 'error')} in the content${stopped}.\n`);
}

function formatTimeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}

const barWidth = 24;
const drawMs = 100;
const lineMs = 10_000;

/** Shows progress: a bar with rate and time left on a terminal; elsewhere a line every ten seconds. */
export class ProgressBar {
  readonly #started = Date.now();
  #drawn = this.#started;
  readonly #stderr: Output;
  readonly #terminal: boolean;
  readonly #quiet: boolean;

  /** @param quiet prints nothing. */
  constructor({ stderr, isTerminal }: { stderr: Output; isTerminal: boolean }, quiet: boolean) {
    this.#stderr = stderr;
    this.#terminal = isTerminal;
    this.#quiet = quiet;
  }

  /** @param done and `total` in one unit; a total of 0 is not known. */
  show(what: string, records: number, done: number, total: number): void {
    const now = Date.now();
    if (this.#quiet || now - this.#drawn < (this.#terminal ? drawMs : lineMs)) return;
    this.#drawn = now;
    const seconds = (now - this.#started) / 1000;
    const part = total > 0 ? Math.min(1, done / total) : 0;
    const rate = `${number.format(Math.round(records / seconds))}/s`;
    const left = total > 0 && part > 0 ? formatTimeLeft((seconds / part) * (1 - part)) : '';
    const line = [`${number.format(records)} ${what}`, rate, left].filter(Boolean).join('  ');
    if (!this.#terminal) {
      this.#stderr.write(`${total > 0 ? `${Math.floor(part * 100)} %  ` : ''}${line}\n`);
      return;
    }
    const full = Math.round(part * barWidth);
    const bar =
      total > 0
        ? `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(part * 100)).padStart(3)} %  `
        : '';
    this.#stderr.write(`\r\u001b[K${bar}${line}`);
  }

  /** Clears the bar, so that lines can follow. */
  end(): void {
    if (!this.#quiet && this.#terminal) this.#stderr.write('\r\u001b[K');
  }
}

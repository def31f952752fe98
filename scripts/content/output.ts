import { hostname, userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { lineOf } from '../../server/content/content-error.ts';
import type { Found } from '../../server/content/found.ts';

/** Called wrongly; the message says how. */
export class Usage extends Error {
  override name = 'Usage';
}

export function ownName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A user id without a name, as in some containers.
    return hostname();
  }
}

const number = new Intl.NumberFormat('en-US');
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : many}`;

export function bytesOf(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Of each kind of warning so many are shown. */
export const shownOfKind = 3;

/** The first of each kind on lines of their own, and how many more there are. */
function printFound(found: Found, prefix: string): void {
  for (const { kind, count, first } of found.groups) {
    const lines = kind === undefined ? first : first.slice(0, shownOfKind);
    for (const fault of lines) console.error(prefix + lineOf(fault));
    const more = count - lines.length;
    if (more > 0) console.error(`${prefix}and ${number.format(more)} more${kind === undefined ? '' : `: ${kind}`}`);
  }
}

export function printWarnings(warnings: Found): void {
  if (warnings.count === 0) return;
  printFound(warnings, 'warning: ');
  const kinds = Object.entries(warnings.kinds).map(([kind, count]) => `${number.format(count)} ${kind}`);
  console.error(`${counted(warnings.count, 'warning')} (${kinds.join(', ')}); --strict refuses them.`);
}

export function printRefused(faults: Found): void {
  printFound(faults, '');
  const stopped = faults.isTooMany ? '; reading stopped there' : '';
  console.error(`Nothing was published: ${counted(faults.count, 'fault')} in the content${stopped}.`);
}

function remaining(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}

const barWidth = 24;
const drawMs = 100;
const lineMs = 10_000;

/** Work under way: a bar with rate and time left on a terminal; elsewhere a line every ten seconds. */
export class Bar {
  readonly #started = Date.now();
  #drawn = 0;
  readonly #terminal: boolean;
  readonly #quiet: boolean;

  /** @param quiet says nothing at all. */
  constructor(quiet: boolean) {
    this.#quiet = quiet;
    // In a thread, `process.stderr` is no terminal.
    this.#terminal = isatty(2);
    this.#drawn = this.#started;
  }

  /** @param done and `total` in one unit; a total of 0 is not known. */
  show(what: string, records: number, done: number, total: number): void {
    const now = Date.now();
    if (this.#quiet || now - this.#drawn < (this.#terminal ? drawMs : lineMs)) return;
    this.#drawn = now;
    const seconds = (now - this.#started) / 1000;
    const part = total > 0 ? Math.min(1, done / total) : 0;
    const rate = `${number.format(Math.round(records / seconds))}/s`;
    const left = total > 0 && part > 0 ? remaining((seconds / part) * (1 - part)) : '';
    const said = [`${number.format(records)} ${what}`, rate, left].filter(Boolean).join('  ');
    if (!this.#terminal) {
      process.stderr.write(`${total > 0 ? `${Math.floor(part * 100)} %  ` : ''}${said}\n`);
      return;
    }
    const full = Math.round(part * barWidth);
    const bar =
      total > 0
        ? `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(part * 100)).padStart(3)} %  `
        : '';
    process.stderr.write(`\r\u001b[K${bar}${said}`);
  }

  /** Takes the bar away, so that lines can follow. */
  end(): void {
    if (!this.#quiet && this.#terminal) process.stderr.write('\r\u001b[K');
  }
}

import { type ContentError, formatContentError, type RecordError } from '../content-error.ts';
import { findOffset, positionAt } from '../reading/json-position.ts';
import type { ReadRow } from '../reading/sources.ts';

/** Most errors of one kind that are shown. */
const shownOfKind = 50;
/** After this many errors reading stops: it is another kind of file, or one mistake repeated throughout. */
const mostErrors = 10_000;

/** Errors or warnings of one kind. */
export interface ErrorGroup {
  /** Undefined for errors. */
  kind: string | undefined;
  count: number;
  /** The first 50. */
  first: ContentError[];
}

/** A row and the file that it comes from. */
interface Located {
  file: string;
  row: ReadRow;
}

function locateError({ file, row: { text, line, column } }: Located, error: RecordError): ContentError {
  const position = text === undefined ? { line } : positionAt({ text, line, column }, findOffset(text, error.pointer));
  return { file, ...position, ...error, pointer: error.pointer || '/' };
}

/** The first few errors of each kind, and how many there are. */
export class ErrorSummary {
  readonly #groups = new Map<string | undefined, ErrorGroup>();
  count = 0;

  /** @returns the group when the error is to be shown. */
  #countKind(kind: string | undefined): ErrorGroup | undefined {
    this.count++;
    const group = this.#groups.get(kind) ?? { kind, count: 0, first: [] };
    this.#groups.set(kind, group);
    group.count++;
    return group.first.length < shownOfKind ? group : undefined;
  }

  add(error: ContentError): void {
    this.#countKind(error.kind)?.first.push(error);
  }

  /** Looks up the position only of errors that are shown, since that takes as long as reading the record. */
  addLocated(at: Located, error: RecordError): void {
    this.#countKind(error.kind)?.first.push(locateError(at, error));
  }

  /** Whether reading on would only find more of the same. */
  get isTooMany(): boolean {
    return this.count >= mostErrors;
  }

  /** Errors first, then warnings, the rarest kind first. */
  get groups(): ErrorGroup[] {
    const rank = ({ kind, count }: ErrorGroup) => (kind === undefined ? 0 : count);
    return [...this.#groups.values()].sort((a, b) => rank(a) - rank(b));
  }

  get first(): ContentError[] {
    return this.groups.flatMap(({ first }) => first);
  }

  /** How many warnings there are of each kind. */
  get kinds(): Record<string, number> {
    return Object.fromEntries(this.groups.flatMap(({ kind, count }) => (kind === undefined ? [] : [[kind, count]])));
  }
}

/** The content has errors; nothing was published. */
export class ContentRefused extends Error {
  override name = 'ContentRefused';
  readonly summary: ErrorSummary;

  constructor(summary: ErrorSummary) {
    super(`${summary.count} errors in the content; nothing was published.`);
    this.summary = summary;
  }

  /** The first errors, one line each: `file:line:column: pointer: what is wrong, what is expected`. */
  get lines(): string[] {
    return this.summary.first.map(formatContentError);
  }
}

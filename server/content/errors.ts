import { distance } from '../../common/pages/shared/distance.js';

/** A file or folder that cannot be read or written as content; the message starts with its path. */
export class BadPath extends Error {
  override name = 'BadPath';
}

/** Says in words why a file cannot be read or written. */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? message;
}

/** An error in content, with its position. Lines and columns count from 1. */
export interface ContentError {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  /** JSON Pointer in the record; `/` for the record itself, undefined for the file. */
  pointer?: string | undefined;
  /** The value there, in words; `found` and `expected` form a sentence. */
  found: string;
  expected?: string | undefined;
  /** Kind of a warning, such as `dates` or `reference to fighters`; undefined for an error. */
  kind?: string | undefined;
  /** An allowed value or known key that is close to what was found. */
  nearest?: string | undefined;
}

/** An error in a record, before its position in the file is known. */
export type RecordError = Omit<ContentError, 'file' | 'line' | 'column' | 'pointer'> & { pointer: string };

/** One line: `file:line:column: pointer: what is found, what is expected; did you mean "…"?` */
export function formatContentError({ file, line, column, pointer, found, expected, nearest }: ContentError): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = pointer === undefined ? position : `${position}: ${pointer}`;
  const what = expected === undefined ? found : `${found}, ${expected}`;
  return `${where}: ${what}${suggestion(nearest)}`;
}

/** `; did you mean "…"?`, or nothing. */
export const suggestion = (nearest: string | undefined) =>
  nearest === undefined ? '' : `; did you mean "${nearest}"?`;

/** A longer word is not a typing mistake, and comparing it takes long. */
const maxWordLength = 100;

const simplify = (word: string) => word.toLowerCase().replace(/[\s_'-]+/g, '');

/** The most similar word; undefined if no word is similar, or two are equally similar. */
export function closestWord(found: string, words: readonly string[]): string | undefined {
  if (found.length > maxWordLength) return undefined;
  const wanted = simplify(found);
  if (wanted === '') return undefined;
  const ranked = words
    .filter(({ length }) => length <= maxWordLength)
    .map((word) => {
      const plain = simplify(word);
      const isBeginning = wanted.length >= 3 && plain.startsWith(wanted);
      return { word, score: isBeginning ? Math.min(1, distance(wanted, plain)) : distance(wanted, plain) };
    })
    .sort((a, b) => a.score - b.score);
  const [best, second] = ranked;
  if (!best || best.score > Math.max(1, Math.floor(wanted.length / 3))) return undefined;
  return second && second.score === best.score ? undefined : best.word;
}

/** How many errors of one kind an `ErrorSummary` stores. */
const maxStored = 50;
/** After this many errors reading stops: it is another kind of file, or one mistake repeated throughout. */
const maxErrors = 10_000;

/** Errors or warnings of one kind. */
interface ErrorGroup {
  /** Undefined for errors. */
  kind: string | undefined;
  count: number;
  /** The first 50. */
  first: ContentError[];
}

/** The first errors of each kind, and how many there are. */
export class ErrorSummary {
  readonly #groups = new Map<string | undefined, ErrorGroup>();
  count = 0;

  /** @param locate finds the position of an error that is stored; it takes as long as reading the record. */
  add(error: ContentError, locate?: () => { line: number; column?: number }): void {
    this.count++;
    const group = this.#groups.get(error.kind) ?? { kind: error.kind, count: 0, first: [] };
    this.#groups.set(error.kind, group);
    group.count++;
    if (group.first.length < maxStored) group.first.push({ ...error, ...locate?.() });
  }

  /** Whether further reading would only find more of the same errors. */
  get isTooMany(): boolean {
    return this.count >= maxErrors;
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

  /** The first errors, one line each. */
  get lines(): string[] {
    return this.summary.first.map(formatContentError);
  }
}

import { distance } from '../../common/cli/distance.ts';

/** What is wrong with content, and where. Lines and columns count from 1. */
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

/** What is wrong with a record, before its position in the file is looked up. */
export type RecordError = Omit<ContentError, 'file' | 'line' | 'column' | 'pointer'> & { pointer: string };

/** One line: `file:line:column: pointer: what is found, what is expected; did you mean "…"?` */
export function formatContentError({ file, line, column, pointer, found, expected, nearest }: ContentError): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = pointer === undefined ? position : `${position}: ${pointer}`;
  const what = expected === undefined ? found : `${found}, ${expected}`;
  return `${where}: ${what}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

/** A longer word is no typing mistake, and comparing it takes long. */
const longestWord = 100;

const simplify = (word: string) => word.toLowerCase().replace(/[\s_'-]+/g, '');

/** The word that was likely meant; undefined when none is close, or two are equally close. */
export function closestWord(found: string, words: readonly string[]): string | undefined {
  if (found.length > longestWord) return undefined;
  const wanted = simplify(found);
  if (wanted === '') return undefined;
  const ranked = words
    .filter(({ length }) => length <= longestWord)
    .map((word) => {
      const plain = simplify(word);
      const begins = wanted.length >= 3 && plain.startsWith(wanted);
      return { word, score: begins ? Math.min(1, distance(wanted, plain)) : distance(wanted, plain) };
    })
    .sort((a, b) => a.score - b.score);
  const [best, second] = ranked;
  if (!best || best.score > Math.max(1, Math.floor(wanted.length / 3))) return undefined;
  return second && second.score === best.score ? undefined : best.word;
}

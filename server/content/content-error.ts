import { distance } from '../../contracts/command-line/distance.ts';

/** What is wrong with content, and where; lines and columns from 1. */
export interface Fault {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  /** JSON Pointer in the record; `/` for the record itself, undefined for the file. */
  pointer?: string | undefined;
  /** What stands there, in words; with `expected` it makes a sentence. */
  found: string;
  expected?: string | undefined;
  /** Of what would be a warning: its kind, such as `dates` or `reference to fighters`; undefined for any other fault. */
  kind?: string | undefined;
  /** An allowed value or known key that is close to what was found. */
  nearest?: string | undefined;
}

const placeOf = ({ file, line, column }: Fault) => [file, line, column].filter((part) => part !== undefined).join(':');

/** One line: `file:line:column: pointer: what is found, what is expected; did you mean "…"?` */
export function lineOf(fault: Fault): string {
  const { pointer, found, expected, nearest } = fault;
  const where = pointer === undefined ? placeOf(fault) : `${placeOf(fault)}: ${pointer}`;
  const said = expected === undefined ? found : `${found}, ${expected}`;
  return `${where}: ${said}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

/** What is wrong with a record, before it is looked up where that stands in its file. */
export type Flaw = Omit<Fault, 'file' | 'line' | 'column' | 'pointer'> & { pointer: string };

/** Longer words are no slips of the pen, and to compare them takes long. */
const longestWord = 100;

const bare = (word: string) => word.toLowerCase().replace(/[\s_'-]+/g, '');

/** The word that was likely meant; undefined when none is close, or two are equally close. */
export function nearestOf(found: string, words: readonly string[]): string | undefined {
  if (found.length > longestWord) return undefined;
  const wanted = bare(found);
  if (wanted === '') return undefined;
  const ranked = words
    .filter(({ length }) => length <= longestWord)
    .map((word) => {
      const plain = bare(word);
      const begins = wanted.length >= 3 && plain.startsWith(wanted);
      return { word, score: begins ? Math.min(1, distance(wanted, plain)) : distance(wanted, plain) };
    })
    .sort((a, b) => a.score - b.score);
  const [best, second] = ranked;
  if (!best || best.score > Math.max(1, Math.floor(wanted.length / 3))) return undefined;
  return second && second.score === best.score ? undefined : best.word;
}

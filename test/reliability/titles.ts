import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test, or a group of tests, whose title begins with ids of the catalogue. */
export interface NamedTest {
  ids: readonly string[];
  /** From the root of the repository. */
  file: string;
  title: string;
  /** Shows that a test of these ids can fail, and is none by itself. */
  isControl: boolean;
}

/** Folders whose files have no tests of the product: measurements, the fault runs themselves, lies, the runner. */
const otherFolders = /^(bench|chaos|mutation|reliability|run)\//;

const idList = '[A-L]\\d{2}(?:, [A-L]\\d{2})*';
const call = /\b(?:it|itDecides|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
/** A title in the first place of a row of a table: `['F10: without appendonly', …`, or an id alone before its title. */
const row = new RegExp(`\\[\\s*'(${idList}(?:: (?:[^'\\\\]|\\\\.)*)?)'`, 'g');
const start = new RegExp(`^(${idList})( \\(control\\)| control)?(?::\\s*(.*))?$`, 's');
/** A title that takes its id from a row. */
const fromRow = /\b(?:it|describe)\(\s*`\$\{\w+\}/;
const comment = /^\s*(?:\/\/|\/\*|\*).*$/gm;

function named(file: string, title: string): NamedTest[] {
  const [, ids, control, rest = ''] = start.exec(title) ?? [];
  if (!ids) return [];
  return [{ ids: ids.split(', '), file, title, isControl: Boolean(control) || /^(the )?control\b/.test(rest) }];
}

/**
 * The tests of one file that name ids. It reads the text and loads nothing; skipped tests do not count.
 *
 * @param file named in the result.
 */
export function namedTestsIn(file: string, text: string): NamedTest[] {
  const code = text.replace(comment, '');
  const titles = [...code.matchAll(call)].map(([, plain, template]) => plain ?? template ?? '');
  const rows = fromRow.test(code) ? [...code.matchAll(row)].map(([, title = '']) => title) : [];
  return [...titles, ...rows].flatMap((title) => named(file, title));
}

/** The tests of the repository that name ids, with the shared suites. */
export function namedTests(root: string): NamedTest[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !otherFolders.test(path))
    .sort()
    .flatMap((path) => namedTestsIn(`test/${path}`, readFileSync(join(root, 'test', path), 'utf8')));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedTest, namedTests } from './titles.ts';

/** A row of `test/reliability/README.md`. */
export interface CatalogueRow {
  id: string;
  /** What holds, in a sentence. */
  sentence: string;
  /** Why no test of `npm test` shows it, and what is there instead; empty unless it is waived. */
  reason: string;
}

/** A row with its verdict. */
export interface JudgedRow extends CatalogueRow {
  verdict: 'tested' | 'waived' | 'missing';
  tests: readonly Pick<NamedTest, 'file' | 'title'>[];
}

export const cataloguePath = 'test/reliability/README.md';

/** @param page Markdown with rows of three cells, the first of which is an id. */
export function readCatalogue(page: string): CatalogueRow[] {
  return [...page.matchAll(/^\| ([A-Z]\d+) \| (.*?) \|(?: (.*?))? *\|$/gm)].map(
    ([, id = '', sentence = '', reason]) => ({
      id,
      sentence,
      reason: reason ?? '',
    }),
  );
}

/** Each row with its verdict, and what contradicts itself, in sentences. */
export function judge(catalogue: readonly CatalogueRow[], tests: readonly NamedTest[]) {
  const rows = catalogue.map((row): JudgedRow => {
    const own = tests.filter(({ ids, isControl }) => !isControl && ids.includes(row.id));
    const verdict = own.length > 0 ? 'tested' : row.reason === '' ? 'missing' : 'waived';
    return { ...row, verdict, tests: own.map(({ file, title }) => ({ file, title })) };
  });
  const known = new Set(catalogue.map(({ id }) => id));
  const faults = [
    ...catalogue
      .filter(({ id }, index) => catalogue.findIndex((row) => row.id === id) < index)
      .map(({ id }) => `${id} has two rows in ${cataloguePath}`),
    ...rows.filter(({ verdict }) => verdict === 'missing').map(({ id }) => `${id} has neither a test nor a reason`),
    ...rows
      .filter(({ reason, tests: own }) => reason !== '' && own.length > 0)
      .map(({ id, tests: [first] }) => `${id} is waived, and tested by ${first?.file}: "${first?.title}"`),
    ...tests.flatMap(({ ids, file, title }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${id} is not in the catalogue: ${file}: "${title}"`),
    ),
  ];
  return { rows, faults };
}

/** @param root of the repository whose tests and catalogue are read. */
export const judgeRepository = (root: string) =>
  judge(readCatalogue(readFileSync(join(root, cataloguePath), 'utf8')), namedTests(root));

/** What `npm run coverage -- reliability` prints on each output, and its exit code. */
export function reportReliability(root: string, isJson: boolean) {
  const { rows, faults } = judgeRepository(root);
  const countOf = (verdict: JudgedRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const lineOf = ({ id, sentence, verdict, reason, tests: [first, ...more] }: JudgedRow) => {
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    const proof = first ? `${first.file}: ${first.title}${others}` : reason || sentence;
    return `${id}  ${verdict.padEnd(7)}  ${proof}`;
  };
  const counts = `${rows.length} ids: ${(['tested', 'waived', 'missing'] as const).map((verdict) => `${countOf(verdict)} ${verdict}`).join(', ')}`;
  return {
    stdout: isJson
      ? `${JSON.stringify({ rows, faults }, null, 2)}\n`
      : `${[...rows.map(lineOf), '', counts].join('\n')}\n`,
    stderr: faults.length > 0 ? `\n${faults.map((fault) => `${fault}\n`).join('')}` : '',
    exitCode: faults.length > 0 ? 1 : 0,
  };
}

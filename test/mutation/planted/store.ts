/** What a store with lost or damaged data hides, and what Redis, content and caches promise on bad days. */
import type { PlantedFault } from './fault.ts';

const lost = 'test/server/content/lost-keys.test.ts';

/** `title, from, to, test` of one file. */
type Row = readonly [title: string, from: string, to: string, test: string];
const of = (file: string, rows: readonly Row[]): PlantedFault[] =>
  rows.map(([title, from, to, test]) => ({ title, file, from, to, test }));

export const planted: readonly PlantedFault[] = [
  ...of('server/content/export.ts', [
    ['an export has no collection whose figures are lost', 'exported.collections.includes(name) || ', '', lost],
    [
      'an export of content that is partly lost says success',
      '    refuseSmaller(exported, name, count, size - count);\n',
      '',
      lost,
    ],
  ]),
  ...of('server/store/backup/read-content.ts', [
    [
      'a backup has no content when the number of the live generation is lost',
      'if (live === null && generations.length === 0) return;',
      'if (live === null) return;',
      lost,
    ],
    [
      'a backup leaves out the lists of records when their names are lost',
      'if (count > 0 && !groups.includes(everything))',
      'if (count < 0)',
      lost,
    ],
    [
      'a backup leaves out what changes have stored when their list is lost',
      'new Set([...listed, ...generations.filter((_, index) => found[index] === 1)])',
      'new Set(listed)',
      lost,
    ],
  ]),
];

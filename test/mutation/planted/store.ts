/** What a store with lost or damaged data hides, and what Redis, content and caches promise on bad days. */
import type { PlantedFault } from './fault.ts';

const lost = 'test/server/content/lost-keys.test.ts';
const checking = 'test/server/content/checking.test.ts';
const audited = 'test/server/content/audit.test.ts';

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
  ...of('contracts/requests/checks.ts', [
    [
      'a cursor of more than 512 characters is taken',
      'parameters.cursor.parse(cursor) === undefined ? undefined : sortKeyOf(cursor)',
      'sortKeyOf(cursor)',
      'test/contracts/checks.test.ts',
    ],
  ]),
  ...of('server/content/checking/long-cursors.ts', [
    [
      'content is taken whose cursors are too long',
      'if (parameters.cursor.parse(cursor) !== undefined) return;',
      'if (cursor.length < 1_024) return;',
      checking,
    ],
  ]),
  ...of('contracts/content/collections/stats.ts', [
    ['a rank is taken that no cursor can have', 'maximum: 9_999_999_999', 'maximum: 99_999_999_999', checking],
  ]),
  ...of('server/content/audit.ts', [
    [
      'an audit reports as errors what changed while it was read',
      'const isSettled = !found.some(isPassing) || (await inspect.isCurrent(name));',
      'const isSettled = true;',
      audited,
    ],
    ['a list of another type ends an audit', 'if (unread.includes(name)) continue;', '', audited],
    ['a tally of another type ends an audit', 'tallies(repair, onFault)', 'tallies(repair)', audited],
  ]),
  ...of('server/store/content/inspection.ts', [
    [
      'an audit calls a collection changed for good once it has changed',
      "this.#live}`, '+inf'",
      "0}`, '+inf'",
      audited,
    ],
    [
      'lists that a collection does not name are no finding',
      '!named.has(group)',
      'named.has(group) && !named.has(group)',
      audited,
    ],
  ]),
];

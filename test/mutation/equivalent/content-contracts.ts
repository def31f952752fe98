import type { Equivalent } from './equivalent.ts';

const inFile = (file: string, changes: readonly Omit<Equivalent, 'file'>[]) =>
  changes.map((change): Equivalent => ({ file, ...change }));

const because = (reason: string, ...changes: readonly (readonly [from: string, to: string])[]) =>
  changes.map(([from, to]) => ({ from, to, reason }));

export const equivalents: readonly Equivalent[] = [
  ...inFile('contracts/content/collections/collection.ts', [
    ...because('A text that is split has a first part, even if it is empty.', ["[date = ''", "[date = 'x'"]),
    ...because(
      'There are five parts at least.',
      ["last = '', first", "last = 'x', first"],
      ["first = '']", "first = 'x']"],
    ),
  ]),
  ...inFile('contracts/content/collections/fights.ts', [
    ...because('Whatever stands under this key is written over by the next member.', [
      "key !== 'result'",
      "key !== 'resvlt'",
    ]),
  ]),
  ...inFile('contracts/content/collections/fighters.ts', [
    ...because('A text that is split has a first part, even if it is empty.', ["[place = '']", "[place = 'x']"]),
  ]),
  ...inFile('contracts/content/collections/stats.ts', [
    ...because('A text that is split has a first part, even if it is empty.', ["[stat = '',", "[stat = 'x',"]),
  ]),
  ...inFile('contracts/content/represent/fights.ts', [
    ...because('A fighter has all averages or none, and one that is not there is left out in either case.', [
      'fighter?.[key]) ?? null',
      'fighter?.[key])',
    ]),
  ]),
  ...inFile('contracts/content/represent/cut.ts', [
    ...because(
      'The keys of a schema are the same when they are found again; it only takes longer.',
      ['if (known)', 'if (false)'],
      ['keysBySchema.set(schema, keys);', ';'],
      ['keysBySchema.set(schema, keys)', 'keysBySchema.set(keys, schema)'],
    ),
  ]),
  {
    file: 'contracts/content/reader.ts',
    from: 'list, { limit: 1 })',
    to: 'list, {  })',
    reason: 'only the first record is taken, and no more are needed',
  },
];

import { expect } from 'chai';
import { describeStored, digestStored, readStored } from '../../../scripts/generate/stored.ts';
import { boutOf, channels, keys, liveMessage, tallyMarks } from '../../../server/store/keys.ts';
import { ownSchema, type StoredChange, storedChanges } from '../../../server/store/schema/versions.ts';

/** What is wrong with a list of changes, given the digest of what is stored now. */
function findFaults(changes: readonly StoredChange[], digest: string): string[] {
  const faults: string[] = [];
  const last = changes.at(-1);
  if (last?.digest !== digest) {
    faults.push(
      `The keys or scripts are not those of schema ${last?.schema}. Servers of before and after share a store during a rolling restart: read server/store/schema/README.md, and add a line with the digest ${digest} to versions.ts.`,
    );
  }
  for (const [index, { schema, least, why }] of changes.entries()) {
    const before = changes[index - 1] ?? { schema: 1, least: 1 };
    if (schema !== before.schema && schema !== before.schema + 1) {
      faults.push(`Schema ${schema} does not follow ${before.schema}.`);
    }
    if (least < before.least) faults.push(`Schema ${schema} takes ${least}, which is less than ${before.least}.`);
    if (least > before.schema) {
      faults.push(`Schema ${schema} asks for ${least}: servers of ${before.schema} cannot run beside it.`);
    }
    if (!/^\S.{20,}\.$/.test(why)) faults.push(`Schema ${schema} does not say why.`);
  }
  return faults;
}

const change = (schema: number, least: number, digest = 'd'): StoredChange => ({
  ...{ schema, least, digest },
  why: 'Old servers neither read the new field nor remove it.',
});

describe('stored.json and versions.ts', () => {
  it('describe the current keys and scripts', () => {
    expect(readStored(), 'write it again with "npm run generate"').to.deep.equal(describeStored());
  });

  it('have a line for the current digest', () => {
    expect(findFaults(storedChanges, digestStored(describeStored()))).to.deep.equal([]);
    expect(ownSchema).to.deep.equal(storedChanges.at(-1));
  });

  it('lack a line when a key changes (control)', () => {
    const renamed = { ...keys, live: (eventId: string) => `{event:${eventId}}` };
    const digest = digestStored(
      describeStored({ names: { keys: renamed, channels, tallyMarks, liveMessage, boutOf } }),
    );
    expect(findFaults(storedChanges, digest).join('\n')).to.match(/^The keys or scripts are not those of schema \d+\./);
  });

  for (const [title, changes, faults] of [
    ['leaves a number out', [change(1, 1), change(3, 1)], ['Schema 3 does not follow 1.']],
    [
      'excludes its neighbour',
      [change(1, 1), change(2, 2)],
      ['Schema 2 asks for 2: servers of 1 cannot run beside it.'],
    ],
    [
      'takes older servers again',
      [change(1, 1), change(2, 1), change(3, 2), change(4, 1)],
      ['Schema 4 takes 1, which is less than 2.'],
    ],
    ['has no reason', [{ ...change(1, 1), why: 'Safe.' }], ['Schema 1 does not say why.']],
    ['expands, then contracts', [change(1, 1), change(2, 1), change(3, 2)], []],
  ] as const) {
    it(`judge a list that ${title} (control)`, () => {
      expect(findFaults(changes, 'd')).to.deep.equal(faults);
    });
  }
});

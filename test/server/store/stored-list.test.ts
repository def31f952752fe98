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

describe('the list of what is stored', () => {
  it('is that of the keys and scripts', () => {
    expect(readStored(), 'write it again with "npm run generate"').to.deep.equal(describeStored());
  });

  it('has these names for any event, fight, bucket and client', () => {
    const { windows, votes, tally, scores, scoreTally, rate } = keys.bucket(71, 3);
    expect([windows, votes(4), tally, scores(5), scoreTally, rate('ann')]).to.deep.equal(
      ['windows', 'votes:4', 'tally', 'scores:5', 'scoretally', 'rate:ann'].map((name) => `{71:0bzw}:${name}`),
    );
    expect([0, 1, 2, 3].map(keys.pinged)).to.deep.equal(
      ['05cc', '0bku', '056i', '0bzw'].map((tag) => `{${tag}}:pinged`),
    );
    expect([keys.live('801'), keys.liveHistory('801'), keys.liveStream('801')]).to.deep.equal([
      ...['{live:801}', '{live:801}:history', '{live:801}:stream'],
    ]);
    expect([liveMessage(3, null), liveMessage(4, '6411')]).to.deep.equal(['3 event', '4 bout:6411']);
    expect([boutOf(801, 6411), boutOf(null, null)]).to.deep.equal(['801/6411', 'null/null']);
    expect([channels.live('801'), channels.tally(71), channels.content]).to.deep.equal([
      'live:801',
      'tally:71',
      'content',
    ]);
  });

  it('has a line in versions.ts that says how servers of before and after share a store', () => {
    expect(findFaults(storedChanges, digestStored(describeStored()))).to.deep.equal([]);
    expect(ownSchema).to.deep.equal(storedChanges.at(-1));
  });

  it('keeps its earlier lines', () => {
    expect(storedChanges.slice(0, 6).map((one) => Object.values(one))).to.deep.equal([
      [
        1,
        1,
        '3ff25327de9ff987',
        'What servers stored when schemas got numbers; a store without a number has this one.',
      ],
      [
        ...[1, 1, 'f63d2f32941ade88'],
        'Only a restore marks the store with the new script, and no server runs then; servers look for a mark as before.',
      ],
      [
        ...[1, 1, '5f594dcdbe6e5cfa'],
        'Scripts write the same, and go on where Redis does not let its user publish; messages are the same too.',
      ],
      [
        ...[2, 1, '18f187fb241e15c7'],
        'Windows of the bout that a fight was joined with first are where they were; older servers ignore its name and other bouts.',
      ],
      [
        ...[2, 1, '120d466c95fb3961'],
        'What can never be undone is listed for a minute longer; readers of both take what has expired for no change.',
      ],
      [
        ...[2, 1, 'c7d641237a66a171'],
        'What would lose content is refused, lost content is not read as none, and a way back needs no list of changes; what is written is the same.',
      ],
    ]);
  });

  it('is without a line when a key is another (control)', () => {
    const renamed = { ...keys, live: (eventId: string) => `{event:${eventId}}` };
    const digest = digestStored(
      describeStored({ names: { keys: renamed, channels, tallyMarks, liveMessage, boutOf } }),
    );
    expect(findFaults(storedChanges, digest).join('\n')).to.match(/^The keys or scripts are not those of schema \d+\./);
  });

  it('is without a line when a script uses another field (control), but not when its comments are others', () => {
    const digestWith = (lua: string) => digestStored(describeStored({ scripts: { 'content/touchLock-1': lua } }));
    const lua = '#!lua\n-- KEYS: lock\nredis.call("DEL", KEYS[1])\n';
    expect(digestWith(lua.replace('KEYS: lock', 'KEYS: the lock'))).to.equal(digestWith(lua));
    expect(digestWith(lua.replace('DEL', 'GET'))).not.to.equal(digestWith(lua));
    expect(findFaults(storedChanges, digestWith(lua))).to.have.length(1);
  });

  for (const [title, changes, fault] of [
    ['that leaves a number out', [change(1, 1), change(3, 1)], 'Schema 3 does not follow 1.'],
    [
      'that its neighbour cannot share',
      [change(1, 1), change(2, 2)],
      'Schema 2 asks for 2: servers of 1 cannot run beside it.',
    ],
    [
      'that takes older servers again',
      [change(1, 1), change(2, 1), change(3, 2), change(4, 1)],
      'Schema 4 takes 1, which is less than 2.',
    ],
    ['without a reason', [{ ...change(1, 1), why: 'Safe.' }], 'Schema 1 does not say why.'],
  ] as const) {
    it(`has no line ${title} (control)`, () => {
      expect(findFaults(changes, 'd')).to.deep.equal([fault]);
    });
  }

  it('may have a line that expands, and one that contracts', () => {
    expect(findFaults([change(1, 1), change(2, 1), change(3, 2)], 'd')).to.deep.equal([]);
  });
});

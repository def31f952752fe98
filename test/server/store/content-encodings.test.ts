import { expect } from 'chai';
import { fingerprint, isSameRead, sizeOfReads } from '../../../server/store/content/content-read.ts';
import { findOtherTypes } from '../../../server/store/content/key-types.ts';
import { anyCollection, encodeRecord, everything } from '../../../server/store/content/record-encoding.ts';
import {
  boundAfter,
  boundsOf,
  listMember,
  opposite,
  placedMembers,
  placeOf,
} from '../../../server/store/content/sort-key-encoding.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';

const text = (bytes: Buffer) => bytes.toString('latin1');

describe('the place of a record in lists', () => {
  it('is in a group, which is what precedes the first colon', () => {
    expect(['all', 'fighter:1', 'c:PER:1', ':x', 'x:'].map(placeOf)).to.deep.equal([
      { group: 'all', prefix: '\u0000' },
      { group: 'fighter', prefix: '1\u0000' },
      { group: 'c', prefix: 'PER:1\u0000' },
      { group: '', prefix: 'x\u0000' },
      { group: 'x', prefix: '\u0000' },
    ]);
    expect(opposite).to.deep.equal({ ascending: 'descending', descending: 'ascending' });
    expect(everything).to.equal('all');
  });

  it('is a text, or bytes where the sort key has half of a surrogate pair', () => {
    const memberOf = (sort: string) => placedMembers(sort, '7')('1\u0000');
    expect(memberOf('b')).to.equal('1\u0000b\u0000\u00007');
    expect(memberOf('b\u0000c\u0000')).to.equal('1\u0000b\u0000\u0001c\u0000\u0001\u0000\u00007');
    expect(memberOf('\ud7ff\ue000')).to.equal('1\u0000\ud7ff\ue000\u0000\u00007');
    expect((memberOf('a\ud800') as Buffer).toString('hex')).to.equal('310061eda080000037');
    expect((memberOf('\udfffb') as Buffer).toString('hex')).to.equal('3100edbfbf62000037');
  });

  it('has every code unit in as many bytes as UTF-8 would have', () => {
    const units = '\u0001\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff';
    const encoded = '017fc280dfbfe0a080ed9fbfee8080efbfbf';
    expect(listMember(units, 'é').toString('hex')).to.equal(`${encoded}0000c3a9`);
    expect(listMember(`${units}\ud83d`, 'é').toString('hex')).to.equal(`${encoded}eda0bd0000c3a9`);
    expect(listMember('', '').toString('hex')).to.equal('0000');
  });

  it('is in one record with its key and its JSON', () => {
    const record = anyCollection('fighters').normalise(rawFighter(3, { statid: 4 }));
    const { key, json, places } = encodeRecord('fighters', record);
    expect([key, JSON.parse(json).id]).to.deep.equal(['3', 3]);
    const sort =
      '99\u0000\u0001ejemplo3\u0000\u0001marta\u0000\u0001Ejemplo3\u0000\u0001Marta\u0000\u00010000000003\u0000\u00003';
    expect(places[0]).to.deep.equal({ group: 'all', member: `\u0000${sort}` });
    expect(places.find(({ group }) => group === 'statid')).to.deep.equal({
      ...{ group: 'statid', member: `4\u0000${sort}` },
    });
    expect(places.map(({ group }) => group)).to.deep.equal([...new Set(places.map(({ group }) => group))]);
  });
});

describe('the bounds of a list', () => {
  it('are those of its prefix, or what is after or from a sort key in the direction', () => {
    const [from, to] = ['[1\u0000', '(1\u0001'];
    const [before, behind] = ['(1\u0000b\u0000\u0000', '(1\u0000b\u0000\u0000\u00ff'];
    const boundsIn = (...args: Parameters<typeof boundsOf>) => boundsOf(...args).map(text);
    for (const direction of ['ascending', 'descending'] as const) {
      expect(boundsIn('1\u0000', direction)).to.deep.equal([from, to]);
      expect(boundsIn('1\u0000', direction, { after: undefined })).to.deep.equal([from, to]);
    }
    expect(boundsIn('1\u0000', 'ascending', { after: 'b' })).to.deep.equal([behind, to]);
    expect(boundsIn('1\u0000', 'descending', { after: 'b' })).to.deep.equal([from, before]);
    expect(boundsIn('1\u0000', 'ascending', { from: 'b' })).to.deep.equal([before, to]);
    expect(boundsIn('1\u0000', 'descending', { from: 'b' })).to.deep.equal([from, behind]);
    expect(boundsIn('1\u0000', 'ascending', { after: 'b', from: 'a' }), 'one wins').to.deep.equal([behind, to]);
    expect(boundsIn('1\u0000', 'ascending', { after: '' })).to.deep.equal(['(1\u0000\u0000\u0000\u00ff', to]);
    expect(boundsIn('\u0000', 'ascending')).to.deep.equal(['[\u0000', '(\u0001']);
    expect(text(boundAfter('b', 'ascending'))).to.equal('(b\u0000\u0000\u00ff');
    expect(text(boundAfter('b', 'descending'))).to.equal('(b\u0000\u0000');
  });
});

describe('what was read of content', () => {
  it('has a fingerprint: the text of one record up to 4096 characters, else a digest of everything', () => {
    const [longest, longer] = ['x'.repeat(4_096), 'x'.repeat(4_097)];
    for (const [reply, found] of [
      [[7, longest], longest],
      [[7, longer], 'sha256:jqTOGaU7PcVsmR/wFcrkZzivpCct3Ur/o1G9ohD+QDs='],
      [[7, null], 'sha256:OXPgIukyIPkhLBjQ0MVDrnwwnkZkDak6SgMU3pmfURI='],
      [[7, 'a', null, 'bc'], 'sha256:HoLTqAfmu1ESRMxlNPOIoT9A5cZG6eIHLpt+uYsc1V4='],
      [[8, 'a', null, 'bc'], 'sha256:HoLTqAfmu1ESRMxlNPOIoT9A5cZG6eIHLpt+uYsc1V4='],
      [[7, 'a'], 'a'],
      [[7, 1], 'sha256:1rWRXEYFe8sAX0b2Qz32VgndOnpXr3WsGlpKfCmev/s='],
    ] as const) {
      expect(fingerprint([...reply])).to.equal(found);
    }
  });

  it('is the same read only with the same question', () => {
    const read = { what: 'list', collection: 'news', args: ['all', 3, Buffer.from('b')] } as const;
    const isSame = (...[what, collection, args]: ['list' | 'get', 'news' | 'media', (string | number | Buffer)[]]) =>
      isSameRead(read, what, collection, args);
    expect(isSame('list', 'news', ['all', 3, Buffer.from('b')])).to.equal(true);
    expect(isSame('get', 'news', ['all', 3, Buffer.from('b')])).to.equal(false);
    expect(isSame('list', 'media', ['all', 3, Buffer.from('b')])).to.equal(false);
    expect(isSame('list', 'news', ['all', 3])).to.equal(false);
    expect(isSame('list', 'news', ['all', 3, Buffer.from('b'), ''])).to.equal(false);
    expect(isSame('list', 'news', ['all', 4, Buffer.from('b')])).to.equal(false);
    expect(isSame('list', 'news', ['all', 3, Buffer.from('c')])).to.equal(false);
    expect(isSame('list', 'news', ['all', 3, 'b'])).to.equal(false);
    expect(isSame('list', 'news', ['all', Buffer.from('3'), Buffer.from('b')])).to.equal(false);
  });

  it('takes a hundred bytes, those of what was found, and 16 for each argument', () => {
    const read = { what: 'get', collection: 'news', args: [1, 2], found: 'abc' } as const;
    expect([sizeOfReads([]), sizeOfReads([read]), sizeOfReads([read, { ...read, args: [], found: '' }])]).to.deep.equal(
      [...[0, 135, 235]],
    );
  });
});

describe('keys of content that are of another type', () => {
  const types: [key: string, type: string, collection?: string][] = [
    ['{content}:live', 'string'],
    ['{content}:counter', 'string'],
    ['{content}:publishing', 'string'],
    ['{content}:generations', 'zset'],
    ['{content}:dropped', 'zset'],
    ['{content}:written', 'set'],
    ['{content}:live:12', 'hash'],
    ['{content}:live:12:about', 'hash'],
    ['{content}:3:news', 'hash', 'news'],
    ['{content}:3:octagon_girls:before:17', 'hash', 'octagon_girls'],
    ['{content}:3:fighters:changes', 'zset', 'fighters'],
    ['{content}:3:unknown:changes', 'zset'],
    ['{content}:3:media:lists', 'set', 'media'],
    ['{content}:3:events:list:all', 'zset', 'events'],
    ['{content}:3:events:list:', 'zset', 'events'],
  ];
  const others = types.flatMap(([key]) => [`a${key}`, ...(key.includes(':list:') ? [] : [`${key}-`, `${key}:`])]);

  /** Of two masters, of which the first tells the first key twice. */
  function recordMasters(typeNow: (key: string) => string) {
    const pages = [[...types.slice(0, 7).map(([key]) => key), types[0]?.[0] ?? '', ...others], types.slice(7)];
    const nodes = pages.map((page) =>
      recordClient(() => ['0', page.map((one) => (Array.isArray(one) ? one[0] : one))]),
    );
    const answers = recordClient((name, [key]) => (name === 'type' ? typeNow(String(key)) : 1), {
      nodes: () => nodes.map(({ client }) => client),
    });
    return { ...answers, nodes };
  }

  it("are named with both types and their collection, and others are nobody's business", async () => {
    const { client, asked, nodes } = recordMasters(() => 'stream');
    expect(await findOtherTypes(client, undefined)).to.deep.equal(
      types.map(([key, type, collection]) => ({
        ...{ key, says: `is a stream in Redis, must be a ${type}`, collection, repaired: false },
      })),
    );
    for (const node of nodes) {
      expect(node.asked).to.deep.equal([['scan', '0', 'MATCH', '{content}:*', 'COUNT', 2_000]]);
    }
    const typesOf = (rows: typeof types) => ['pipeline', ...rows.map(([key]) => ['type', key])];
    expect(asked).to.deep.equal([typesOf(types.slice(0, 7)), typesOf(types.slice(7))]);
  });

  it('are none where each has its own, or is gone', async () => {
    const own = new Map(types.map(([key, type]) => [key, type]));
    for (const typeNow of [(key: string) => own.get(key) ?? '', () => 'none']) {
      expect(await findOtherTypes(recordMasters(typeNow).client, undefined)).to.deep.equal([]);
    }
  });

  it('are removed where records give them, each after a look at the lock', async () => {
    const { client, asked } = recordMasters(() => 'stream');
    const found = await findOtherTypes(client, () => asked.push(['check']));
    const derived = ['{content}:3:media:lists', '{content}:3:events:list:all', '{content}:3:events:list:'];
    expect(found.filter(({ repaired }) => repaired).map(({ key }) => key)).to.deep.equal(derived);
    expect(asked.filter(([name]) => name !== 'pipeline')).to.deep.equal(
      derived.flatMap((key) => [['check'], ['unlink', key]]),
    );
  });
});

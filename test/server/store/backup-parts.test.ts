import { expect } from 'chai';
import { readEvent, readParts } from '../../../server/store/backup/read-parts.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

async function read<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe('a key that is backed up', () => {
  it('is read by its type, and nothing where it does not exist', async () => {
    for (const [type, replies, asked, parts] of [
      ['none', {}, [], []],
      ['string', { getBuffer: Buffer.from('a') }, [['getBuffer', 'k']], [{ key: 'k', type: 'string', values: ['a'] }]],
      ['string', {}, [['getBuffer', 'k']], []],
      ...(['hash', 'set', 'zset'] as const).map((one) => {
        const scan = `${one === 'set' ? 's' : one[0]}scanBuffer`;
        return [
          ...([one, { [scan]: [Buffer.from('0'), bytes('a', '1')] }, [[scan, 'k', '0', 'COUNT', 16]]] as const),
          [{ key: 'k', type: one, values: ['a', '1'] }],
        ] as const;
      }),
    ] as const) {
      const client = recordClient((name) => (name === 'type' ? type : (replies as Record<string, unknown>)[name]));
      expect(await read(readParts(client.client, 'k')), type).to.deep.equal(parts);
      expect(client.asked).to.deep.equal([['type', 'k'], ...asked]);
    }
    const list = recordClient(() => 'list').client;
    expect(await reasonOf(read(readParts(list, 'k')))).to.equal(
      'StoreFault: k in Redis is a list, which this store does not use: repair or remove it first.',
    );
  });

  it('is read in portions of about a mebibyte and at most a thousand elements', async () => {
    const countsOf = async (sizes: readonly number[][]) => {
      let at = 0;
      const { client, asked } = recordClient((name) => {
        if (name === 'type') return 'set';
        const page = (sizes[at++] ?? []).map((size) => Buffer.alloc(size, 'x'));
        return [Buffer.from(at < sizes.length ? '9' : '0'), page];
      });
      const parts = await read(readParts(client, 'k'));
      return { counts: asked.slice(1).map((one) => one.at(-1)), parts: parts.map(({ values }) => values.length) };
    };
    const small = [1, 1];
    expect(await countsOf([small, small, small, [], small, small, small, small, small])).to.deep.equal({
      counts: [16, 32, 64, 128, 256, 512, 1_000, 1_000, 1_000],
      parts: [2, 2, 2, 2, 2, 2, 2, 2],
    });
    expect((await countsOf([[100_000, 162_144], [1_048_576], [1_048_577], [1], [1]])).counts).to.deep.equal([
      ...[16, 8, 1, 1, 2],
    ]);
    const exact = { counts: [16, 15, 16], parts: [1, 1, 1] };
    expect(await countsOf([[65_537], [65_536], [1]])).to.deep.equal(exact);
  });
});

describe('the live data of an event that are backed up', () => {
  const event = async (replies: Record<string, unknown>) => {
    const { client, asked } = recordClient((name, args) => replies[[name, ...args].slice(0, 3).join(' ')] ?? []);
    return { parts: await read(readEvent(client, '801')), asked };
  };

  it('are read at one moment, with the end of their histories', async () => {
    const half = 'x'.repeat(524_288);
    const entry = (id: string, ...values: string[]) => [Buffer.from(id), bytes(...values)];
    const { parts, asked } = await event({
      'callBuffer HGETALL {live:801}': bytes('version', '3'),
      'callBuffer XRANGE {live:801}:history': [
        entry('1-0', half.slice(1), 'a'),
        entry('2-0', half),
        entry('3-0', 'b', 'c'),
      ],
      'callBuffer XRANGE {live:801}:stream': [entry('1-0', half), entry('2-0', half)],
      'pexpiretime {live:801}:history': 9_000,
      'pexpiretime {live:801}:stream': -1,
    });
    expect(asked).to.deep.equal([
      [
        ...['multi', ['callBuffer', 'HGETALL', '{live:801}'], ['callBuffer', 'XRANGE', '{live:801}:history', '-', '+']],
        ['callBuffer', 'XRANGE', '{live:801}:stream', '-', '+'],
        ...[
          ['pexpiretime', '{live:801}:history'],
          ['pexpiretime', '{live:801}:stream'],
        ],
      ],
    ]);
    const history = { key: '{live:801}:history', type: 'stream', expiresMs: 9_000 };
    expect(parts).to.deep.equal([
      { key: '{live:801}', type: 'hash', values: ['version', '3'] },
      { ...history, values: ['1-0', '2', half.slice(1), 'a', '2-0', '1', half] },
      { ...history, values: ['3-0', '2', 'b', 'c'] },
      { key: '{live:801}:stream', type: 'stream', values: ['1-0', '1', half, '2-0', '1', half] },
    ]);
    const less = half.slice(1);
    const long = await event({
      'callBuffer XRANGE {live:801}:stream': [half, less, 'b', half, less, 'c', 'd'].map((value, at) =>
        entry(`${at}-0`, value),
      ),
      'pexpiretime {live:801}:stream': 0,
    });
    const older = { key: '{live:801}:stream', type: 'stream' };
    expect(long.parts).to.deep.equal([
      { ...older, values: ['0-0', '1', half, '1-0', '1', less, '2-0', '1', 'b'] },
      { ...older, values: ['3-0', '1', half, '4-0', '1', less, '5-0', '1', 'c'] },
      { ...older, values: ['6-0', '1', 'd'] },
    ]);
    expect((await event({})).parts).to.deep.equal([]);
    const expired = await event({
      'callBuffer XRANGE {live:801}:history': [entry('1-0', 'a')],
      'pexpiretime {live:801}:history': 1,
    });
    expect(expired.parts[0]?.expiresMs).to.equal(1);
  });
});

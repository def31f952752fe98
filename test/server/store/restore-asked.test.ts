import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Header, Part } from '../../../server/store/backup/format.ts';
import { RestoredStore } from '../../../server/store/backup/write-store.ts';
import { recordRestored } from '../../support/redis/recorded-restore.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const header: Header = {
  ...{ fightcard: 'backup', format: 2, schema: 2, least: 1, buckets: 8 },
  madeAt: '2031-01-01T00:00:00Z',
};
const schema = '{votes:buckets}:schema';
const otherRestore = 'StoreRefused: Another restore has begun on this Redis: let one of them end, then restore again.';

/** Without ids, and without what looks at the Redis as a whole. */
const shown = (asked: unknown[][]) =>
  asked
    .filter(([name]) => name !== 'info')
    .map((one) => one.map((word) => (typeof word === 'string' ? word.replace(/ [0-9a-f-]{36}$/, ' ID') : word)));

describe('a store that is restored, as Redis is asked', () => {
  const others = ['sessions:1', '{05cc}:pinged', schema, 'votes:buckets'];
  const data = ['{content}:live', 'live:events', '{live:801}', '{7:05cc}:tally'];

  it('is taken by a mark, looked at, marked again, and emptied but for the mark and other programs', async () => {
    const { client, asked, state } = recordRestored({ keys: others });
    const store = new RestoredStore(client);
    expect(store.isMarked).to.equal(false);
    await store.begin(false, signal);
    expect([store.isMarked, state.mark.replace(/ .*/, '')]).to.deep.equal([true, 'filling']);
    const scan = ['scan', '0', 'COUNT', 1_000];
    expect(shown(asked)).to.deep.equal([
      ['hget', schema, 'restoring'],
      ['markRestore', [schema], '', 'checking ID'],
      ['pubsub', 'NUMSUB', 'content'],
      scan,
      ['markRestore', [schema], 'checking ID', 'filling ID'],
      scan,
      ['unlink', '{05cc}:pinged'],
      ['unlink', 'votes:buckets'],
    ]);
    const replaced = recordRestored({ keys: data });
    await new RestoredStore(replaced.client).begin(true, signal);
    expect(shown(replaced.asked).filter(([name]) => name === 'scan' || name === 'unlink')).to.deep.equal([
      ...[scan, ...data.map((key) => ['unlink', key])],
    ]);
    expect(
      await reasonOf(new RestoredStore(recordRestored({ keys: data }).client).begin(true, AbortSignal.abort())),
    ).to.match(/^AbortError/);
  });

  it('is begun again over what an unfinished restore has left, but not over what one only looked at', async () => {
    const { client, asked } = recordRestored({ keys: data, mark: 'filling x' });
    await new RestoredStore(client).begin(false, signal);
    expect(shown(asked).slice(0, 4)).to.deep.equal([
      ['hget', schema, 'restoring'],
      ['markRestore', [schema], 'filling x', 'filling ID'],
      ['pubsub', 'NUMSUB', 'content'],
      ['scan', '0', 'COUNT', 1_000],
    ]);
    expect(asked.filter(([name]) => name === 'unlink')).to.have.length(4);
    const looked = recordRestored({ keys: data, mark: 'checking x' });
    expect(await reasonOf(new RestoredStore(looked.client).begin(false, signal))).to.match(/\(4 keys\)/);
  });

  it('is refused under servers and over data, and has no mark then', async () => {
    const servers =
      'StoreRefused: Servers use this Redis: stop them first, since they would mix what they know with the backup.';
    const full =
      'StoreRefused: This Redis has data of Fightcard already (4 keys): restore into an empty one, or remove them with --replace.';
    for (const [redis, replace, said, mark] of [
      [{ readers: 1 }, true, servers, ''],
      [{ keys: ['live:events'] }, false, full.replace('4 keys', '1 keys'), ''],
      [{ readers: 1, mark: 'filling x' }, false, servers, 'filling ID'],
      [{ keys: [...data, ...others] }, false, full, ''],
      [{ answer: (name: string) => (name === 'markRestore' ? 0 : undefined) }, false, otherRestore, ''],
    ] as const) {
      const { client, state, asked } = recordRestored(redis as Parameters<typeof recordRestored>[0]);
      const store = new RestoredStore(client);
      expect(await reasonOf(store.begin(replace, signal))).to.equal(said);
      expect(shown([[state.mark]])).to.deep.equal([[mark]]);
      expect(store.isMarked).to.equal(mark !== '');
      expect(asked.some(([name]) => name === 'unlink')).to.equal(false);
    }
    const away = recordRestored({ answer: (name) => (name === 'markRestore' ? new Error('no answer') : undefined) });
    const store = new RestoredStore(away.client);
    expect(await reasonOf(store.begin(false, signal))).to.match(/no answer$/);
    expect(store.isMarked, 'it may have arrived').to.equal(true);
  });

  it('is not begun where what was there could not be removed', async () => {
    const { client } = recordRestored({
      keys: data,
      answer: (name) => (name === 'unlink' ? new Error('no answer') : undefined),
    });
    expect(await reasonOf(new RestoredStore(client).begin(true, signal))).to.match(/^StoreUnavailable: .* no answer$/);
  });

  it('is looked at on every node of a Cluster for servers', async () => {
    const nodesOf = (...replies: unknown[][]) =>
      replies.map((reply, index) =>
        recordRestored({
          answer: (name) => {
            if (name === 'pubsub') return reply;
            return name === 'cluster' ? `a 1 myself - 0 0 1 c ${['0-8191', '8192-16383'][index]}` : undefined;
          },
        }),
      );
    const begin = (nodes: ReturnType<typeof nodesOf>) => {
      const ofRole = (role: string) => (['all', 'master'].includes(role) ? nodes.map(({ client }) => client) : []);
      return reasonOf(new RestoredStore(recordRestored({}, { nodes: ofRole }).client).begin(true, signal));
    };
    expect(await begin(nodesOf(['content', 0], ['content', 2]))).to.match(/Servers use this Redis/);
    expect(await begin(nodesOf([], ['content', 2]))).to.match(/Servers use this Redis/);
    expect(await begin(nodesOf([], []))).to.equal('done');
    const missing = nodesOf(['content', 2]);
    expect(await begin(missing)).to.match(/^StoreRefused: Only 8192 of the 16384 slots/);
    expect(missing[0]?.asked).to.deep.equal([['cluster', 'NODES']]);
  });

  it('gets the commands of each part, with its end', async () => {
    const { client, asked } = recordRestored();
    const store = new RestoredStore(client);
    await store.begin(false, signal);
    const bytes = { b: '/wA=' };
    const raw = Buffer.from([0xff, 0]);
    for (const [part, commands] of [
      [{ key: 'k', type: 'string', values: [bytes] }, [['SET', 'k', raw]]],
      [{ key: 'k', type: 'string', values: [] }, [['SET', 'k', '']]],
      [{ key: 'k', type: 'zset', values: ['a'] }, [['ZADD', 'k', '', 'a']]],
      [{ key: 'k', type: 'hash', values: ['f', bytes] }, [['HSET', 'k', 'f', raw]]],
      [{ key: 'k', type: 'hash', values: ['f', 'g'], removed: true }, [['HDEL', 'k', 'f', 'g']]],
      [{ key: 'k', type: 'set', values: ['a', 'b'] }, [['SADD', 'k', 'a', 'b']]],
      [{ key: 'k', type: 'zset', values: ['a', '1', 'b', '2'] }, [['ZADD', 'k', '1', 'a', '2', 'b']]],
      [{ key: 'k', type: 'zset', values: ['a'], removed: true }, [['ZREM', 'k', 'a']]],
      [
        { key: 'k', type: 'stream', values: ['1-0', '2', 'f', 'v', '2-0', '4', 'f', 'v', 'g', 'w'], expiresMs: 9 },
        [
          ['XADD', 'k', '1-0', 'f', 'v'],
          ['XADD', 'k', '2-0', 'f', 'v', 'g', 'w'],
          ['PEXPIREAT', 'k', '9'],
        ],
      ],
      [
        { key: 'k', type: 'string', values: ['a'], expiresMs: 0 },
        [
          ['SET', 'k', 'a'],
          ['PEXPIREAT', 'k', '0'],
        ],
      ],
    ] as unknown as [Part, unknown[][]][]) {
      asked.length = 0;
      await store.write(part);
      expect(asked.filter(([name]) => name !== 'hget')).to.deep.equal(commands.map((one) => ['call', ...one]));
    }
  });

  it('is looked at again for another restore with every 64th part', async () => {
    const { client, asked, state } = recordRestored();
    const store = new RestoredStore(client);
    await store.begin(false, signal);
    asked.length = 0;
    const part: Part = { key: 'k', type: 'string', values: ['a'] };
    for (let nth = 0; nth < 129; nth++) await store.write(part);
    expect(asked.flatMap(([name], at) => (name === 'hget' ? [at] : []))).to.deep.equal([0, 65, 130]);
    state.mark = 'filling other';
    for (let nth = 1; nth < 64; nth++) await store.write(part);
    expect(await reasonOf(store.write(part))).to.equal(otherRestore);
    const failing = recordRestored({ answer: (name) => (name === 'call' ? new Error('no answer') : undefined) });
    const broken = new RestoredStore(failing.client);
    await broken.begin(false, signal);
    await broken.write(part);
    await turn();
    expect(await reasonOf(broken.finish(header, signal, () => undefined))).to.match(/no answer$/);
  });

  it('has 64 commands under way, or four mebibytes of them, which end before the next ones', async () => {
    const half = 2_097_151;
    const tiny = Array.from({ length: 130 }, () => 0);
    for (const [lengths, sent] of [
      [tiny, [64, 128, 130]],
      [
        [half, half, 0, half, half, 0],
        [2, 5, 6],
      ],
      [
        [half, half - 1, 0, half, half],
        [3, 5],
      ],
      [
        [0, half, half, half, half],
        [3, 5],
      ],
    ] as const) {
      const waiting: (() => void)[] = [];
      const { client } = recordRestored({
        answer: (name) => (name === 'call' ? new Promise<void>((done) => waiting.push(done)) : undefined),
      });
      const store = new RestoredStore(client);
      await store.begin(false, signal);
      let isDone = false;
      const writes = (async () => {
        for (const length of lengths) await store.write({ key: 'k', type: 'string', values: ['x'.repeat(length)] });
        isDone = true;
      })();
      const seen: number[] = [];
      while (!isDone) {
        await turn();
        if (seen.at(-1) !== waiting.length) seen.push(waiting.length);
        else for (const done of waiting) done();
      }
      await writes;
      if (seen.at(-1) !== waiting.length) seen.push(waiting.length);
      expect(seen).to.deep.equal(sent);
    }
  });

  it('is given to servers at the end, with its tallies counted again', async () => {
    const keys: string[] = [];
    const tally = { '{7:05cc}:tally': { changes: '1', '1:11': '3' } } as Record<string, object>;
    const { client, asked } = recordRestored({
      keys,
      answer: (name, [key]) =>
        name === 'hgetall' ? (tally[String(key)] ?? {}) : name === 'correctTally' ? 1 : undefined,
    });
    const store = new RestoredStore(client);
    await store.begin(false, signal);
    keys.push('{7:05cc}:tally', '{8:05cc}:votes:1');
    const told: number[] = [];
    expect(await store.finish(header, signal, (tallies) => told.push(tallies))).to.equal(1);
    expect([told, store.isMarked]).to.deep.equal([[1, 2, 3, 4], false]);
    expect(shown(asked).slice(-2)).to.deep.equal([
      ['multi', ['set', 'votes:buckets', '8'], ['hset', schema, 'version', 2, 'least', 1]],
      ['markRestore', [schema], 'filling ID', ''],
    ]);
    expect(asked.filter(([name]) => name === 'correctTally')).to.have.length(1);
    const again = new RestoredStore(client);
    keys.length = 0;
    await again.begin(false, signal);
    keys.push('{7:05cc}:tally');
    expect(await reasonOf(again.finish(header, AbortSignal.abort(), () => undefined))).to.match(/^AbortError/);
  });
});

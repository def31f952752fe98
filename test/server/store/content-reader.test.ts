import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createContent } from '../../../server/store/content/content.ts';
import { anyCollection } from '../../../server/store/content/record-encoding.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const live = ['{content}:live'];
const lost = 'StoreUnavailable: The store is not available: its content was lost';
const malformed = 'StoreUnavailable: The store is not available: its reply is malformed';
const overtaken = 'StoreUnavailable: The store is not available: content was published several times meanwhile';
const fighter = anyCollection('fighters').normalise(rawFighter(3));
const json = JSON.stringify(fighter);
const sort = anyCollection('fighters').sort(fighter);
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Content whose script gives these replies in turn, the last one again and again. */
function readContent(replies: readonly unknown[], others: Answer = () => null) {
  let at = 0;
  const reads = recordClient((name, args) =>
    name === 'readContent' ? replies[Math.min(at++, replies.length - 1)] : others(name, args),
  );
  const bulk = recordClient(() => [9, null]);
  return { content: createContent(reads.client, bulk.client), asked: reads.asked, bulk: bulk.asked };
}

describe('what a reader of content asks Redis', () => {
  it('is one script call for each list, with its bounds in the direction of its collection', async () => {
    const { content, asked } = readContent([[7, 0]]);
    await content.list('fighters');
    await content.list('fighters', 'statid:4', { limit: 3, after: 'b' });
    await content.list('fighters', undefined, { from: 'b', reversed: true });
    await content.list('news', 'fighter:1', { reversed: true });
    await content.list('news', undefined, { after: 'b' });
    const ask = (...args: unknown[]) => ['readContent', live, 'list', '', ...args, ''];
    const [from, to] = [bytes('[\0'), bytes('(\x01')];
    expect(asked).to.deep.equal([
      ask('fighters', 'all', from, to, 'ascending', '0'),
      ask('fighters', 'statid', bytes('(4\0b\0\0\xff'), bytes('(4\x01'), 'ascending', '3'),
      ask('fighters', 'all', from, bytes('(\0b\0\0\xff'), 'descending', '0'),
      ask('news', 'fighter', bytes('[1\0'), bytes('(1\x01'), 'ascending', '0'),
      ask('news', 'all', from, bytes('(\0b\0\0'), 'descending', '0'),
    ]);
  });

  it('is the first record of several lists, the names of lists, and records by their keys', async () => {
    const { content, asked } = readContent([
      [7, json, null],
      [1, 'USA', 'PER', 'MEX'],
      [7, json, null, json],
    ]);
    expect(await content.first('news', ['c:PER', 'all'])).to.deep.equal([fighter, undefined]);
    expect(await content.names('stats', 'c')).to.deep.equal(['MEX', 'PER', 'USA']);
    const [one, many] = await Promise.all([content.get('fighters', 3), content.many('fighters', ['4', 5])]);
    expect([one, many]).to.deep.equal([fighter, [undefined, fighter]]);
    expect(asked).to.deep.equal([
      [
        ...['readContent', live, 'first', '', 'news', 'descending', 'c', bytes('[PER\0'), bytes('(PER\x01')],
        ...['all', bytes('[\0'), bytes('(\x01')],
      ],
      ['readContent', live, 'names', '', 'stats', 'c'],
      ['readContent', live, 'get', '', 'fighters', '3', '4', '5'],
    ]);
    expect([await content.many('fighters', []), await content.first('fighters', [])]).to.deep.equal([[], []]);
    expect(asked).to.have.length(3);
  });

  it('is nothing but nulls where nothing was ever published', async () => {
    const { content } = readContent([[0, 0]]);
    expect(await content.names('stats', 'c')).to.deep.equal([]);
    expect(await content.list('fighters')).to.deep.equal({ records: [] });
    expect(await content.get('fighters', 3)).to.equal(undefined);
  });

  it('has the sort key of the last record where more follow', async () => {
    for (const [reply, listed] of [
      [[7, 1, json, null], { records: [fighter], next: sort }],
      [[7, 1, '{"id":1}', json], { records: [{ id: 1 }, fighter], next: sort }],
      [[7, 0, json], { records: [fighter] }],
      [[7, 1, null], { records: [] }],
      [[7, 2, json], { records: [fighter] }],
    ] as const) {
      expect(await readContent([reply]).content.list('fighters')).to.deep.equal(listed);
    }
  });

  it('is not believed where the script cannot give it', async () => {
    const rows: [what: 'list' | 'names', reply: unknown, isRight: boolean][] = [
      ...([null, 'OK', {}, [], ['7'], [7.5], [7, 5], [7, 'a', {}], [0, 'a'], [-1, null]] as const).map(
        (reply): [what: 'names', reply: unknown, isRight: boolean] => ['names', reply, false],
      ),
      ...([[7], [7, 'a'], [1, 'a'], [0, 0], [0, 0, 'a']] as const).map(
        (reply): [what: 'names', reply: unknown, isRight: boolean] => ['names', reply, true],
      ),
      ...(
        [
          [7, 'a'],
          [7, null],
          [7, 0, 5],
          [7, 1.5],
          [1, 0, 0],
        ] as const
      ).map((reply): [what: 'list', reply: unknown, isRight: boolean] => ['list', reply, false]),
      ...(
        [
          [7, 0],
          [7, 1, json, null],
        ] as const
      ).map((reply): [what: 'list', reply: unknown, isRight: boolean] => ['list', reply, true]),
    ];
    for (const [what, reply, isRight] of rows) {
      const { content } = readContent([reply]);
      const work = what === 'list' ? content.list('fighters') : content.names('fighters', 'c');
      expect(await reasonOf(work), `${what} ${JSON.stringify(reply)}`).to.equal(isRight ? 'done' : malformed);
    }
  });

  it('is lost where Redis says so, or there was some before', async () => {
    const { content } = readContent([[0, 0], [1], [0, 0]]);
    const names = () => reasonOf(content.names('stats', 'c'));
    expect([await names(), await names(), await names()]).to.deep.equal(['done', 'done', lost]);
    expect(await reasonOf(readContent([[-1, 0]]).content.names('stats', 'c'))).to.equal(lost);
  });

  it('is, of a generation, on the connection of tools', async () => {
    const { content, asked, bulk } = readContent([]);
    await content.raw().get('news', ['1']);
    await content.raw(7).get('news', ['1']);
    expect([asked, bulk.map((one) => one.slice(2, 4))]).to.deep.equal([
      [],
      [
        ['get', ''],
        ['get', '7'],
      ],
    ]);
  });
});

describe('the number of the live generation', () => {
  it('is asked for once in a turn, and again in the next', async () => {
    const { content, asked } = readContent([], () => '12');
    const [one, other] = [content.liveGeneration(), content.liveGeneration()];
    expect(await Promise.all([one, other])).to.deep.equal([12, 12]);
    expect(asked).to.deep.equal([['get', '{content}:live']]);
    expect(await content.liveGeneration()).to.equal(12);
    expect(asked).to.have.length(2);
  });

  it('is 0 where nothing was ever published, and lost where other generations are there', async () => {
    for (const [found, exists, said] of [
      [null, 0, 'done'],
      [null, 1, lost],
      ['x', 0, malformed],
      ['1.5', 0, malformed],
    ] as const) {
      const { content, asked } = readContent([], (name) => (name === 'get' ? found : exists));
      expect(await reasonOf(content.liveGeneration())).to.equal(said);
      expect(await reasonOf(content.checkNotLost())).to.equal(said === lost ? lost : 'done');
      if (found === null) expect(asked[1]).to.deep.equal(['exists', '{content}:generations']);
      if (said === 'done') expect(await content.liveGeneration()).to.equal(0);
    }
  });

  it('says that nothing is lost while Redis does not answer', async () => {
    const { content } = readContent([], () => new Error('no answer'));
    expect(await reasonOf(content.liveGeneration())).to.match(/^StoreUnavailable: /);
    expect(await reasonOf(content.checkNotLost())).to.equal('done');
  });

  it('is empty without it and without others', async () => {
    for (const [count, isEmpty] of [
      [0, true],
      [1, false],
      [2, false],
    ] as const) {
      const { content, asked } = readContent([], () => count);
      expect(await content.isEmpty()).to.equal(isEmpty);
      expect(asked).to.deep.equal([['exists', '{content}:live', '{content}:generations']]);
    }
  });
});

describe('a snapshot', () => {
  const generationsOf = (asked: unknown[][]) => asked.map(([, , , generation]) => generation);

  it('reads the generation of its first reply ever after, also what was asked meanwhile', async () => {
    const { content, asked } = readContent([[7, 'PER']]);
    const snapshot = content.snapshot();
    expect([snapshot.generation, [...snapshot.collections], snapshot.reads()]).to.deep.equal([undefined, [], []]);
    const both = Promise.all([snapshot.names('stats', 'c'), snapshot.names('news', 'd')]);
    expect(snapshot.reads()).to.equal(undefined);
    await both;
    await snapshot.names('stats', 'e');
    expect(generationsOf(asked)).to.deep.equal(['', '7', '7']);
    expect([snapshot.generation, [...snapshot.collections]]).to.deep.equal([7, ['stats', 'news']]);
    expect(snapshot.reads()).to.deep.equal([
      { what: 'names', collection: 'stats', args: ['c'], found: 'PER' },
      { what: 'names', collection: 'news', args: ['d'], found: 'PER' },
      { what: 'names', collection: 'stats', args: ['e'], found: 'PER' },
    ]);
  });

  it('reads what is live by then where nothing was published before', async () => {
    const { content, asked } = readContent([[0, 0]]);
    const snapshot = content.snapshot();
    for (const group of ['c', 'd', 'c']) await snapshot.names('stats', group);
    expect(generationsOf(asked)).to.deep.equal(['', '', '']);
    expect(snapshot.generation).to.equal(0);
  });

  it('fails when its generation is gone, and starts over after a failure', async () => {
    const { content, asked } = readContent([new Error('no answer'), [7], [-1, 0], [7, 'a']]);
    const snapshot = content.snapshot();
    expect(await reasonOf(snapshot.names('stats', 'c'))).to.match(/^StoreUnavailable: .* no answer$/);
    expect(await reasonOf(snapshot.names('stats', 'c'))).to.equal('done');
    expect(await reasonOf(snapshot.names('stats', 'c'))).to.equal(overtaken);
    expect(generationsOf(asked)).to.deep.equal(['', '', '7']);
    expect(snapshot.reads(), 'not all was found out').to.equal(undefined);
    expect(await snapshot.names('stats', 'c')).to.deep.equal(['a']);
  });

  it('reads again what another has read, up to the first difference, and nothing of it twice', async () => {
    const before = readContent([
      [6, 'a'],
      [6, 'b'],
    ]);
    const first = before.content.snapshot();
    for (const group of ['c', 'd']) await first.names('stats', group);
    const reads = first.reads() ?? [];
    const { content, asked } = readContent([
      [7, 'a'],
      [7, 'b'],
      [7, 'x'],
    ]);
    const second = content.snapshot();
    expect(await second.isAsRead(reads)).to.equal(true);
    expect([await second.names('stats', 'd'), await second.names('stats', 'c')]).to.deep.equal([['b'], ['a']]);
    expect(asked).to.have.length(2);
    expect(await second.names('stats', 'e')).to.deep.equal(['x']);
    expect(await second.names('stats', 'e')).to.deep.equal(['x']);
    expect(asked, 'only what was read again is known').to.have.length(4);
    const changed = readContent([
      [7, 'x'],
      [7, 'b'],
    ]);
    expect(await changed.content.snapshot().isAsRead(reads)).to.equal(false);
    await turn();
    expect(changed.asked).to.have.length(1);
    expect(await changed.content.snapshot().isAsRead([])).to.equal(true);
  });
});

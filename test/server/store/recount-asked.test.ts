import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import promises from 'node:timers/promises';
import { expect } from 'chai';
import { recount } from '../../../server/store/ballots/recount.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

const ballots: Record<string, string[]> = {
  '{7:05cc}:votes:1': ['ann', '11|1000', 'bob', '12|1001', 'ann', '12|1002', 'cleo', '11|1003'],
  '{7:05cc}:votes:2': ['ann', '11|1000', 'dee', 'x11|1', 'eve', '11|1x', 'fay', '|'],
  '{7:05cc}:votes:5': ['ann', '9|1'],
  '{7:05cc}:scores:1': ['ann', '10|9', 'bob', '10|8'],
  '{7:05cc}:scores:3': ['ann', '9|10'],
};

describe('a recount, as Redis is asked', () => {
  let waits: number[] = [];
  before(() => {
    mock.method(
      promises,
      'setTimeout',
      sleepFor('ballots/recount.ts', async (ms) => waits.push(ms)),
    );
    syncBuiltinESMExports();
  });
  beforeEach(() => {
    waits = [];
  });
  after(() => {
    mock.reset();
    syncBuiltinESMExports();
  });

  /** A bucket with these tallies in turn, the last one again and again. */
  function bucketOf(tallies: readonly Record<string, string>[], corrected: readonly unknown[] = [1]) {
    const replies = [...corrected];
    let at = 0;
    return recordClient((name, [key]) => {
      if (name === 'correctTally') return replies.shift();
      return name === 'hscan' ? ['0', ballots[String(key)] ?? []] : tallies[Math.min(at++, tallies.length - 1)];
    });
  }
  const rightVotes = { changes: '4', announced: '9', '1:11': '2', '1:12': '1', '2:11': '1', '5:9': '1' };
  const rightScores = { '1:count': '2', '1:1': '20', '1:2': '17', '3:count': '1', '3:1': '9', '3:2': '10' };
  const broken = [
    { field: 'vote dee', stored: 'x11|1', right: '' },
    { field: 'vote eve', stored: '11|1x', right: '' },
    { field: 'vote fay', stored: '|', right: '' },
  ];

  it('reads the tally, the ballots of five rounds in portions, and the tally again', async () => {
    const { client, asked } = bucketOf([rightVotes]);
    expect(await recount(client, '{7:05cc}', 'votes', true)).to.deep.equal({
      ...{ bucket: '7:05cc', what: 'votes', counted: 8, differs: broken, isBusy: false },
    });
    expect(asked).to.deep.equal([
      ['hgetall', '{7:05cc}:tally'],
      ...[1, 2, 3, 4, 5].map((round) => ['hscan', `{7:05cc}:votes:${round}`, '0', 'COUNT', 500]),
      ['hgetall', '{7:05cc}:tally'],
    ]);
    const scores = bucketOf([rightScores]);
    expect(await recount(scores.client, '{7:05cc}', 'scores', true)).to.deep.equal({
      ...{ bucket: '7:05cc', what: 'scores', counted: 3, differs: [], isBusy: false },
    });
    expect(scores.asked.slice(0, 2)).to.deep.equal([
      ['hgetall', '{7:05cc}:scoretally'],
      ['hscan', '{7:05cc}:scores:1', '0', 'COUNT', 500],
    ]);
    expect(waits).to.deep.equal([]);
  });

  it('corrects every field that is another, missing or too many, where it is not a zero', async () => {
    const wrong = { ...rightVotes, '1:12': '7', '3:4': '0', '3:5': '2', '3:6': '' };
    const tally = Object.fromEntries(Object.entries(wrong).filter(([field]) => field !== '5:9'));
    const differs = [
      { field: '1:12', stored: '7', right: '1' },
      { field: '3:5', stored: '2', right: '0' },
      { field: '5:9', stored: '', right: '1' },
    ];
    for (const repair of [false, true]) {
      const { client, asked } = bucketOf([tally]);
      const found = await recount(client, '{7:05cc}', 'votes', repair);
      expect(found).to.deep.equal({
        bucket: '7:05cc',
        what: 'votes',
        counted: 8,
        differs: [...broken, ...differs],
        isBusy: false,
      });
      expect(asked.slice(7)).to.deep.equal(
        repair ? [['correctTally', ['{7:05cc}:tally'], '4', '1:12', '1', '3:5', '0', '5:9', '1']] : [],
      );
    }
    const { client, asked } = bucketOf([{}]);
    await recount(client, '{7:05cc}', 'scores', true);
    expect(asked.at(-1)?.slice(0, 3)).to.deep.equal(['correctTally', ['{7:05cc}:scoretally'], '']);
  });

  it('counts again when the tally changed meanwhile, up to eight times, with longer and longer pauses', async () => {
    const changing = Array.from({ length: 20 }, (_, nth) => ({ ...rightVotes, changes: String(nth) }));
    const pauses = [100, 150, 200, 250, 300, 350, 400];
    const busy = { bucket: '7:05cc', what: 'votes', counted: 8, differs: [], isBusy: true };
    const never = bucketOf(changing);
    expect(await recount(never.client, '{7:05cc}', 'votes', true)).to.deep.equal(busy);
    expect(never.asked.filter(([name]) => name === 'hgetall')).to.have.length(16);
    expect(waits.splice(0)).to.deep.equal(pauses);
    const late = bucketOf([...changing.slice(0, 2), rightVotes]);
    expect((await recount(late.client, '{7:05cc}', 'votes', true)).isBusy).to.equal(false);
    expect(waits.splice(0)).to.deep.equal([100]);
    const { changes: _, ...unchanged } = rightVotes;
    const begun = bucketOf([unchanged, rightVotes]);
    expect((await recount(begun.client, '{7:05cc}', 'votes', true)).isBusy).to.equal(false);
    expect(waits.splice(0)).to.deep.equal([100]);
    const wrong = bucketOf([{ ...rightVotes, '1:12': '7' }], [0, null, 1]);
    expect((await recount(wrong.client, '{7:05cc}', 'votes', true)).differs).to.have.length(4);
    expect(waits.splice(0)).to.deep.equal([100, 150]);
    const refused = bucketOf([{ ...rightVotes, '1:12': '7' }], []);
    expect(await recount(refused.client, '{7:05cc}', 'votes', true)).to.deep.equal(busy);
  });
});

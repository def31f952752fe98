import { expect } from 'chai';
import { countsIn, readTallies, toLimited, toRefusal } from '../../../server/store/ballots/ballot-result.ts';
import type { BallotCast, BallotEnd } from '../../../server/store/ballots/batch.ts';
import { Batch, isGone } from '../../../server/store/ballots/batch.ts';
import type { Batches } from '../../../server/store/ballots/batches.ts';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import { createScoring } from '../../../server/store/ballots/scoring.ts';
import { isBatchReply, readVerdict, type Verdict } from '../../../server/store/ballots/verdicts.ts';
import { createVotes } from '../../../server/store/ballots/votes.ts';
import { keys } from '../../../server/store/keys.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const malformed = 'StoreUnavailable: The store is not available: its reply is malformed';
const verdict: Verdict = { code: 1, left: 9, resetMs: 1_001, createdMs: 7_000, openedMs: 5_000, closesMs: 9_000 };
const changes = { limit: 10, windowMs: 10_000, left: 9, resetMs: 1_001 };

describe('the reply to a batch of ballots', () => {
  const now = 1_700_000_000_000;

  it('is one that the script can give for so many rounds and ballots, or none', () => {
    const right: [reply: unknown[], rounds: number, ballots: number][] = [
      [[now], 1, 1],
      [[0], 2, 9],
      [[now, 1, 2, 1, 9, 0, 3], 1, 1],
      [[now, 1, 2, 3, 4, -2, 0, 0, 0, 4, 0, 0, 8.64e15], 2, 2],
      [[now, 0, 0, -5, 0, 0, 'CORRUPT'], 1, 1],
      ...[2, 3, 4, -2, -3, -4].map((code): [unknown[], number, number] => [[now, 0, 0, code, 0, 0, 0], 1, 1]),
      [[now, 0, 0], 1, 0],
    ];
    for (const [reply, rounds, ballots] of right) {
      expect(isBatchReply(reply, rounds, ballots), JSON.stringify(reply)).to.equal(true);
    }
    const wrong: unknown[] = [
      ...[null, 'OK', [], [-1], ['1'], [8.64e15 + 1], [now, 0], [now, 0, 0, 1, 0, 0], [now, 0, 0, 1, 0, 0, 0, 0]],
      ...[
        [now, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
        [1.5, 0, 0, 1, 0, 0, 0],
        [now, -1, 0, 1, 0, 0, 0],
        [now, 0, 'x', 1, 0, 0, 0],
        [now, null, 0, 1, 0, 0, 0],
      ],
      ...[0, 5, -1, -6, '1', null].map((code) => [now, 0, 0, code, 0, 0, 0]),
      ...[-1, 1.5, '0', null].flatMap((count) => [
        [now, 0, 0, 1, count, 0, 0],
        [now, 0, 0, 1, 0, count, 0],
      ]),
      ...[
        [now, 0, 0, 1, 0, 0, -1],
        [now, 0, 0, 1, 0, 0, 'CORRUPT'],
        [now, 0, 0, -5, 0, 0, 0],
        [now, 0, 0, -5, 0, -1, 'x'],
      ],
    ];
    for (const reply of wrong) expect(isBatchReply(reply, 1, 1), JSON.stringify(reply)).to.equal(false);
    expect(isBatchReply([now, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1], 1, 2), 'the second ballot').to.equal(false);
    expect(isBatchReply([now, 0, 0, 0, -1, 1, 0, 0, 0], 2, 1), 'the second round').to.equal(false);
  });

  it('has for each ballot its numbers and the moments of its round, or why it failed', () => {
    const reply = [now, 11, 12, 21, 22, 1, 9, 100, 5_000, -5, 0, 0, 'CORRUPT vote', 3, 8, 101, 5_001];
    const read = (round: number, nth: number) => readVerdict(reply, 2, round, nth);
    expect(read(0, 0)).to.deep.equal({ code: 1, left: 9, resetMs: 100, createdMs: 5_000, openedMs: 11, closesMs: 12 });
    expect(read(1, 1)).to.equal('CORRUPT vote');
    expect(read(1, 2)).to.deep.equal({ code: 3, left: 8, resetMs: 101, createdMs: 5_001, openedMs: 21, closesMs: 22 });
  });
});

describe('the bucket of a client', () => {
  it('is that of FNV-1a over UTF-8', () => {
    for (const [client, hash] of [
      ['', 0x811c9dc5],
      ['a', 0xe40c292c],
      ['foobar', 0xbf9cf968],
      ['b\u007f', 0x522bc96e],
      ['b\u0080', 0x35d1e47f],
      ['é', 0x1e9de8c1],
      ['votante-ñandú-🥊', 0xb04cef88],
    ] as const) {
      for (const buckets of [8, 97, 256]) expect(bucketOf(client, buckets), client).to.equal(hash % buckets);
    }
    expect([allBuckets(0), allBuckets(3)]).to.deep.equal([[], [0, 1, 2]]);
  });
});

describe('a batch of ballots', () => {
  const bucket = keys.bucket(7, 0);
  const asker = (destroyed = false, writable = true) => ({ destroyed, writable });
  const ballot = (clientId: string, roundNumber: number, ...choice: number[]): BallotCast => ({
    ...{ kind: choice.length === 1 ? 'votes' : 'scores', fightId: 7, clientId, roundNumber, choice },
  });

  /** A batch with these ballots, and how each ends. */
  function batchOf(ballots: readonly BallotCast[], askers: readonly (ReturnType<typeof asker> | undefined)[] = []) {
    const batch = new Batch(ballots[0]?.kind ?? 'votes', bucket, '801/6411');
    const ends: unknown[] = ballots.map(() => 'nothing');
    for (const [nth, one] of ballots.entries()) {
      batch.add(one, askers[nth], [1_000, 998, 999][nth] ?? 1_001, (error, found) => {
        ends[nth] = error ? `${(error as Error).name}: ${(error as Error).message}` : found;
      });
    }
    return { batch, ends };
  }

  it('has the keys and arguments of its ballots, and each round once', () => {
    const { batch } = batchOf([ballot('ann', 2, 11), ballot('bob', 1, 12), ballot('cleo', 2, 11)]);
    expect([batch.kind, batch.bout, batch.size, batch.count, batch.arrivedMs]).to.deep.equal([
      'votes',
      '801/6411',
      3,
      3,
      998,
    ]);
    expect([batch.rounds, batch.windowsKey]).to.deep.equal([[2, 1], '{7:05cc}:windows']);
    expect(batch.ballots).to.deep.equal(['ann', '1', '11', 'bob', '2', '12', 'cleo', '1', '11']);
    expect(batch.keys).to.deep.equal([
      ...['{7:05cc}:windows', '{7:05cc}:tally', '{7:05cc}:votes:2', '{7:05cc}:votes:1'],
      ...['{7:05cc}:rate:ann', '{7:05cc}:rate:bob', '{7:05cc}:rate:cleo'],
    ]);
    const scores = batchOf([ballot('ann', 3, 10, 9)]).batch;
    expect(scores.ballots).to.deep.equal(['ann', '1', '10', '9']);
    expect(scores.keys).to.deep.equal([
      '{7:05cc}:windows',
      '{7:05cc}:scoretally',
      '{7:05cc}:scores:3',
      '{7:05cc}:rate:ann',
    ]);
    const empty = new Batch('votes', bucket, '');
    expect([empty.arrivedMs, empty.readMs, empty.size]).to.deep.equal([Number.POSITIVE_INFINITY, 0, 0]);
  });

  it('drops the ballots of clients that have gone, and ends the others with their own part', () => {
    for (const [kind, choice] of [
      ['votes', [11]],
      ['scores', [10, 9]],
    ] as const) {
      const rounds = [1, 2, 2, 1, 1];
      const ballots = ['ann', 'bob', 'cleo', 'dee', 'eve'].map((client, nth) =>
        ballot(client, rounds[nth] ?? 0, ...choice),
      );
      const askers = [asker(), asker(true), undefined, asker(false, false)];
      const { batch, ends } = batchOf(ballots, askers);
      batch.dropGone();
      expect([batch.size, batch.count]).to.deep.equal([5, 3]);
      const chosen = choice.map(String);
      expect(batch.ballots).to.deep.equal([...['ann', '1', ...chosen, 'cleo', '2', ...chosen, 'eve', '1', ...chosen]]);
      expect(batch.keys.slice(4)).to.deep.equal(['ann', 'cleo', 'eve'].map((client) => `{7:05cc}:rate:${client}`));
      batch.settle([1_000, 11, 12, 21, 22, 1, 9, 100, 5_000, 2, 8, 101, 5_001, -5, 0, 0, `CORRUPT ${kind}`]);
      const gone = 'StoreUnavailable: The store is not available: the client disconnected before its ballot was sent';
      expect(ends).to.deep.equal([
        { code: 1, left: 9, resetMs: 100, createdMs: 5_000, openedMs: 11, closesMs: 12 },
        gone,
        { code: 2, left: 8, resetMs: 101, createdMs: 5_001, openedMs: 21, closesMs: 22 },
        gone,
        `StoreFault: CORRUPT ${kind}`,
      ]);
    }
    const all = batchOf([ballot('ann', 1, 11)], [asker()]);
    all.batch.dropGone();
    expect(all.batch.count).to.equal(1);
    expect([asker(), asker(true), asker(false, false), asker(true, false)].map(isGone)).to.deep.equal([
      false,
      true,
      true,
      true,
    ]);
  });

  it('ends each ballot once, the others also where one of them throws', async () => {
    const batch = new Batch('votes', bucket, '');
    const ends: string[] = [];
    const thrown = new Promise((resolve) => {
      const listeners = process.listeners('unhandledRejection');
      process.removeAllListeners('unhandledRejection');
      process.once('unhandledRejection', (reason) => {
        for (const listener of listeners) process.on('unhandledRejection', listener);
        resolve(reason);
      });
    });
    const broken = new Error('broken');
    const enders: BallotEnd[] = [
      () => {
        throw broken;
      },
      (error) => void ends.push((error as Error).message),
    ];
    for (const end of enders) batch.add(ballot('ann', 1, 11), undefined, 1, end);
    batch.fail(new Error('no answer'));
    batch.fail(new Error('again'));
    expect(ends).to.deep.equal(['no answer']);
    expect(await thrown).to.equal(broken);
  });
});

describe('votes and scorecards, as the store asks for them', () => {
  const settings = { ...defaultStoreSettings, buckets: 2 };

  function partsOf(answer: Answer, found?: Verdict | Error) {
    const { client, asked } = recordClient(answer);
    const casts: BallotCast[] = [];
    const batches = {
      cast(ballot: BallotCast, _: unknown, end: BallotEnd) {
        casts.push(ballot);
        if (found instanceof Error) end(found);
        else end(undefined, found);
      },
    } as unknown as Batches;
    const content = { checkNotLost: async () => void asked.push(['checkNotLost']) };
    const parts = { reads: client, settings, batches, content };
    return { parts, votes: createVotes(parts), scoring: createScoring(parts), asked, casts };
  }
  const ballot = { fightId: 7, roundNumber: 2, fighterStatid: 11, clientId: 'ann' };
  const card = { fightId: 7, roundNumber: 2, fighter1Score: 10, fighter2Score: 9, clientId: 'ann', bout: '801/6411' };

  it('are cast with their fight, round and choice, and have an outcome', async () => {
    for (const [code, vote, scorecard] of [
      [1, 'created', 'created'],
      [2, 'moved', 'replaced'],
      [3, 'same', 'same'],
      [4, 'moved', 'same'],
    ] as const) {
      const { votes, scoring, casts, asked } = partsOf(() => null, { ...verdict, code });
      expect(await votes.cast(ballot)).to.deep.equal({ outcome: vote, createdMs: 7_000, changes });
      expect(await scoring.cast(card)).to.deep.equal({ outcome: scorecard, changes });
      expect(casts).to.deep.equal([
        { kind: 'votes', fightId: 7, bout: undefined, roundNumber: 2, clientId: 'ann', choice: [11] },
        { kind: 'scores', fightId: 7, bout: '801/6411', roundNumber: 2, clientId: 'ann', choice: [10, 9] },
      ]);
      expect(asked).to.deep.equal([]);
    }
  });

  it('are refused with a reason, and a round is not opened only where nothing is lost', async () => {
    for (const [code, refused, isChecked] of [
      [-2, { outcome: 'not-opened', changes }, true],
      [-3, { outcome: 'closed', openedMs: 5_000, closesMs: 9_000, changes }, false],
      [-4, { outcome: 'limited', retryAfterSeconds: 2, changes }, false],
    ] as const) {
      const { votes, scoring, asked } = partsOf(() => null, { ...verdict, code });
      for (const cast of [() => votes.cast(ballot), () => scoring.cast(card)]) {
        asked.length = 0;
        expect(await cast()).to.deep.equal(refused);
        expect(asked).to.deep.equal(isChecked ? [['checkNotLost']] : []);
      }
    }
    const { votes, scoring, parts } = partsOf(() => null, { ...verdict, code: -2 });
    parts.content.checkNotLost = () => Promise.reject(new Error('lost'));
    for (const cast of [votes.cast(ballot), scoring.cast(card)]) expect(await reasonOf(cast)).to.equal('Error: lost');
    const away = partsOf(() => null, new Error('no answer'));
    for (const cast of [away.votes.cast(ballot), away.scoring.cast(card)])
      expect(await reasonOf(cast)).to.equal('Error: no answer');
  });

  it('have changes only where they are limited', () => {
    expect(toLimited(verdict, { ...settings, changesPerTenSeconds: 1 })).to.deep.equal({
      changes: { ...changes, limit: 1 },
    });
    expect(toLimited(verdict, { ...settings, changesPerTenSeconds: 0 })).to.deep.equal({});
    expect(toRefusal({ ...verdict, code: -4, resetMs: 0 }, {})).to.deep.equal({
      outcome: 'limited',
      retryAfterSeconds: 1,
    });
    expect(toRefusal({ ...verdict, code: -1 }, {})).to.equal(undefined);
  });

  it('are found by their client', async () => {
    for (const [stored, found] of [
      ['11|7000', { createdMs: 7_000 }],
      ['12|7000', undefined],
      ['11|0', undefined],
      ['11', undefined],
      [null, undefined],
    ] as const) {
      const { votes, asked } = partsOf(() => stored);
      expect(await votes.find(ballot)).to.deep.equal(found);
      expect(asked).to.deep.equal([['hget', '{7:05cc}:votes:2', 'ann'], ...(found ? [] : [['checkNotLost']])]);
    }
    expect(await reasonOf(partsOf(() => 11).votes.find(ballot))).to.equal(malformed);
  });

  it('are counted over the buckets of each fight, with the number of their changes', async () => {
    const tallies: Record<string, Record<string, string>> = {
      '{7:05cc}:tally': { changes: '5', announced: '999', '1:11': '2', '1:12': '1', '2:11': '4' },
      '{7:0bku}:tally': { changes: '3', '1:11': '-1' },
      '{8:05cc}:tally': { '1:21': '999999999999999' },
      '{7:05cc}:scoretally': { changes: '2', '1:count': '2', '1:1': '19', '1:2': '18' },
      '{7:0bku}:scoretally': { changes: '1', '1:count': '1', '1:1': '10', '3:2': '9' },
    };
    const { votes, scoring, asked } = partsOf((_, [key]) => tallies[String(key)] ?? {});
    const first = new Map([
      [
        1,
        new Map([
          [11, 1],
          [12, 1],
        ]),
      ],
      [2, new Map([[11, 4]])],
    ]);
    const second = new Map([[1, new Map([[21, 999_999_999_999_999]])]]);
    expect(await votes.versioned([7, 8])).to.deep.equal([
      { version: 8, counts: first },
      { version: 0, counts: second },
    ]);
    expect(asked).to.deep.equal(['7:05cc', '7:0bku', '8:05cc', '8:0bku'].map((tag) => ['hgetall', `{${tag}}:tally`]));
    expect(await votes.tallies([8, 7])).to.deep.equal([second, first]);
    const sums = new Map([
      [1, { count: 3, fighter1Sum: 29, fighter2Sum: 18 }],
      [3, { count: 0, fighter1Sum: 0, fighter2Sum: 9 }],
    ]);
    expect(await scoring.versioned([7])).to.deep.equal([{ version: 3, counts: sums }]);
    expect(await scoring.sums([7, 8])).to.deep.equal([sums, new Map()]);
    expect(countsIn({ changes: '1', announced: '2', '1:1': '3' })).to.deep.equal([['1:1', '3']]);
  });

  it('are none only where nothing is lost, and no count is believed that is none', async () => {
    const none = partsOf(() => ({}));
    expect(await none.votes.tallies([7])).to.deep.equal([new Map()]);
    expect(none.asked.at(-1)).to.deep.equal(['checkNotLost']);
    for (const reply of [
      null,
      'x',
      { '1:1': 'x' },
      { '1:1': '1.5' },
      { '1:1': '' },
      { '1:1': '1234567890123456' },
      { '1:1': '1x' },
      { '1:1': 'x1' },
    ]) {
      const { parts } = partsOf(() => reply);
      expect(await reasonOf(readTallies(parts, [7], 'tally', () => 0)), JSON.stringify(reply)).to.equal(malformed);
    }
  });
});

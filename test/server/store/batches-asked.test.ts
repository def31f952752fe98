import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Asker, BallotCast } from '../../../server/store/ballots/batch.ts';
import { type BallotWatch, Batches } from '../../../server/store/ballots/batches.ts';
import type { Verdict } from '../../../server/store/ballots/verdicts.ts';
import type { RedisClocks } from '../../../server/store/redis/clock.ts';
import { defaultStoreSettings, type StoreSettings } from '../../../server/store/settings.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';
import { useStandingTime } from '../../support/redis/standing-time.ts';

const nowMs = 1_700_000_000_000;
const vote = (clientId: string, more: object = {}): BallotCast => ({
  ...{ kind: 'votes', fightId: 7, roundNumber: 2, clientId, choice: [11] },
  ...more,
});

describe('ballots, as they are sent to Redis', () => {
  const time = useStandingTime();

  /** Batches of one bucket whose script gives this reply; by default it takes every ballot of one round. */
  function open(
    reply?: (ballots: number) => unknown,
    settings: Partial<StoreSettings> = {},
    isKnown = true,
    more: object = {},
  ) {
    const told: unknown[][] = [];
    const note =
      (name: string) =>
      (...args: unknown[]) =>
        void told.push([name, ...args]);
    const ahead = { least: 5_000.5 - performance.timeOrigin, most: 5_001.5 - performance.timeOrigin };
    const clock = {
      known: () => (isKnown ? ahead : undefined),
      ahead: async () => told.push(['ahead']) && ahead,
      ...{ observe: note('observe'), restart: note('restart') },
    };
    const clocks = { of: (key: string) => told.push(['clock', key]) && clock } as unknown as RedisClocks;
    const { client } = recordClient(
      (name, [keys, ...args]) => {
        told.push([name, keys, ...args]);
        const count = (keys as string[]).length - 3;
        const own = Array.from({ length: count }, () => [1, 9, 0, nowMs]).flat();
        return reply ? reply(count) : [nowMs, 1, 2, ...own];
      },
      { stream: { cork: note('cork'), uncork: note('uncork') }, ...more },
    );
    const watch: BallotWatch = { ballot: note('ballot'), batch: note('batch') };
    const all = { ...defaultStoreSettings, buckets: 1, ...settings };
    const batches = new Batches(client, clocks, all, watch);
    const ends: string[] = [];
    const cast = (ballot: BallotCast, asker?: Asker) =>
      batches.cast(ballot, asker, (error, verdict?: Verdict) =>
        ends.push(error ? `${(error as Error).name}: ${(error as Error).message}` : String(verdict?.code)),
      );
    const settle = async () => {
      for (let time = 0; time < 6; time++) await turn();
    };
    return { cast, ends, told, settle };
  }
  const lists = (told: unknown[][], name: string) => told.filter(([one]) => one === name);

  it('are sent together, in one write, with their deadline and what bounds their arrival', async () => {
    const { cast, ends, told, settle } = open();
    for (const clientId of ['ann', 'bob']) cast(vote(clientId));
    await settle();
    expect(ends).to.deep.equal(['1', '1']);
    expect(told.filter(([name]) => name !== 'uncork')).to.deep.equal([
      ['cork'],
      ['clock', '{7:05cc}:windows'],
      ['batch', 'votes', 2],
      [
        ...[
          'castBallots',
          ['{7:05cc}:windows', '{7:05cc}:tally', '{7:05cc}:votes:2', '{7:05cc}:rate:ann', '{7:05cc}:rate:bob'],
        ],
        ...['votes', '5300', '5100', '5102', '10', '10000', '', '1', '2', 'ann', '1', '11', 'bob', '1', '11'],
      ],
      ['observe', nowMs, performance.timeOrigin + 100],
      ...[1, 2].map(() => ['ballot', 'votes', 1]),
    ]);
    const other = open(undefined, { deadlineMs: 0, changesPerTenSeconds: 3 }, false);
    other.cast(vote('ann', { kind: 'scores', choice: [10, 9], bout: '801/6411' }));
    await other.settle();
    const [sent] = lists(other.told, 'castBallots');
    expect(lists(told, 'uncork')).to.have.length(1);
    expect(sent?.slice(2)).to.deep.equal([
      ...['scores', '0', '5100', '5102', '3', '10000', '801/6411', '1', '2', 'ann', '1', '10', '9'],
    ]);
    expect(lists(other.told, 'ahead')).to.have.length(1);
  });

  it('are apart by fight, bucket, kind and bout, and at most 128 together', async () => {
    const { cast, told, settle } = open(() => [nowMs]);
    const ballots = [
      ...[vote('ann'), vote('ann', { fightId: 8 }), vote('ann', { kind: 'scores', choice: [10, 9] })],
      ...[vote('bob', { bout: '801/6411' }), vote('cleo', { bout: '' }), vote('dee', { bout: '801/6411' })],
    ];
    for (const ballot of ballots) cast(ballot);
    await settle();
    const sizes = (all: unknown[][]) => lists(all, 'batch').map(([, kind, size]) => `${kind} ${size}`);
    expect(sizes(told)).to.deep.equal(['votes 1', 'votes 1', 'scores 1', 'votes 1', 'votes 1', 'votes 1']);
    for (const [count, expected] of [
      [128, ['votes 128']],
      [129, ['votes 128', 'votes 1']],
    ] as const) {
      const many = open();
      for (let nth = 0; nth < count; nth++) many.cast(vote(`client-${nth}`));
      await many.settle();
      expect(sizes(many.told)).to.deep.equal(expected);
    }
    const spread = open(undefined, { buckets: 2 });
    for (const fightId of [7, 9])
      for (const clientId of ['ann', 'b', 'cleo', 'd']) spread.cast(vote(clientId, { fightId }));
    await spread.settle();
    expect(
      lists(spread.told, 'castBallots')
        .map(([, keys]) => (keys as string[])[0])
        .sort(),
    ).to.deep.equal([...['{7:05cc}:windows', '{7:0bku}:windows', '{9:05cc}:windows', '{9:0bku}:windows']]);
    expect(lists(spread.told, 'cork'), 'in one write').to.have.length(1);
    const kinds = open(undefined, { buckets: 1 });
    for (const more of [{ fightId: 6, kind: 'scores', choice: [10, 9] }, { fightId: 8 }]) kinds.cast(vote('ann', more));
    await kinds.settle();
    expect(lists(kinds.told, 'batch').map(([, kind]) => kind)).to.deep.equal(['scores', 'votes']);
  });

  it('are refused at once where too many wait, and taken again once those have ended', async () => {
    const ballots = { least: 2, most: 2, start: 2, targetMs: 1_000 };
    const { cast, ends, told, settle } = open(undefined, { ballots });
    for (const clientId of ['ann', 'bob', 'cleo']) cast(vote(clientId));
    expect(ends).to.deep.equal(['TooManyBallots: The store is not available: too many ballots wait for it']);
    expect(told.at(-1)).to.deep.equal(['ballot', 'votes', 'not_counted']);
    await settle();
    for (const clientId of ['dee', 'eve']) cast(vote(clientId));
    await settle();
    expect(ends.slice(1)).to.deep.equal(['1', '1', '1', '1']);
  });

  it('are not sent for clients that have gone', async () => {
    const { cast, ends, told, settle } = open();
    cast(vote('ann'), { destroyed: true, writable: false });
    await settle();
    expect(ends[0]).to.match(/^StoreUnavailable: .* the client disconnected before its ballot was sent$/);
    expect([lists(told, 'castBallots'), lists(told, 'batch')]).to.deep.equal([[], []]);
    expect(lists(told, 'ballot')).to.deep.equal([['ballot', 'votes', 'not_counted']]);
  });

  it('have an outcome that is unknown where the reply is none, and none where they came too late', async () => {
    for (const reply of [null, [], [nowMs, 1, 2], [nowMs, 1, 2, 1, 9, 0, 'x']]) {
      const { cast, ends, told, settle } = open(() => reply);
      cast(vote('ann'));
      await settle();
      expect(ends).to.deep.equal(['OutcomeUnknown: The store is not available: its reply is malformed']);
      expect(lists(told, 'ballot')).to.deep.equal([['ballot', 'votes', 'unknown']]);
    }
    const late = open(() => [nowMs]);
    late.cast(vote('ann'));
    await late.settle();
    expect(late.ends).to.deep.equal(['StoreUnavailable: The store is not available: it took too long']);
    expect(late.told.filter(([name]) => name === 'restart' || name === 'ballot')).to.deep.equal([
      ['restart', nowMs],
      ['ballot', 'votes', 'not_counted'],
    ]);
    const away = open(() => new Error('no answer'));
    away.cast(vote('ann'));
    await away.settle();
    expect(away.ends).to.deep.equal(['StoreUnavailable: The store is not available: no answer']);
  });

  it('are fewer at once after work that was late', async () => {
    const ballots = { least: 1, most: 8, start: 8, targetMs: 50 };
    const { cast, ends, settle } = open(
      () => {
        time.ms = 200;
        return [nowMs, 1, 2, 1, 9, 0, nowMs];
      },
      { ballots },
    );
    cast(vote('ann'));
    await settle();
    for (let nth = 0; nth < 5; nth++) cast(vote(`client-${nth}`));
    expect(ends).to.deep.equal(['1', 'TooManyBallots: The store is not available: too many ballots wait for it']);
  });

  it('are not sent when they came too late', async () => {
    for (const [laterMs, said, sent] of [
      [1_100, 'StoreUnavailable: The store is not available: it came too late', 0],
      [1_099, '1', 1],
    ] as const) {
      time.ms = 100;
      const { cast, ends, told, settle } = open();
      cast(vote('ann'));
      time.ms = laterMs;
      await settle();
      expect(ends).to.deep.equal([said]);
      expect(lists(told, 'castBallots')).to.have.length(sent);
    }
  });

  it('have a deadline from one millisecond on', async () => {
    const { cast, told, settle } = open(undefined, { deadlineMs: 1 });
    cast(vote('ann'));
    await settle();
    expect(lists(told, 'castBallots')[0]?.[3]).to.equal('5101');
  });

  it('wait for no reply that is overdue: others of its Redis are refused until all such replies have come', async () => {
    const unknown = 'OutcomeUnknown: The store is not available: no reply came in time';
    const waiting = 'StoreUnavailable: The store is not available: earlier ballots wait for its answer';
    const replies: PromiseWithResolvers<unknown>[] = [];
    let isSent = true;
    const sendCommand = (command: object) => {
      Object.assign(command, { isSent, timeoutMs: 1 });
      const reply = Promise.withResolvers<unknown>();
      replies.push(reply);
      return reply.promise;
    };
    const { cast, ends, settle } = open(undefined, {}, true, { sendCommand });
    const until = async (count: number) => {
      while (ends.length < count) await turn();
    };
    for (const fightId of [7, 8]) cast(vote('ann', { fightId }));
    await until(2);
    expect(ends).to.deep.equal([unknown, unknown]);
    for (const nth of [0, 1]) {
      cast(vote('bob'));
      await until(3 + nth);
      replies[nth]?.resolve(null);
      await settle();
    }
    expect([ends.slice(2), replies.length]).to.deep.equal([[waiting, waiting], 2]);
    isSent = false;
    for (const nth of [0, 1]) {
      cast(vote('cleo'));
      await until(5 + nth);
    }
    const notSent = 'StoreUnavailable: The store is not available: no reply came in time';
    expect([ends.slice(4), replies.length]).to.deep.equal([[notSent, notSent], 4]);
  });

  it('have their connection closed after a reply that the script cannot give', async () => {
    let closed = 0;
    const sendCommand = async (command: object) => {
      Object.assign(command, { socket: { destroy: () => closed++ } });
      return 'OK';
    };
    const { cast, ends, settle } = open(undefined, {}, true, { sendCommand });
    cast(vote('ann'));
    await settle();
    expect([ends, closed]).to.deep.equal([['OutcomeUnknown: The store is not available: its reply is malformed'], 1]);
  });
});

import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { admit, toChangesHeaders, toRefusal } from '../../../server/handlers/ballot-refusals.ts';
import { handlers } from '../../../server/handlers/index.ts';
import { type Caller, type Context, Reply } from '../../../server/handlers/types.ts';
import { rawEvent, rawFight } from '../../support/fixtures/records.ts';

const raw = {
  events: [
    rawEvent(7, { statid: 77, fights: [rawFight(71, { statid: 771 }), rawFight(72, { fightcard_order: 2 })] }),
    rawEvent(8, { statid: null, fights: [rawFight(81)], event_dategmt: '2031-03-06T02:00:00Z' }),
  ],
};
const empty = {
  ...{ fighters: [], news: [], media: [], octagon_girls: [], alerts: [], pages: [], stats: [], translations: [] },
};
const memory = memoryReader(normaliseAll({ ...empty, ...raw } as unknown as Parameters<typeof normaliseAll>[0]));
const content = { ...memory, generation: 3 };
const settings = { publicUrl: 'https://api.example.com', placeholderImage: '', notFoundPage: '' };
const socket = { name: 'socket' };
const caller = { address: () => '203.0.113.7', socket, feedEvents: undefined } as unknown as Caller;

/** What a handler answers, or the problem that it throws. */
async function answer(name: keyof typeof handlers, call: object, context: object): Promise<unknown> {
  const whole = { family: 'v1', values: {}, content, caller, body: undefined, ...call };
  try {
    const handler = handlers[name] as (call: object, context: Context) => unknown;
    const begun = handler(whole, { settings, ...context } as unknown as Context);
    const result =
      typeof begun === 'function'
        ? await new Promise((done, fail) =>
            begun((error: unknown, value: unknown) => (error ? fail(error) : done(value))),
          )
        : await begun;
    if (!(result instanceof Reply)) return result;
    const { body, status, headers, follows, tags } = result;
    return { body, status, headers, follows, tags };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { 'Retry-After': _, ...headers } = error.more.headers ?? {};
    return { problem: error.key, ...error.more, headers };
  }
}

const unlimited = { policy: { limit: 0 } };
const fight = {
  ...{ fightId: 71, fightStatid: 771, fighter1Statid: 11, fighter2Statid: 12, scheduledRounds: 3 },
  ...{ bout: '77:771', version: 30, tags: ['content:events'] },
};
const changes = { limit: 5, windowMs: 60_000, left: 4, resetMs: 9_000 };
const headers = { 'RateLimit-Policy': '"votes";q=5;w=60', RateLimit: '"votes";r=4;t=9' };

describe('what a handler of votes answers', () => {
  const body = { round_num: 2, fighter_statid: 11, client_id: 'client-1' };
  const created = '2031-04-06T02:00:00Z';
  const vote = { fight_id: 71, round_num: 2, fighter_statid: 11, client_id: 'client-1', voted: true, created };
  const cast = async (result: object | undefined, more: object = {}, isCached = true, given: object = body) => {
    const sent: unknown[] = [];
    const send = (ballot: object, from: object, end: (error: unknown, result?: object) => void) => {
      sent.push(ballot, from);
      if (result instanceof Error) end(result);
      else end(undefined, result);
    };
    const readFight = () => (isCached ? fight : Promise.resolve(fight));
    const context = { store: { votes: { send } }, fightCache: { readFight }, newClientLimiter: unlimited, ...more };
    return { answer: await answer('fight_vote_cast', { values: { id: 71 }, body: given }, context), sent };
  };
  const createdMs = Date.parse(created);

  it('is 201 with the place of a new vote, and 200 for one that was there', async () => {
    const location = '/api/v1/us/fights/71/round/2/fighter/11/vote/client-1';
    const plain = { body: vote, follows: undefined, tags: [] };
    for (const isCached of [true, false]) {
      expect(await cast({ outcome: 'created', createdMs, changes }, {}, isCached)).to.deep.equal({
        answer: { ...plain, status: 201, headers: { ...headers, Location: location } },
        sent: [{ fightId: 71, bout: '77:771', roundNumber: 2, fighterStatid: 11, clientId: 'client-1' }, socket],
      });
      expect((await cast({ outcome: 'same', createdMs }, {}, isCached)).answer).to.deep.equal({
        ...{ ...plain, status: 200, headers: {} },
      });
    }
  });

  it('is the problem of a round that is closed or not open yet, of a limit, or of a body', async () => {
    expect((await cast({ outcome: 'not-opened', changes })).answer).to.deep.equal({
      ...{ problem: 'voting-closed', headers, extensions: { opens_at: null } },
    });
    const closed = { outcome: 'closed', openedMs: 1_000, closesMs: createdMs };
    expect((await cast(closed)).answer).to.deep.equal({
      ...{ problem: 'voting-closed', headers: {}, extensions: { closed_at: created } },
    });
    expect((await cast({ outcome: 'limited', retryAfterSeconds: 8, changes })).answer).to.deep.equal({
      problem: 'too-many-requests',
      headers: { 'RateLimit-Policy': '"votes";q=5;w=60', RateLimit: '"votes";r=0;t=8' },
    });
    const { answer: refused, sent } = await cast(undefined, {}, true, { ...body, round_num: 4 });
    expect([refused, sent]).to.deep.equal([
      {
        problem: 'invalid-body',
        headers: {},
        errors: [{ pointer: '#/round_num', detail: 'Must be an integer from 1 to 3.' }],
      },
      [],
    ]);
    expect(await cast(new TypeError('lost')).catch(({ message }: Error) => message)).to.equal('lost');
  });

  it('is a vote that is there, or a problem', async () => {
    const asked: unknown[] = [];
    const read = (found: object | undefined) => {
      const find = async (ballot: object) => {
        asked.push(ballot);
        return found;
      };
      const readFight = (id: number) => void asked.push(id);
      const values = { id: 71, round_num: 2, fighter_statid: 11, client_id: 'client-1' };
      return answer('fight_vote_read', { values }, { store: { votes: { find } }, fightCache: { readFight } });
    };
    expect(await read({ createdMs })).to.deep.equal(vote);
    expect(asked).to.deep.equal([71, { fightId: 71, roundNumber: 2, fighterStatid: 11, clientId: 'client-1' }]);
    expect(await read(undefined)).to.deep.equal({ problem: 'vote-not-found', headers: {} });
  });

  it('is the votes of a fight, and what a stream of them follows', async () => {
    const read = (tally: object | undefined) => {
      const versioned = async (ids: number[]) => {
        expect(ids).to.deep.equal([71]);
        return [tally];
      };
      const context = { store: { votes: { versioned } }, fightCache: { readFight: async () => fight } };
      return answer('fight_votes', { values: { id: 71 } }, context);
    };
    const roundsOf = (fighter1_votes: number, fighter2_votes: number, first: string, second: string) =>
      [1, 2, 3].map((round_num) =>
        round_num === 2
          ? { round_num, fighter1_votes, fighter2_votes, fighter1_percentage: first, fighter2_percentage: second }
          : {
              ...{ round_num, fighter1_votes: 0, fighter2_votes: 0 },
              ...{ fighter1_percentage: '0.00', fighter2_percentage: '0.00' },
            },
      );
    const of = (version: number, total_votes: number, rounds: object[]) => ({
      body: {
        ...{ fight_id: 71, fighter1_statid: 11, fighter2_statid: 12, total_votes },
        rounds,
      },
      ...{ status: 200, headers: {}, follows: { version, channels: ['tally:71'] } },
      tags: ['tally:71', 'content:events'],
    });
    const counts = new Map([
      [
        2,
        new Map([
          [11, 4],
          [12, 1],
          [13, 9],
        ]),
      ],
    ]);
    expect(await read({ version: 5, counts })).to.deep.equal(of(35, 5, roundsOf(4, 1, '80.00', '20.00')));
    expect(await read(undefined)).to.deep.equal(of(30, 0, roundsOf(0, 0, '0.00', '0.00')));
  });
});

describe('what limits new clients', () => {
  it('is asked only where there is a limit, and given back where the round was not open', () => {
    const asked: unknown[] = [];
    const limiterOf = (limit: number, waitSeconds: number) => ({
      policy: { name: 'clients', limit, windowMs: 60_000 },
      take: (address: string, id: string, nowMs: number) => {
        asked.push(['take', address, id, typeof nowMs]);
        return waitSeconds;
      },
      giveBack: (address: string, id: string) => void asked.push(['back', address, id]),
    });
    const contextOf = (limit: number, waitSeconds = 0) =>
      ({ newClientLimiter: limiterOf(limit, waitSeconds) }) as unknown as Context;
    admit('client-1', caller, contextOf(0, 9));
    expect(asked).to.deep.equal([]);
    admit('client-1', caller, contextOf(1));
    expect(asked).to.deep.equal([['take', '203.0.113.7', 'client-1', 'number']]);
    let refused: unknown;
    try {
      admit('client-2', caller, contextOf(2, 7));
    } catch (error) {
      refused = error;
    }
    const { 'Retry-After': _, ...limits } = (refused as Problem).more.headers ?? {};
    expect([(refused as Problem).key, limits]).to.deep.equal([
      'too-many-requests',
      { 'RateLimit-Policy': '"clients";q=2;w=60', RateLimit: '"clients";r=0;t=7' },
    ]);
    asked.length = 0;
    const admitted = (limit: number) => ({ clientId: 'client-1', caller, context: contextOf(limit) });
    toRefusal({ outcome: 'not-opened' }, 'scoring-closed', admitted(0));
    expect(asked).to.deep.equal([]);
    expect(toRefusal({ outcome: 'not-opened' }, 'scoring-closed', admitted(1)).key).to.equal('scoring-closed');
    const unknown = toRefusal({ outcome: 'limited', retryAfterSeconds: 3 }, 'scoring-closed', admitted(1));
    expect(unknown.more.headers?.['RateLimit-Policy']).to.equal('"votes";q=0;w=0');
    expect(asked).to.deep.equal([['back', '203.0.113.7', 'client-1']]);
    expect(toChangesHeaders(undefined)).to.deep.equal({});
  });
});

describe('what a handler of the feed answers', () => {
  const live = (more: object) => ({ store: { live: more } });
  const body = { sequence: 4, FMLiveFeed: { EventID: '77' } };
  const update = async (result: object, call: object = {}) => {
    const told: unknown[] = [];
    const context = {
      ...live({ update: async () => result }),
      invalidateNow: (...given: unknown[]) => told.push(given),
    };
    return { reply: await answer('fight_metrics_update_live_event', { body, ...call }, context), told };
  };

  it('is whether an update was applied, and else why not', async () => {
    const plain = { status: 'ok', EventID: '77', FightID: null, sequence: 4, version: 9 };
    expect(await update({ outcome: 'applied', sequence: 4, version: 9 })).to.deep.equal({
      reply: { ...plain, applied: true, reason: null },
      told: [['live:77', '9 event']],
    });
    expect(await update({ outcome: 'stale', sequence: 4, version: 9 })).to.deep.equal({
      reply: { ...plain, applied: false, reason: 'stale' },
      told: [],
    });
    expect(await update({ outcome: 'conflict', sequence: 4, version: 9 })).to.deep.equal({
      reply: { problem: 'sequence-conflict', headers: {}, extensions: { sequence: 4 } },
      told: [],
    });
    const room = 'Must fit beside the rest of the event, which has room for 100 bouts and 16777216 bytes.';
    expect(await update({ outcome: 'full', sequence: 4, version: 9 })).to.deep.equal({
      reply: { problem: 'invalid-body', headers: {}, errors: [{ pointer: '#/FMLiveFeed', detail: room }] },
      told: [],
    });
    const others = { ...caller, feedEvents: new Set(['78']) };
    expect((await update({}, { caller: others })).reply).to.deep.equal({ problem: 'feed-key-rejected', headers: {} });
    const own = { ...caller, feedEvents: new Set(['77']) };
    expect((await update({ outcome: 'stale' }, { caller: own })).reply).to.include({ status: 'ok' });
  });

  it('is the feed of an event or of a bout', async () => {
    const read = (values: object, bout: object | undefined, event: object | undefined) =>
      answer(
        ...(['fight_metrics_live_event', { values }] as const),
        live({ bout: async () => bout, event: async () => event }),
      );
    const plain = { status: 200, headers: {}, follows: undefined, tags: ['live:77'] };
    expect(await read({ id: 77 }, undefined, { feed: { a: 1 } })).to.deep.equal({ ...plain, body: { a: 1 } });
    expect(await read({ id: 77, fight: 5 }, { feed: { b: 1 } }, undefined)).to.deep.equal({ ...plain, body: { b: 1 } });
    const missing = (problem: string) => ({ problem, headers: {} });
    expect(await read({ id: 77, fight: 5 }, undefined, { feed: {} })).to.deep.equal(missing('live-fight-not-found'));
    expect(await read({ id: 77, fight: 5 }, undefined, undefined)).to.deep.equal(missing('live-event-not-found'));
    expect(await read({ id: 77 }, undefined, undefined)).to.deep.equal(missing('live-event-not-found'));
    expect(await read({ id: 77 }, undefined, {})).to.deep.equal(missing('live-event-not-found'));
  });

  it('is the event that is on air, also one that content lacks', async () => {
    const read = (onAir: object | undefined) =>
      answer('fight_metrics_live_event_url', {}, live({ onAir: async () => onAir }));
    const more = { status: 200, headers: {}, follows: undefined, tags: ['live'] };
    expect(await read(undefined)).to.deep.equal({
      ...{ ...more, body: { event_id: null, statid: null, live_event_url: null } },
    });
    const url = (id: number) => `https://api.example.com/api/v1/us/fight_metrics/live_event/${id}`;
    expect(await read({ eventId: 77 })).to.deep.equal({
      ...{ ...more, body: { event_id: 7, statid: 77, live_event_url: url(77) } },
    });
    expect(await read({ eventId: 99 })).to.deep.equal({
      ...{ ...more, body: { event_id: null, statid: 99, live_event_url: url(99) } },
    });
    const listed = await answer('fight_metrics_listing', {}, live({ received: async (ids: number[]) => new Set(ids) }));
    expect((listed as { tags: string[] }).tags).to.deep.equal(['live']);
  });
});

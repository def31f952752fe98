import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Request } from 'express';
import type { Problem } from '../../contracts/requests/problem.ts';
import { readRequest } from '../../contracts/requests/request-context.ts';
import { parsePrefer } from '../../mock/contracts/preferences.ts';
import type { MockProblem } from '../../mock/contracts/problems.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import type { ContractSet } from '../../mock/reply/contract-set.ts';
import { decide } from '../../mock/reply/decide.ts';
import { generatedContractSet } from '../../mock/reply/generated-set.ts';
import type { ReplyContext } from '../../mock/reply/reply-context.ts';
import { type SessionState, Sessions } from '../../mock/session/sessions.ts';

/** Which contract answers, and why; with a Prism that finds nothing wrong. */

const v3 = '/api/v3/mobile';
const v1 = '/api/v1/us';
const client_id = 'u7Qm2x9LkT4sBv0Z';
const vote = { round_num: 2, fighter_statid: 1803, client_id };

interface Asked {
  path: string;
  prefer?: string;
  body?: object;
  state?: SessionState;
  night?: NightPlayer;
  /** What Prism makes at each attempt, and whether it fits. */
  made?: (attempt: number) => [body: unknown, fits: boolean];
}

async function decideOn({ path, prefer, body, state, night, made }: Asked) {
  const seeds: string[] = [];
  let last: [body: unknown, fits: boolean] | undefined;
  const prism = {
    checkRequest: async () => [],
    async generate(_: unknown, __: unknown, seed: string) {
      last = made?.(seeds.push(seed));
      return last?.[0];
    },
    checkReply: async (_: unknown, { body }: { body: unknown }) => (last?.[1] && body === last[0] ? [] : ['a misfit']),
  };
  const sessions = new Sessions();
  sessions.change('one', (session) => Object.assign(session, { state, night }));
  const text = body && JSON.stringify(body);
  const method = body ? 'POST' : 'GET';
  const headers = text ? { 'content-type': 'application/json', 'content-length': `${text.length}` } : {};
  const req = Object.assign(Readable.from(text ? [Buffer.from(text)] : []), { method, headers });
  const preferences = parsePrefer(prefer);
  const decision = await decide(
    req as unknown as Request,
    { ...generatedContractSet(), prism } as unknown as ContractSet,
    {
      requestContext: readRequest(method, path) as ReplyContext['requestContext'],
      ...{ preferences, honoured: preferences, session: sessions.find('one'), sessions },
    },
  );
  return { decision, seeds };
}

/** Operation, contract, match and status; whether it is of the session, and of a 304 its contract. */
async function told(asked: Asked): Promise<unknown[]> {
  const { decision } = await decideOn(asked);
  const { operation, contract, match, reply, isStateful, wantsNotModified, notModified } = decision;
  return [
    ...[operation.id, contract.id, match, reply.status],
    ...(isStateful ? ['stateful'] : []),
    ...(wantsNotModified ? ['304'] : []),
    ...(notModified ? [notModified.id] : []),
  ];
}

describe('the decision about a request', () => {
  const night = new NightPlayer({ speed: 1, seed: 7, voters: 500 });
  before(() => night.pause());

  const empty = { state: 'there is no content' };
  const rows: [what: string, asked: Asked, told: unknown[]][] = [
    ['its contract', { path: `${v3}/fighters/3107` }, ['v3.fighter', 'cddc690bbf13', 'exact', 200, 'db5c33cf6cf3']],
    ['a page', { path: `${v3}/news?limit=3` }, ['v3.news', '2a794776444d', 'page', 200]],
    ['an unknown id', { path: `${v1}/fighters/4711` }, ['v1.fighter', '0551a178579e', 'fallback', 404]],
    [
      'an unknown id that is to be found',
      { path: `${v1}/fighters/4711`, prefer: 'code=200' },
      ['v1.fighter', 'b83391884397', 'fallback', 200],
    ],
    [
      'a known id that is not to be found',
      { path: `${v1}/fighters/3107`, prefer: 'code=404' },
      ['v1.fighter', '0551a178579e', 'fallback', 404],
    ],
    [
      'what the client is to have',
      { path: `${v3}/events`, prefer: 'code=304' },
      ['v3.events', 'f57ac3d774c0', 'exact', 200, '304', '74187f2b7404'],
    ],
    [
      'what the client is to have of an event without fights',
      { path: `${v3}/events/7099/fights`, prefer: 'code=304' },
      ['v3.event_fights', '59f2b9ccad3d', 'exact', 200, '304', '827baaa2e9b9'],
    ],
    [
      'a contract by name',
      { path: `${v3}/events`, prefer: 'example="8a2ae234eef2"' },
      ['v3.events', '8a2ae234eef2', 'exact', 200, '74187f2b7404'],
    ],
    [
      'another form of the path',
      { path: `${v3}/fighters/stats/weight_class/:/born_country/PER` },
      ['v3.fighters_stats.born_country', '214187f3aaef', 'exact', 200, 'e21dc0435813'],
    ],
    [
      'a problem by its code, of the route',
      { path: `${v3}/fighters/stats/born_country/PER`, prefer: 'code=503' },
      ['v3.fighters_stats', 'cf4b9613ea1a', 'fallback', 503],
    ],
    [
      'a vote on no fight',
      { path: `${v3}/fights/4711/vote`, body: vote },
      ['v3.fight_vote_cast', 'c4b9a2f23daa', 'fallback', 404],
    ],
    [
      'a vote on the fight that a contract misses',
      { path: `${v3}/fights/2147483647/vote`, body: vote },
      ['v3.fight_vote_cast', 'c4b9a2f23daa', 'remembered', 404, 'stateful'],
    ],
    [
      'a vote',
      { path: `${v3}/fights/88005/vote`, body: vote },
      ['v3.fight_vote_cast', 'fa6488e150f1', 'remembered', 201, 'stateful'],
    ],
    [
      'a vote on a round that has closed',
      { path: `${v3}/fights/88005/vote`, body: { ...vote, round_num: 1 } },
      ['v3.fight_vote_cast', '4a4275ab07e7', 'remembered', 409, 'stateful'],
    ],
    [
      'a vote on a round that has not begun',
      { path: `${v3}/fights/88005/vote`, body: { ...vote, round_num: 3 } },
      ['v3.fight_vote_cast', 'e8ccf2f7bb45', 'remembered', 409, 'stateful'],
    ],
    [
      'no vote',
      { path: `${v3}/fights/88005/round/2/fighter/1803/vote/${client_id}` },
      ['v3.fight_vote_read', '14c556d8ba6f', 'remembered', 404, 'stateful'],
    ],
    [
      'a vote in a state that only other requests have',
      { path: `${v3}/fights/88005/vote`, body: vote, prefer: 'state="the sample content is published"' },
      ['v3.fight_vote_cast', 'fa6488e150f1', 'exact', 201],
    ],
    [
      'a vote in the state of the session',
      { path: `${v3}/fights/88005/vote`, body: vote, state: { state: 'voting on the round has closed' } },
      ['v3.fight_vote_cast', '4a4275ab07e7', 'fallback', 409],
    ],
    [
      'a list in the state of the session',
      { path: `${v3}/events`, state: empty },
      ['v3.events', '8a2ae234eef2', 'exact', 200, '74187f2b7404'],
    ],
    [
      'a list in the state of the request',
      { path: `${v3}/events`, state: empty, prefer: 'state="the sample content is published"' },
      ['v3.events', 'f57ac3d774c0', 'exact', 200, '74187f2b7404'],
    ],
    [
      'what no state of the session changes',
      { path: `${v3}/health`, state: empty },
      ['v3.health', '87d93229454b', 'exact', 200],
    ],
    [
      'an outage of the session',
      { path: `${v3}/news/1`, state: { state: 'the store does not answer' } },
      ['v3.article', 'cf4b9613ea1a', 'fallback', 503],
    ],
    [
      'a rate, which goes before a code',
      { path: `${v3}/events`, prefer: 'rate=503, code=404' },
      ['v3.events', 'cf4b9613ea1a', 'fallback', 503],
    ],
    [
      'an event that the sample content has not',
      { path: `${v3}/events/7099/fights` },
      ['v3.event_fights', 'da2cf063dcf5', 'fallback', 404],
    ],
    [
      'that event in its state',
      { path: `${v3}/events/7099/fights`, prefer: 'state="an event without fights or media exists"' },
      ['v3.event_fights', '59f2b9ccad3d', 'exact', 200],
    ],
    [
      'a feed of the night',
      { path: `${v1}/fight_metrics/live_event/811`, night },
      ['v1.fight_metrics_live_event', '1643ff7e629f', 'live', 200, 'stateful'],
    ],
    [
      'a feed that the night has not yet',
      { path: `${v1}/fight_metrics/live_event/811?fight=6411`, night },
      ['v1.fight_metrics_live_event', '23eeae899fb9', 'live', 404, 'stateful'],
    ],
    [
      'a tally of the night',
      { path: `${v3}/fights/88005/votes`, night },
      ['v3.fight_votes', 'd8efd634e6c2', 'live', 200, 'stateful'],
    ],
    [
      'what is to be asked in a state during a night',
      { path: `${v3}/events`, night, prefer: 'state="there is no content"' },
      ['v3.events', '8a2ae234eef2', 'exact', 200, '74187f2b7404'],
    ],
  ];
  for (const [what, asked, expected] of rows) {
    it(`is this contract for ${what}`, async () => {
      expect(await told(asked)).to.deep.equal(expected);
    });
  }

  it('names the closest contract, and lists what none covers', async () => {
    const card = { event_id: 1, fight_id: 88005, round_num: 2, fighter1_score: 10, fighter2_score: 9, client_id };
    const closestMatch = { receiving: 'a request for the feed of the live event', contract: '1643ff7e629f' };
    for (const [asked, closest, detail, request] of [
      [
        { path: `${v1}/events/score_round`, body: card },
        { contract: '044693e716d7', receiving: 'a scorecard', differs: ['#/event_id: 7001 in the contract, 1 here'] },
        'There is no event with this id. No contract covers this request; the closest is "a scorecard" (044693e716d7): ' +
          '#/event_id: 7001 in the contract, 1 here.',
        { params: {}, query: {}, body: card },
      ],
      [
        { path: `${v1}/fight_metrics/live_event/811?fight=1` },
        { ...closestMatch, differs: ['?fight: nothing in the contract, 1 here'] },
        'No statistics were received for this fight. No contract covers this request; the closest is "a request for the ' +
          'feed of the live event" (1643ff7e629f): ?fight: nothing in the contract, 1 here.',
        { params: { id: 811 }, query: { fight: 1 }, body: undefined },
      ],
    ] as const) {
      const { decision } = await decideOn(asked);
      expect(decision.closestMatch).to.deep.equal(closest);
      expect(decision.unmatched).to.deep.equal({
        ...{ ...request, operation: decision.operation, closestMatch: closest },
      });
      const { type, title, status, ...body } = decision.reply.body as Record<string, unknown>;
      expect(body).to.deep.equal({ detail, instance: body.instance });
      expect([typeof type, typeof title, status]).to.deep.equal(['string', 'string', 404]);
    }
    const { decision: named } = await decideOn({ path: `${v1}/fighters/4711`, prefer: 'code=200' });
    expect([named.closestMatch?.contract, named.unmatched]).to.deep.equal(['b83391884397', undefined]);
    const { decision: intended } = await decideOn({ path: `${v1}/fighters/3107`, prefer: 'code=404' });
    expect([intended.closestMatch, intended.unmatched]).to.deep.equal([undefined, undefined]);
  });

  it('is a body that Prism makes, from one seed after the other until it fits', async () => {
    const path = `${v1}/events/7001`;
    const dynamic = async (prefer: string, made: Asked['made'] = () => [{ a: 1 }, true]) => {
      const { decision, seeds } = await decideOn({ path, prefer: `dynamic=true${prefer}`, made });
      return [
        decision.match,
        decision.contract.id,
        decision.match === 'dynamic' ? decision.reply.body : 'whole',
        seeds,
      ];
    };
    const id = 'd2ebb7c2677b';
    expect(await dynamic('')).to.deep.equal(['dynamic', id, { a: 1 }, ['1']]);
    const fourth = (attempt: number): [unknown, boolean] => [attempt < 3 ? undefined : { attempt }, attempt !== 3];
    expect(await dynamic(', seed=7', fourth)).to.deep.equal([
      ...['dynamic', id, { attempt: 4 }, ['7', '7/1', '7/2', '7/3']],
    ]);
    const all = ['7', ...Array.from({ length: 19 }, (_, index) => `7/${index + 1}`)];
    expect(await dynamic(', seed=7', () => [{}, false])).to.deep.equal(['exact', id, 'whole', all]);
  });

  it('is a refusal where no contract of the route is as preferred', async () => {
    const refused = (path: string, prefer: string, body?: object) =>
      decideOn({ path, prefer, ...(body && { body }) }).then(
        () => undefined,
        (error: Problem | MockProblem) => [error.key, 'errors' in error ? error.errors : error.more],
      );
    const unknown = (name: string, detail: string) => [
      'unknown-preference',
      [{ parameter: `Prefer: ${name}`, detail }],
    ];
    expect(await refused(`${v1}/alerts`, 'state="full moon"')).to.deep.equal(
      unknown(
        'state',
        'Must be "the client has asked too often" or "the client holds the current representation" or ' +
          '"the sample content is published" or "the store does not answer" or "there is no content".',
      ),
    );
    expect(await refused(`${v1}/alerts`, 'code=418')).to.deep.equal(
      unknown('code', 'Must be 200 or 304 or 400 or 405 or 406 or 429 or 500 or 503.'),
    );
    expect(await refused(`${v3}/alerts`, 'state="there is no content", code=418')).to.deep.equal(
      unknown('code', 'Must be 200 or 400 or 405 or 406 or 429 or 500 or 503.'),
    );
    const [key, [example]] = (await refused(`${v1}/health`, 'example="x"')) as unknown as [
      string,
      [{ parameter: string }],
    ];
    expect([key, example.parameter]).to.deep.equal(['unknown-preference', 'Prefer: example']);
    const often = 'state="the client has asked too often"';
    expect(await refused(`${v1}/fight_metrics/update_live_event`, `${often}, code=401, delay=1`, {})).to.deep.equal([
      'feed-key-required',
      { headers: { 'WWW-Authenticate': 'Bearer', 'Preference-Applied': `${often}, code=401, delay=1` } },
    ]);
    expect(await refused(`${v3}/fighters/3107`, `${often}, code=404`)).to.deep.equal([
      'fighter-not-found',
      { headers: { 'Preference-Applied': `${often}, code=404` } },
    ]);
  });
});

import { Agent } from 'node:http';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncachedReplies } from '../../support/server/server.ts';

const { fightInProgress, fightInProgressFighter1Statid: first, fightInProgressFighter2Statid: second } = ids;
const votePath = `/api/v3/mobile/fights/${fightInProgress}/vote`;

interface Ballot {
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A vote or scorecard drawn from a seed: plain, repeated, moved, too often, closed, wrong or broken. */
function ballotFrom(seed: number, lane: number): Ballot {
  const random = randomOf(seed);
  const pick = <T>(...some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const often = <T>(usual: T, ...others: readonly T[]): T => (random() < 0.93 ? usual : pick(...others));
  // Few ids at a time, so that clients repeat, move and exceed their votes; the lanes do not share them. Soon others: their
  // 10 s, which do not begin at the same moment on both servers, must not end meanwhile.
  const client = `ballot-${lane}-${Math.floor(seed / 240)}-${pick(0, 0, 1)}`.padEnd(20, '0');
  const client_id = often<unknown>(client, 'short', 'not an id!', 7, null, 'x'.repeat(200));
  const round_num = often<unknown>(2, 1, 3, 4, 0, 6, 1.5, '2', null);
  const isVote = random() < 0.7;
  const path = isVote
    ? often(
        votePath,
        '/api/v3/mobile/fights/1/vote',
        '/api/v3/mobile/fights/x/vote',
        `${votePath}/`,
        `${votePath}.json`,
      )
    : pick('/api/v3/mobile/events/score_round', '/api/v1/us/events/score_round');
  const score = () => often<unknown>(pick(8, 9, 10), 6, 11, '9', null);
  const named = often<object>({ fight_id: fightInProgress }, {}, { fight_id: 1 }, { fight_id: 'a', fight_statid: 2 });
  const own = isVote
    ? { fighter_statid: often<unknown>(pick(first, second), 1, -1, String(first), null) }
    : { event_id: often<unknown>(ids.liveEvent, 1, 'a'), ...named, fighter1_score: score(), fighter2_score: score() };
  const text = JSON.stringify({ round_num, client_id, ...own, ...(random() < 0.05 && { more: 1 }) });
  const body = often<string | undefined>(text, '', text.slice(1), `${text} `, '[]', `{"a":${text}}`, '['.repeat(200));
  const long = random() < 0.01 ? ' '.repeat(17_000) : '';
  const headers: Record<string, string> = {
    'Content-Type': often('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x+json'),
    ...(random() < 0.1 && { Accept: pick('*/*', 'application/json', 'text/html', 'text/event-stream') }),
    ...(random() < 0.03 && { 'Content-Encoding': 'gzip' }),
    ...(random() < 0.03 && { 'If-None-Match': '*' }),
    ...(random() < 0.1 && { 'X-Request-Id': `request-${seed}` }),
  };
  return { path, headers, ...(body !== undefined && { body: body + long }) };
}

/** What may differ between two servers: moments. */
const withoutMoments = ({ status, headers, body }: Answer) => ({
  status,
  headers: {
    ...headers,
    date: undefined,
    ratelimit: headers.ratelimit?.replace(/t=\d+/, 't=…'),
    'retry-after': headers['retry-after']?.replace(/\d+/, '…'),
    'x-request-id': headers['x-request-id']?.replace(/^[\da-f-]{32,}$/, '…'),
    traceparent: undefined,
  },
  body: body.toString().replace(/"(created|closed_at)":"[^"]+"/g, '"$1":"…"'),
});

describe('votes and scorecards with and without a query', () => {
  const nights: FightNight[] = [];
  before(async () => {
    for (let each = 0; each < 2; each++) nights.push(await startFightNight(uncachedReplies));
  });
  after(async () => {
    for (const night of nights) await night.close();
  });

  it('get the same response on both code paths', async () => {
    const [plain, behind] = nights as [FightNight, FightNight];
    const lanes = 8;
    const each = scaled(250);
    const agents = nights.map(() => new Agent({ keepAlive: true, maxSockets: lanes }));
    const statuses = new Map<number, number>();
    let count = 0;
    const cast = async (night: FightNight, { path, headers, body }: Ballot, query: string, agent?: Agent) =>
      withoutMoments(await send(night.url, 'POST', path + query, headers, body, agent));
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let nth = 0; nth < each; nth++) {
          const ballot = ballotFrom(nth * lanes + lane, lane);
          // With a query, Express answers it.
          const answers = await Promise.all([
            cast(plain, ballot, '', agents[0]),
            cast(behind, ballot, '?by=express', agents[1]),
          ]);
          const [one, other] = answers;
          expect(one, JSON.stringify(ballot)).to.deep.equal(other);
          statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
          count++;
        }
      }),
    );
    for (const agent of agents) agent.destroy();
    expect([...statuses.keys()].sort()).to.deep.equal([200, 201, 400, 404, 406, 409, 413, 415, 422, 429]);
    console.log(`      ${count} ballots twice:`, Object.fromEntries([...statuses].sort()));
  });
});

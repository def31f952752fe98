import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { cacheControl } from '../../support/expected/headers.ts';
import { expectedOperations as operations } from '../../support/expected/routes.ts';
import { samplePath, samplePost } from '../../support/fixtures/sample-requests.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const clientId = 'someone-0123456789abcdef';
/** Personal data that a request may contain, and a publicly cacheable answer must not. */
const personal = [clientId, 'session-of-somebody', '203.0.113.77', 'Bearer'];
const withPersonal = {
  Cookie: 'session=session-of-somebody',
  'X-Forwarded-For': '203.0.113.77',
  Authorization: 'Bearer of-somebody',
};

describe('headers of every answer', () => {
  let night: FightNight;
  /** Every answer of these tests. */
  const seen: { what: string; method: string; answer: Answer }[] = [];
  before(async () => {
    // The clock stands still: a reply stays cached, however busy the machine is.
    night = await startFightNight({ now: () => 1_000_000 });
  });
  after(() => night.close());

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const answer = await send(night.url, method, path, { ...withPersonal, ...headers }, body);
    seen.push({ what: `${method} ${path}`, method, answer });
    return answer;
  }

  it('J01: have the Cache-Control of their route', async () => {
    const vote = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: clientId };
    const json = { 'Content-Type': 'application/json' };
    await ask('POST', `/api/v3/mobile/fights/${ids.fightInProgress}/vote`, json, JSON.stringify(vote));
    for (const operation of operations) {
      const { method, id, cache: kind, isConditional } = operation;
      const path = samplePath(operation).replace(ids.clientId, clientId);
      for (const time of ['loaded', 'cached']) {
        const isCached = method === 'GET' && night.server.responseCache.get(path) !== undefined;
        expect(isCached, `${id}, ${time}`).to.equal(time === 'cached' && isConditional);
        const post = method === 'POST' ? samplePost(operation, time === 'cached' ? 2 : 1) : undefined;
        const answer = await ask(method, path, post?.headers, post?.body);
        expect(answer.status, id).to.be.oneOf(method === 'POST' ? [200, 201] : [200]);
        expect(answer.headers['cache-control'], `${id}, ${time}`).to.equal(cacheControl[kind]);
      }
    }
  });

  for (const [path, value] of [
    [`/api/v3/mobile/fighters/${ids.unknown}`, 'public, max-age=5'],
    [`/api/v1/us/events/${ids.unknown}`, 'public, max-age=5'],
    [`/api/v3/mobile/fights/${ids.unknown}/votes`, 'no-store'],
    ['/api/v1/us/fight_metrics/live_event/-1', 'no-store'],
  ] as const) {
    it(`J01: have ${value} on the 404 of ${path}`, async () => {
      for (const time of ['loaded', 'cached']) {
        const answer = await ask('GET', path);
        expect(answer.status, time).to.equal(404);
        expect(answer.headers['cache-control'], time).to.equal(value);
      }
    });
  }

  it('J03: have no-store on private reads, POSTs and failures', async () => {
    for (const operation of operations) {
      const { method } = operation;
      const path = samplePath(operation);
      await ask(method, path, { Accept: 'text/html' });
      await ask(method === 'GET' ? 'POST' : 'GET', path);
      await ask(method, `${path}/no/such/path`);
      if (method === 'GET') await ask('GET', `${path.replace(/\/$/, '')}?limit=0`);
      else
        for (const body of ['', '{', '{}', '['.repeat(200)])
          await ask('POST', path, samplePost(operation, 3).headers, body);
    }
    for (const key of await night.writes.keys('{content}:*:fighters*')) {
      if ((await night.writes.type(key)) === 'hash') await night.writes.hset(key, String(ids.fighter), '{"id":');
    }
    expect((await ask('GET', `/api/v1/us/fighters/${ids.fighter}`)).status).to.equal(500);

    night.useProductionTimeouts();
    process.kill(night.redis.pid, 'SIGSTOP');
    try {
      const away = operations.flatMap((operation) => {
        if (operation.method === 'GET') return [ask('GET', samplePath(operation).replace(/\/$|$/, '/?limit=7'))];
        const { path, headers, body } = samplePost(operation, 4);
        return [ask('POST', path, headers, body)];
      });
      await Promise.all(away);
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
    }
    night.server.setDraining(true);
    await ask('GET', '/api/v1/us/health');
    night.server.setDraining(false);

    const counts = { post: 0, private: 0, '4xx': 0, '5xx': 0 };
    for (const { what, method, answer } of seen) {
      const { status, headers } = answer;
      const isPrivate = /\/vote\/|\/health/.test(what);
      const isCacheable = status === 404 && headers['cache-control'] === 'public, max-age=5' && method === 'GET';
      if (!isPrivate && method !== 'POST' && (status < 400 || isCacheable)) continue;
      expect(headers['cache-control'], `${what}: ${status}`).to.match(/^(private, )?no-store$/);
      if (method === 'POST') counts.post++;
      if (isPrivate) counts.private++;
      if (status >= 500) counts['5xx']++;
      else if (status >= 400) counts['4xx']++;
    }
    expect(Math.min(...Object.values(counts))).to.be.above(3);
  });

  it('J02: have nothing personal in a public reply', () => {
    let open = 0;
    for (const { what, answer } of seen) {
      const { headers, body } = answer;
      expect(headers, what).not.to.have.property('set-cookie');
      expect(headers.vary ?? '', what).not.to.contain('*');
      if (!headers['cache-control']?.startsWith('public')) continue;
      open++;
      const text = JSON.stringify(headers) + body.toString();
      for (const word of personal) expect(text, `${word} in ${what}`).not.to.contain(word);
    }
    expect(open).to.be.above(110);
  });
});

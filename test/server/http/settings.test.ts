import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import pino from 'pino';
import { ids } from '../../../contracts/world/ids.ts';
import { digestOf, readConfig } from '../../../server/config.ts';
import { type RunningServer, startServer } from '../../../server/http/server.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { openStore } from '../../support/redis/redis.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const key = 'a-key-of-the-supplier-0123456789';
const ofJson = { 'Content-Type': 'application/json' };

describe('the settings of a server', () => {
  let night: FightNight;
  let server: RunningServer;
  let closeStore: () => void;
  before(async () => {
    night = await startFightNight();
  });
  afterEach(async () => {
    await server.close();
    closeStore();
  });
  after(() => night.close());

  const start = async (env: Record<string, string>) => {
    const opened = await openStore(night.redis.url);
    closeStore = opened.close;
    const config = readConfig({ PORT: '0', HOST: '127.0.0.1', ...env });
    server = await startServer(config, opened.store, pino({ level: 'silent' }));
  };
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    send(server.url.replace('localhost', '127.0.0.1'), method, path, headers, body);
  const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).status;
  const linkOf = async () => (await ask('GET', '/api/v1/us/news?limit=1')).headers.link;
  const statusOfBody = (length: number, path = votePath, headers = {}) =>
    statusOf('POST', path, { ...ofJson, ...headers }, '{}'.padEnd(length));

  it('have the documented defaults', async () => {
    await start({});
    const openedMs = performance.now();
    const slow = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      slow.write('GET / HTTP/1.1\r\nHost: a\r\n'),
    );
    const raw = await sendRaw(server.url, 'GET /api/v1/us/news HTTP/1.1\r\nHost: a\r\n\r\n', { answers: 1 });
    expect(raw.text).to.match(/^keep-alive: timeout=65\r$/im);
    expect(await linkOf()).to.match(new RegExp(`^<${server.url}/`));
    expect([await statusOfBody(16_384), await statusOfBody(16_385)]).to.deep.equal([422, 413]);
    expect(await statusOf('GET', '/api/v3/iphone/chat')).to.equal(404);
    const { headers } = await ask('OPTIONS', votePath, { 'X-Forwarded-Proto': 'https' });
    expect(headers).not.to.have.any.keys('access-control-allow-methods', 'strict-transport-security');
    // Slow headers have 10 s; Node looks once a second.
    expect(await text(slow)).to.match(/^HTTP\/1\.1 408 /);
    expect(performance.now() - openedMs).to.be.within(9_900, 13_000);
  });

  it('set limits of bodies, addresses, origins and feed keys', async () => {
    await start({
      ...{ BODY_LIMIT: '2000', FEED_BODY_LIMIT: '20000', TRUST_PROXIES: '1', REGION_SEGMENTS: 'on' },
      ...{ CROSS_ORIGIN_POSTS: 'on', FEED_KEYS: `own:${digestOf(key).toString('hex')}` },
      PUBLIC_URL: 'https://api.example.org/',
      PLACEHOLDER_IMAGE: 'https://img.example.org/none.png',
      NOT_FOUND_PAGE: 'https://www.example.org/none',
    });
    expect(await linkOf()).to.match(/^<https:\/\/api\.example\.org\/api\/v1\/us\/news\?/);
    const holders = String((await ask('GET', '/api/v3/mobile/fighters/title_holders')).body);
    expect(holders).to.include('"https://img.example.org/none.png"').and.include('"https://www.example.org/none"');
    expect([await statusOfBody(2_000), await statusOfBody(2_001)]).to.deep.equal([422, 413]);
    const withKey = { Authorization: `Bearer ${key}` };
    const ofFeed = (length: number) => statusOfBody(length, updatePath, withKey);
    expect([await ofFeed(20_000), await ofFeed(20_001)]).to.deep.equal([422, 413]);
    expect(await statusOf('GET', '/api/v3/iphone/chat')).to.equal(200);
    const { headers } = await ask('OPTIONS', votePath, { 'X-Forwarded-Proto': 'https' });
    expect(headers).to.include.keys('access-control-allow-methods', 'strict-transport-security');
  });

  it('set rates, each for an address', async () => {
    const rates = { RATE_READS: '11', RATE_WRITES: '12', RATE_MISSES: '6', NEW_CLIENTS_PER_MINUTE: '4' };
    await start({ ...rates, TRUST_PROXIES: '1' });
    const vote = (nth: number) => {
      const client_id = `settings-client-${String(nth).padStart(6, '0')}`;
      return JSON.stringify({ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id });
    };
    const rows: [policy: string, limit: number, ask: (nth: number, from: Record<string, string>) => Promise<Answer>][] =
      [
        ['"reads";q=11;w=10', 11, (_, from) => ask('GET', '/api/v1/us/events', from)],
        ['"writes";q=12;w=10', 12, (_, from) => ask('POST', votePath, from, vote(0))],
        ['"misses";q=6;w=10', 6, (nth, from) => ask('GET', `/api/v1/us/fighters/${1 + nth}`, from)],
        ['"clients";q=4;w=60', 4, (nth, from) => ask('POST', votePath, from, vote(nth))],
      ];
    for (const [row, [policy, limit, request]] of rows.entries()) {
      const answers: Answer[] = [];
      for (let nth = 0; nth <= limit; nth++) {
        answers.push(await request(nth, { ...ofJson, 'X-Forwarded-For': `192.0.2.${row}` }));
      }
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map(({ headers }) => headers['ratelimit-policy'])).to.deep.equal([policy]);
    }
  });
});

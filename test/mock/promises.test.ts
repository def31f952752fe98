import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { ids } from '../../contracts/world/index.ts';
import { createNight } from '../../contracts/world/night/night.ts';
import { noPreferences } from '../../mock/contracts/preferences.ts';
import { createFaultInjector, noFaultSettings } from '../../mock/faults/fault-injector.ts';
import { countCrowd } from '../../mock/night/crowd.ts';
import type { NightPlayer } from '../../mock/night/night.ts';
import { helpOf, readSettings } from '../../mock/options.ts';
import { cutPage } from '../../mock/reply/paging.ts';
import { RequestLog } from '../../mock/session/request-log.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { makeCertificate } from '../../mock/tls/certificate.ts';
import { eventually } from '../support/run/eventually.ts';

/** What the guide of the mock promises in passing, and nothing else asks for. */

const vote = (clientId: string, fighterStatid: number) => ({
  ...{ round_num: 2, fighter_statid: fighterStatid, client_id: clientId },
});
const corners = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter1Statid + 1] as const;

describe('the mock: a session that is put back', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (method: string, path: string, session: string, body?: unknown) =>
    fetch(mock.url + path, {
      method,
      headers: { 'Mock-Session': session, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('has its votes, its scorecards and its state, all of them', async () => {
    const place = { fightId: 88005, roundNumber: 2, clientId: 'client-000000000001' };
    const saved = {
      state: { state: 'there is no content' },
      votes: [{ ...place, fighterStatid: 1803, createdMs: 1 }],
      scorecards: [{ ...place, fighter1Score: 10, fighter2Score: 8 }],
    };
    const put = await ask('PUT', '/__mock/session', 'whole', saved);
    expect(await put.json()).to.deep.equal({ session: 'whole', votes: 1, scorecards: 1 });
    const read = await ask('GET', '/__mock/session', 'whole');
    expect(await read.json()).to.deep.equal({ session: 'whole', ...saved });
  });

  it('has room for changes again, although its client had used them up', async () => {
    const path = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
    const cast = async (times: number) => {
      for (let nth = 0; nth < times; nth++) {
        const { status } = await ask('POST', path, 'again', vote('client-000000000002', corners[nth % 2] as number));
        if (status === 429) return nth;
      }
      return times;
    };
    expect(await cast(40)).to.be.within(2, 39);
    await ask('PUT', '/__mock/session', 'again', { state: null, votes: [], scorecards: [] });
    expect(await cast(2)).to.equal(2);
  });

  it('has every vote whose body arrives while others are counted, and none from before a reset', async () => {
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'late', Expect: '100-continue' };
    /** Sends its body when the mock has read everything else. */
    const open = async (nth: number) => {
      const sent = request(`${mock.url}/api/v3/mobile/fights/${ids.fightInProgress}/vote`, { method: 'POST', headers });
      sent.flushHeaders();
      await once(sent, 'continue');
      return async () => {
        sent.end(JSON.stringify(vote(`late-client-00000${nth}`, corners[0])));
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        reply.resume();
        return reply.statusCode;
      };
    };
    const stored = async () =>
      ((await (await ask('GET', '/__mock/session', 'late')).json()) as { votes: [] }).votes.length;
    const votes = [await open(1), await open(2), await open(3)];
    for (const finish of votes) expect(await finish()).to.equal(201);
    expect(await stored()).to.equal(3);

    const finish = await open(4);
    await ask('DELETE', '/__mock/session', 'late');
    expect(await finish()).to.equal(201);
    expect(await stored()).to.equal(1);
  });

  it('shares its night with no other session', async () => {
    await ask('POST', '/__mock/night', 'by-night', { seed: 7 });
    const matchOf = async (session: string) =>
      (await ask('GET', `/api/v3/mobile/fights/${ids.fightInProgress}/votes`, session)).headers.get('Contract-Match');
    expect([await matchOf('by-night'), await matchOf('by-day')]).to.deep.equal(['live', 'exact']);
    await ask('DELETE', '/__mock/session', 'by-night');
  });

  it('has lists whose last page says so, however long a page is', async () => {
    for (const path of ['/news', '/media', '/fighters', '/events', '/octagon_girls', '/fighters/title_holders']) {
      const whole = (await (await ask('GET', `/api/v3/mobile${path}`, 'pages')).json()) as unknown[];
      for (const limit of [1, whole.length]) {
        const rows: unknown[] = [];
        let pages = 0;
        for (let next: string | undefined = `/api/v3/mobile${path}?limit=${limit}`; next; pages++) {
          const reply: Response = await ask('GET', next, 'pages');
          rows.push(...((await reply.json()) as unknown[]));
          next = /<https?:\/\/[^/]+([^>]*)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1];
        }
        expect(pages, `${path} by ${limit}`).to.equal(whole.length / limit);
        expect(rows, `${path} by ${limit}`).to.deep.equal(whole);
      }
    }
  });
});

describe('the mock: a part of a list', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  it('names the contract of the list that it is cut from', async () => {
    for (const [whole, part] of [
      ['/fighters/stats', '/fighters/stats/weight_class/lw?limit=1'],
      ['/fighters/3101/media', '/fighters/3101/media?limit=1'],
    ] as const) {
      const sourceOf = async (path: string) => {
        const { headers } = await fetch(`${mock.url}/api/v3/mobile${path}`);
        return [headers.get('contract-match'), headers.get('contract-id')];
      };
      const [match, id] = await sourceOf(whole);
      expect([match, ...(await sourceOf(part))], part).to.deep.equal(['exact', 'page', id]);
    }
  });
});

describe('the mock: faults', () => {
  it('of GET do not depend on the HEAD requests between them', async () => {
    const weather = async (methods: readonly string[]) => {
      const mock = await startMock({ port: 0, host: '127.0.0.1', faults: { faultRate: 1, seed: 3 } });
      const headers = { 'Mock-Session': 'a' };
      for (const [nth, method] of methods.entries()) {
        const left = new AbortController();
        const asked = fetch(`${mock.url}/api/v1/us/chat`, { method, headers, signal: left.signal }).then((reply) =>
          reply.text(),
        );
        asked.catch(() => undefined);
        // It may hang or drip, and nothing is asked of its end.
        await eventually(() => mock.requests('a')[nth]?.weather !== undefined, 'the request has its fault');
        left.abort();
      }
      const seen = mock.requests('a').filter(({ method }) => method === 'GET');
      await mock.close();
      return seen.map((entry) => entry.weather);
    };
    const plain = await weather(['GET', 'GET', 'GET']);
    expect(plain).to.have.lengthOf(3);
    expect(await weather(['HEAD', 'GET', 'HEAD', 'HEAD', 'GET', 'GET'])).to.deep.equal(plain);
  });

  it('delay by less than the jitter more, and each kind is as likely', () => {
    const late = createFaultInjector({ ...noFaultSettings, delay: 50, jitter: 100 });
    const delays = Array.from({ length: 500 }, (_, nth) => late(`GET /${nth}`, noPreferences).delayMs);
    expect(Math.min(...delays)).to.be.within(50, 55);
    expect(Math.max(...delays)).to.be.within(145, 149);

    const faulty = createFaultInjector({ ...noFaultSettings, faultRate: 1 });
    const kinds = Array.from({ length: 6_000 }, (_, nth) => faulty(`GET /${nth}`, noPreferences));
    const counts = Map.groupBy(kinds, ({ fault, rate }) => String(fault ?? rate));
    expect([...counts.keys()].sort()).to.deep.equal(['429', '503', 'drip', 'hang', 'reset', 'truncate']);
    for (const [kind, { length }] of counts) expect(length, kind).to.be.within(850, 1_150);
  });
});

describe('the mock: its help', () => {
  it('names the defaults that hold', () => {
    const help = helpOf('npm run mock --');
    for (const [option, value] of [
      ...[['port', '4010'] as const, ['delay', '0'] as const, ['jitter', '0'] as const],
      ...[['seed', '1'] as const, ['fault-rate', '0'] as const, ['log-format', 'auto'] as const],
    ]) {
      const text = new RegExp(`^ {2}--${option} [\\s\\S]*?(?=^ {2}--)`, 'm').exec(help)?.[0] ?? '';
      expect(text.trimEnd(), option).to.match(new RegExp(`\\(${value}\\)$`));
    }
    expect(readSettings({}, {})).to.deep.include({
      ...{ port: 4010, faults: { delay: 0, jitter: 0, faultRate: 0, seed: 1 }, isWatching: true },
      ...{ allowHosts: [], regionSegments: false },
    });
    expect(readSettings({ 'no-watch': true }, {}).isWatching).to.equal(false);
  });

  it('takes variables that are set and empty as unset, as the server does', () => {
    const given = (env: Record<string, string>) => readSettings({}, env);
    for (const empty of ['', ' ']) {
      expect(given({ PORT: empty, REGION_SEGMENTS: empty, LOG_FORMAT: empty }), `"${empty}"`).to.deep.equal(given({}));
    }
    expect(given({ PORT: ' 4020 ' }).port).to.equal(4020);
    // An option is written on purpose.
    expect(() => readSettings({ port: '' }, {})).to.throw('The port must be an integer from 0 to 65535, not "".');
    for (const share of ['', ' ']) {
      expect(() => readSettings({ 'fault-rate': share }, {}), `"${share}"`).to.throw(
        `The fault rate must be a number from 0 to 1, not "${share}".`,
      );
    }
  });
});

describe('the mock: its authority', () => {
  it('signs certificates and nothing else, and none below the one of the server', async () => {
    const { root, chain } = await makeCertificate(['localhost']);
    const [authority, server] = [new X509Certificate(root), new X509Certificate(chain)];
    expect([authority.ca, server.ca]).to.deep.equal([true, false]);
    // Key usage (2.5.29.15), critical, with the only bit for signatures of certificates: 0x04, two unused bits.
    expect(authority.raw.toString('hex')).to.include('0603551d0f0101ff040403020204');
    expect(server.checkIssued(authority)).to.equal(true);
  });
});

describe('the mock: the crowd of a night', () => {
  const night = createNight({ seed: 7 });
  /** Of the fight that ends in its first round, at 456 s, for fighter 1 of the blue corner. */
  const at = (seconds: number, fighter1 = 1851) => {
    const player = { night, atMs: seconds * 1_000, options: { voters: 400 } } as unknown as NightPlayer;
    const crowd = countCrowd(player, '6416', fighter1);
    return { votes: crowd?.votes.get(1), scores: crowd?.scores.get(1) };
  };

  it('votes for who is ahead, whichever corner is fighter 1', () => {
    expect(at(234)).to.deep.equal({ votes: undefined, scores: undefined });
    expect(at(456).votes).to.deep.equal({ fighter1Votes: 347, fighter2Votes: 53 });
    expect(at(456, 1852).votes).to.deep.equal({ fighter1Votes: 53, fighter2Votes: 347 });
  });

  it('sends scorecards of its half within a minute of the end, each with ten points for the winner of the round', () => {
    expect([456, 486, 516, 900].map((seconds) => at(seconds).scores?.count)).to.deep.equal([0, 100, 200, 200]);
    expect(at(516).scores).to.deep.equal({ count: 200, fighter1Sum: 2_000, fighter2Sum: 1_786 });
    expect(at(516, 1852).scores).to.deep.equal({ count: 200, fighter1Sum: 1_786, fighter2Sum: 2_000 });
  });
});

describe('the mock: requests without a contract', () => {
  it('are in the order of their last request, each with how often it came', () => {
    const log = new RequestLog();
    const operation = { id: 'v3.fighter' } as never;
    for (const id of [1, 2, 3, 1])
      log.addUnmatched('a', { operation, params: { id }, query: {}, closestMatch: undefined });
    expect(log.unmatched('a').map(({ params, count }) => [params.id, count])).to.deep.equal([
      [2, 1],
      [3, 1],
      [1, 2],
    ]);
  });
});

describe('the mock: a page', () => {
  it('has at most a hundred rows where the route says so and the request names no limit', () => {
    const rows = (id: number) => Array.from({ length: 101 }, () => ({ id }));
    expect(cutPage('news', '/api/v3/mobile/news', rows(90211), {})?.body).to.have.length(100);
    expect(cutPage('fighters', '/api/v3/mobile/fighters', rows(3107), {})?.body).to.have.length(101);
  });
});

import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { problemType, security } from '../../support/expected/headers.ts';
import { refusals } from '../../support/expected/problems.ts';
import { chunks, codings, hosts, lengths, lines, type Payload } from '../../support/fixtures/framing-payloads.ts';
import { answersIn, type RawAnswer, sendRaw } from '../../support/http/raw.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const vote = JSON.stringify({
  ...{ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'smuggled-client-0001' },
});
const asJson = 'Content-Type: application/json\r\n';
const requestWith = (method: string, path: string, headers = '', body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`;
/** A complete vote, where a reader of another length would find a request. */
const hidden = requestWith('POST', votePath, `${asJson}Content-Length: ${vote.length}\r\n`, vote);
const canaryPath = '/api/v1/us/news';
const canary = requestWith('GET', canaryPath);
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** The reason phrases and problems of refusals. */
const problems: Readonly<Record<number, [phrase: string, type: string]>> = {
  400: ['Bad Request', 'malformed-request'],
  408: ['Request Timeout', 'request-timeout'],
  413: ['Payload Too Large', 'body-too-large'],
  417: ['Expectation Failed', 'expectation-failed'],
  431: ['Request Header Fields Too Large', 'headers-too-large'],
  501: ['Not Implemented', 'unknown-transfer-coding'],
  505: ['HTTP Version Not Supported', 'version-not-supported'],
};

/** Problem details, security headers and the reason phrase, as on every other answer. */
function expectRefusal(answer: RawAnswer | undefined, status: number, of: string): void {
  const [phrase, type = ''] = problems[status] ?? [];
  expect(answer?.line, of).to.equal(`HTTP/1.1 ${status} ${phrase}`);
  const { headers = {}, body = '' } = answer ?? {};
  expect(headers, of).to.include({ ...security, 'content-type': problemType, 'cache-control': 'no-store' });
  expect(headers, of).to.include({ connection: 'close' }).and.to.have.property('date');
  expect(headers, of).not.to.have.any.keys('strict-transport-security', 'server', 'x-powered-by');
  const { instance, ...rest } = JSON.parse(body);
  const isSpanish = String(instance).startsWith('/api/v3/mobile/');
  const [title, detail] = refusals[type]?.[isSpanish ? 'es' : 'en'] ?? [];
  expect(rest, of).to.deep.equal({ type: `urn:problem-type:${type}`, title, status, detail });
  expect(headers['content-language'], of).to.equal(isSpanish ? 'es-US' : 'en-US');
  expect(instance, of).to.match(/^\//);
}

describe('framing', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight({ cache: 'on' });
    // Cached from now on: cached replies are answered before everything else.
    await sendRaw(night.url, canary, { answers: 1 });
  });
  after(() => night.close());

  const counted = async () => {
    const [tally] = await readVotes(night.store, [ids.fightInProgress]);
    return [...(tally?.values() ?? [])].flatMap((votes) => [...votes.values()]).reduce((sum, n) => sum + n, 0);
  };

  /** Each payload is refused and ends its connection, and requests after it are not answered. */
  async function expectRefused(payloads: readonly Payload[], allowed: readonly number[]): Promise<void> {
    const before = await counted();
    await Promise.all(
      payloads.map(async ({ name, text }) => {
        const { statuses, isClosed, text: reply } = await sendRaw(night.url, text + canary);
        expect([statuses.length, isClosed], `${name}: ${statuses}`).to.deep.equal([1, true]);
        expect(statuses[0], name).to.be.oneOf(allowed);
        expectRefusal(answersIn(reply)[0], statuses[0] ?? 0, name);
      }),
    );
    expect((await counted()) - before, 'votes counted').to.equal(0);
  }

  it('C01: refuses requests with two lengths', () => expectRefused(lengths(votePath, hidden), [400, 501]));
  it('C02: refuses transfer codings other than chunked', () => expectRefused(codings(votePath, vote), [400, 501]));
  it('C03: refuses invalid chunks', () => expectRefused(chunks(votePath, vote), [400, 413]));
  it('C04: refuses invalid header lines', () => expectRefused(lines(canaryPath), [400]));
  it('B20, B21: refuses other versions and invalid hosts', () => expectRefused(hosts(canaryPath), [400, 505]));

  it('C02: accepts chunked in any case, after a tab', async () => {
    for (const value of [' chunked', '\tchunked', ' Chunked', ' chunked ']) {
      const text = requestWith(
        'POST',
        votePath,
        `${asJson}Transfer-Encoding:${value}\r\n`,
        chunked('{"round_num":99}'),
      );
      const { statuses } = await sendRaw(night.url, text + canary, { answers: 2 });
      expect(statuses, JSON.stringify(value)).to.deep.equal([422, 200]);
    }
  });

  it('C03: answers 408 without a last chunk', async () => {
    const slow = await startFightNight({ requestMs: 100 });
    try {
      const text = requestWith('POST', votePath, `${asJson}Transfer-Encoding: chunked\r\n`, '2\r\n{}\r\n');
      const { text: reply, isClosed } = await sendRaw(slow.url, text);
      expect(isClosed).to.equal(true);
      expectRefusal(answersIn(reply)[0], 408, 'no last chunk');
    } finally {
      await slow.close();
    }
  });

  it('B20: serves HTTP/1.0 and ignores upgrades', async () => {
    const old = (headers: string) => `GET ${canaryPath} HTTP/1.0\r\n${headers}\r\n`;
    const once = await sendRaw(night.url, old(''));
    expect([once.statuses, once.isClosed]).to.deep.equal([[200], true]);
    const twice = await sendRaw(night.url, [old('Connection: keep-alive\r\n'), old('Host: a\r\n')]);
    expect([twice.statuses, twice.isClosed]).to.deep.equal([[200, 200], true]);
    const upgrade = requestWith('GET', canaryPath, 'Connection: Upgrade\r\nUpgrade: h2c\r\n');
    expect((await sendRaw(night.url, [upgrade, canary], { answers: 2 })).statuses).to.deep.equal([200, 200]);
  });

  it('B21: accepts valid hosts of any form', async () => {
    for (const host of [
      'a:80',
      'a:',
      '127.0.0.1:8080',
      '[::1]',
      '[2001:DB8::1]:443',
      'xn--bcher-kva.example',
      'A_b~c',
    ]) {
      const { statuses } = await sendRaw(night.url, canary.replace('Host: a', `Host: ${host}`), { answers: 1 });
      expect(statuses, host).to.deep.equal([200]);
    }
  });

  it('B11, B12, B13: limits header and chunk sizes', async () => {
    const of = (headers: string) => requestWith('GET', canaryPath, `${headers}\r\n`);
    const many = (count: number) => of(Array.from({ length: count - 1 }, () => 'X-Many: 1').join('\r\n'));
    const target = (length: number) => requestWith('GET', `/api/v1/us/${'x'.repeat(length)}`);
    for (const [text, status] of [
      [many(100), 200],
      [target(15_000), 404],
    ] as const) {
      expect((await sendRaw(night.url, text, { answers: 1 })).statuses).to.deep.equal([status]);
    }
    const endless = requestWith('POST', votePath, 'Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(20_000)}\r\n{}`);
    for (const [text, status] of [
      [many(101), 431],
      [target(17_000), 431],
      [of(`X: ${'x'.repeat(20_000)}`), 431],
      [of(Array.from({ length: 99 }, (_, n) => `X-${n}: ${'x'.repeat(200)}`).join('\r\n')), 431],
      [of(Array.from({ length: 2_500 }, () => 'x:').join('\r\n')), 431],
      [endless, 413],
      ['GET\r\n\r\n', 400],
    ] as const) {
      const { text: reply, isClosed } = await sendRaw(night.url, text);
      expect(isClosed, text.slice(0, 60)).to.equal(true);
      expectRefusal(answersIn(reply)[0], status, text.slice(0, 60));
    }
  });

  it('B04: refuses unknown methods and closes CONNECT', async () => {
    for (const method of ['FOO', 'get', 'POSTX', 'G\u00cbT']) {
      const { text: reply, statuses } = await sendRaw(night.url, canary.replace('GET', method) + canary);
      expect(statuses, method).to.deep.equal([400]);
      expectRefusal(answersIn(reply)[0], 400, method);
    }
    const { text, isClosed } = await sendRaw(night.url, `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n${canary}`);
    expect([text, isClosed]).to.deep.equal(['', true]);
  });

  it('B05: answers 404 to OPTIONS * and keeps the connection', async () => {
    const text = canary.replace(`GET ${canaryPath}`, 'OPTIONS *');
    const { text: reply, statuses } = await sendRaw(night.url, text + canary, { answers: 2 });
    expect(statuses).to.deep.equal([404, 200]);
    expect(JSON.parse(answersIn(reply)[0]?.body ?? '').type).to.equal('urn:problem-type:route-not-found');
  });

  it('B18: sends 100 Continue only to requests it accepts', async () => {
    const expecting = (path: string, headers: string) =>
      requestWith('POST', path, `Expect: 100-continue\r\n${headers}\r\n`);
    for (const [path, headers, status] of [
      [updatePath, `${asJson}Content-Length: 2`, 401],
      [updatePath, `${asJson}Authorization: Bearer wrong\r\nContent-Length: 2`, 403],
      ['/nothing', `${asJson}Content-Length: 2`, 404],
      [canaryPath, `${asJson}Content-Length: 2`, 405],
      [votePath, `${asJson}Content-Length: 10000000`, 413],
      [votePath, 'Content-Type: text/plain\r\nContent-Length: 2', 415],
      [votePath, `${asJson}Content-Encoding: gzip\r\nContent-Length: 2`, 415],
      [votePath, 'Content-Type: text/plain\r\nTransfer-Encoding: chunked', 415],
      [votePath, `Host: b\r\n${asJson}Content-Length: 2`, 400],
    ] as const) {
      const { statuses, isClosed } = await sendRaw(night.url, expecting(path, headers));
      expect([statuses, isClosed], `${path} ${headers}`).to.deep.equal([[status], true]);
    }
    const body = '{"round_num":99}';
    for (const [framing, sent] of [
      [`Content-Length: ${body.length}`, body],
      ['Transfer-Encoding: chunked', chunked(body)],
    ] as const) {
      const parts = [expecting(votePath, asJson + framing), sent + canary];
      const { statuses } = await sendRaw(night.url, parts, { answers: 3, betweenMs: 100 });
      expect(statuses, framing).to.deep.equal([100, 422, 200]);
    }
  });

  it('B19: answers 417 to other expectations', async () => {
    for (const path of [votePath, updatePath]) {
      const text = requestWith('POST', path, 'Expect: junk\r\nContent-Length: 2\r\n', '{}');
      const { text: reply, statuses } = await sendRaw(night.url, text + canary);
      expect(statuses).to.deep.equal([417]);
      expectRefusal(answersIn(reply)[0], 417, path);
    }
  });

  it('B23: answers requests before a refused one, none after', async () => {
    // The vote waits for Redis while the parser finds the error.
    const first = hidden.replace(vote, vote.replace('"round_num":2', '"round_num":9'));
    for (const [wrong, status] of [
      ['GARBAGE\r\n\r\n', 400],
      [canary.replace('Host: a', 'X: a'), 400],
      [requestWith('POST', votePath, 'Transfer-Encoding: gzip\r\n', vote), 501],
    ] as const) {
      const { statuses, isClosed } = await sendRaw(night.url, first + canary + wrong + canary);
      expect([statuses, isClosed], wrong).to.deep.equal([[422, 200, status], true]);
    }
  });
});

describe('Strict-Transport-Security', () => {
  it('K01: is sent only over TLS behind a trusted proxy', async () => {
    const nights = [await startFightNight(), await startFightNight({ trustedProxies: 1 })];
    try {
      for (const [trusted, proto, isSent] of [
        [0, 'https', false],
        [1, '', false],
        [1, 'http', false],
        [1, 'httpsx', false],
        [1, 'http, https', false],
        [1, 'https', true],
        [1, 'https, http', true],
        [1, 'HTTPS', true],
      ] as const) {
        const headers = proto && `X-Forwarded-Proto: ${proto}\r\n`;
        for (const path of [canaryPath, canaryPath, '/nothing', '/api/v3/mobile/health', '/board', votePath]) {
          const text = requestWith(path === votePath ? 'POST' : 'GET', path, headers);
          const { text: reply } = await sendRaw(nights[trusted]?.url ?? '', text, { answers: 1 });
          const value = answersIn(reply)[0]?.headers['strict-transport-security'];
          expect(value, `${proto} ${path}`).to.equal(isSent ? 'max-age=31536000; includeSubDomains' : undefined);
        }
      }
    } finally {
      for (const night of nights) await night.close();
    }
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { problemType, security } from '../../support/expected/headers.ts';
import { refusals } from '../../support/expected/problems.ts';
import { chunks, codings, hosts, lengths, lines, type Payload } from '../../support/fixtures/framing-payloads.ts';
import { answersIn, type RawAnswer, sendRaw } from '../../support/http/raw.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const vote = JSON.stringify({
  round_num: 2,
  fighter_statid: ids.fightInProgressFighter1Statid,
  client_id: 'smuggled-client-0001',
});
/** A complete vote, where a reader of another length would find a request. */
const hidden = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${vote.length}\r\n\r\n${vote}`;
const canaryPath = '/api/v1/us/news';
const canary = `GET ${canaryPath} HTTP/1.1\r\nHost: a\r\n\r\n`;

const constant = {
  ...security,
  'content-type': problemType,
  'cache-control': 'no-store',
  connection: 'close',
};

const phrases: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  505: 'HTTP Version Not Supported',
};

/** Problem details, security headers and the reason phrase, as on every other answer. */
function expectRefusal(answer: RawAnswer | undefined, status: number, type: string, of: string): void {
  expect(answer?.line, of).to.equal(`HTTP/1.1 ${status} ${phrases[status]}`);
  const { headers = {}, body = '' } = answer ?? {};
  expect(headers, of).to.include(constant);
  expect(headers, of).to.have.property('date');
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
    const [tally] = await night.store.votes.tallies([ids.fightInProgress]);
    return [...(tally?.values() ?? [])].flatMap((votes) => [...votes.values()]).reduce((sum, n) => sum + n, 0);
  };

  /** Each payload is refused and ends its connection, and requests after it are not answered. */
  async function expectRefused(payloads: readonly Payload[], allowed: readonly number[]): Promise<void> {
    const faults: string[] = [];
    const before = await counted();
    await Promise.all(
      payloads.map(async ({ name, text }) => {
        const { statuses, isClosed, text: reply } = await sendRaw(night.url, text + canary);
        const [status = 0] = statuses;
        const said = `${name}: ${statuses.join(' ') || 'nothing'}${isClosed ? '' : ', still open'}`;
        if (statuses.length !== 1 || !allowed.includes(status) || !isClosed) faults.push(said);
        else expectRefusal(answersIn(reply)[0], status, typeOf(status), name);
      }),
    );
    expect(faults.join('\n')).to.equal('');
    expect((await counted()) - before, 'votes counted').to.equal(0);
  }

  const typeOf = (status: number) =>
    ({ 501: 'unknown-transfer-coding', 505: 'version-not-supported', 413: 'body-too-large', 431: 'headers-too-large' })[
      status
    ] ?? 'malformed-request';

  it('C01: 25 requests with two lengths are refused, and nothing after them is answered or counted', async () => {
    const payloads = lengths(votePath, hidden);
    expect(payloads).to.have.length(25);
    await expectRefused(payloads, [400, 501]);
  });

  it('C02: transfer codings other than chunked are refused before anything reads the vote', async () => {
    await expectRefused(codings(votePath, vote), [400, 501]);
  });

  it('C02: chunked in any case, after a tab, is accepted', async () => {
    for (const value of [' chunked', '\tchunked', ' Chunked', ' chunked ']) {
      const body = '{"round_num":99}';
      const text = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding:${value}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const { statuses } = await sendRaw(night.url, text + canary, { answers: 2 });
      expect(statuses, JSON.stringify(value)).to.deep.equal([422, 200]);
    }
  });

  it('C03: invalid chunks are refused', async () => {
    await expectRefused(chunks(votePath, vote), [400, 413]);
  });

  it('C03: a last chunk that never comes is answered 408', async () => {
    const slow = await startFightNight({ requestMs: 100 });
    try {
      const text = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`;
      const { text: reply, isClosed } = await sendRaw(slow.url, text);
      expect(isClosed).to.equal(true);
      expectRefusal(answersIn(reply)[0], 408, 'request-timeout', 'no last chunk');
    } finally {
      await slow.close();
    }
  });

  it('C04: invalid header lines are refused', async () => {
    await expectRefused(lines(canaryPath), [400]);
  });

  it('B20, B21: other versions, and missing, repeated or invalid hosts, are refused', async () => {
    await expectRefused(hosts(canaryPath), [400, 505]);
  });

  it('B20: HTTP/1.0 is served, with and without a host and keep-alive; an upgrade is ignored', async () => {
    const old = (headers: string) => `GET ${canaryPath} HTTP/1.0\r\n${headers}\r\n`;
    const once = await sendRaw(night.url, old(''));
    expect([once.statuses, once.isClosed]).to.deep.equal([[200], true]);
    const twice = await sendRaw(night.url, [old('Connection: keep-alive\r\nHost: a\r\n'), old('Host: a\r\n')]);
    expect([twice.statuses, twice.isClosed]).to.deep.equal([[200, 200], true]);
    for (const protocol of ['h2c', 'websocket']) {
      const upgrade = `GET ${canaryPath} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
      expect((await sendRaw(night.url, [upgrade, canary], { answers: 2 })).statuses).to.deep.equal([200, 200]);
    }
  });

  it('B21: valid hosts of any form are accepted', async () => {
    for (const host of [
      'a',
      'a:80',
      'a:',
      '127.0.0.1:8080',
      '[::1]',
      '[2001:DB8::1]:443',
      'xn--bcher-kva.example',
      'A_b~c',
    ]) {
      const { statuses } = await sendRaw(night.url, `GET ${canaryPath} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, {
        answers: 1,
      });
      expect(statuses, host).to.deep.equal([200]);
    }
  });

  it('B13: a hundred headers are read, one more is refused', async () => {
    const of = (count: number) => `GET ${canaryPath} HTTP/1.1\r\nHost: a${'\r\nX-Many: 1'.repeat(count - 1)}\r\n\r\n`;
    expect((await sendRaw(night.url, of(100), { answers: 1 })).statuses).to.deep.equal([200]);
    const { text } = await sendRaw(night.url, of(101));
    expectRefusal(answersIn(text)[0], 431, 'headers-too-large', '101 headers');
  });

  it('B12, B13: every refusal of the parser has problem details, security headers and its reason phrase', async () => {
    const of = (headers: string) => `GET ${canaryPath} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;
    const body = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const cases: [text: string, status: number, type: string][] = [
      ['GET\r\n\r\n', 400, 'malformed-request'],
      [of(`X: ${'x'.repeat(20_000)}`), 431, 'headers-too-large'],
      [of(Array.from({ length: 100 }, (_, n) => `X-${n}: ${'x'.repeat(200)}`).join('\r\n')), 431, 'headers-too-large'],
      [of(Array.from({ length: 2_500 }, () => 'x:').join('\r\n')), 431, 'headers-too-large'],
      [of(`${'x'.repeat(17_000)}: 1`), 431, 'headers-too-large'],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers-too-large'],
      [`${body}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, 413, 'body-too-large'],
    ];
    for (const [text, status, type] of cases) {
      const { text: reply, isClosed } = await sendRaw(night.url, text);
      expect(isClosed, text.slice(0, 60)).to.equal(true);
      expectRefusal(answersIn(reply)[0], status, type, text.slice(0, 60));
    }
  });

  it('B04: unknown methods and those in lower case are refused, a CONNECT is closed', async () => {
    for (const method of ['FOO', 'get', 'Get', 'POSTX', 'G\u00cbT']) {
      const { text: reply, isClosed } = await sendRaw(night.url, canary.replace('GET', method) + canary);
      expect(isClosed, method).to.equal(true);
      const answers = answersIn(reply);
      expect(answers, method).to.have.length(1);
      expectRefusal(answers[0], 400, 'malformed-request', method);
    }
    const { text: reply, isClosed } = await sendRaw(night.url, `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n${canary}`);
    expect([reply, isClosed]).to.deep.equal(['', true]);
  });

  it('B05: OPTIONS * is no route, and the connection goes on', async () => {
    const { text: reply, statuses } = await sendRaw(night.url, `OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n${canary}`, {
      answers: 2,
    });
    expect(statuses).to.deep.equal([404, 200]);
    expect(JSON.parse(answersIn(reply)[0]?.body ?? '').type).to.equal('urn:problem-type:route-not-found');
  });

  it('B11: a target of up to 15 kB is looked up, a longer one is refused', async () => {
    for (const [length, status] of [
      [2_000, 404],
      [8_000, 404],
      [15_000, 404],
      [17_000, 431],
      [20_000, 431],
    ] as const) {
      const text = `GET /api/v1/us/${'x'.repeat(length)} HTTP/1.1\r\nHost: a\r\n\r\n`;
      const { text: reply, statuses } = await sendRaw(night.url, text, { answers: 1 });
      expect(statuses, String(length)).to.deep.equal([status]);
      expect(answersIn(reply)[0]?.headers['content-type']).to.equal(problemType);
    }
  });

  it('B18: 100 Continue comes only after 401, 403, 404, 405, 413 and 415 are ruled out', async () => {
    const expecting = (path: string, headers: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${headers}\r\n\r\n`;
    const asJson = 'Content-Type: application/json\r\n';
    const refused: [text: string, status: number][] = [
      [expecting(updatePath, `${asJson}Content-Length: 2`), 401],
      [expecting(updatePath, `${asJson}Authorization: Bearer wrong\r\nContent-Length: 2`), 403],
      [expecting('/nothing', `${asJson}Content-Length: 2`), 404],
      [expecting(canaryPath, `${asJson}Content-Length: 2`), 405],
      [expecting(votePath, `${asJson}Content-Length: 10000000`), 413],
      [expecting(votePath, 'Content-Type: text/plain\r\nContent-Length: 2'), 415],
      [expecting(votePath, `${asJson}Content-Encoding: gzip\r\nContent-Length: 2`), 415],
      [expecting(votePath, 'Content-Type: text/plain\r\nTransfer-Encoding: chunked'), 415],
      [expecting(votePath, `Host: b\r\n${asJson}Content-Length: 2`), 400],
    ];
    for (const [text, status] of refused) {
      const { statuses, isClosed } = await sendRaw(night.url, text);
      expect([statuses, isClosed], text).to.deep.equal([[status], true]);
    }
    const body = '{"round_num":99}';
    for (const framing of [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked']) {
      const sent = framing.startsWith('C') ? body : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const { statuses } = await sendRaw(night.url, [expecting(votePath, asJson + framing), sent + canary], {
        answers: 3,
        betweenMs: 100,
      });
      expect(statuses, framing).to.deep.equal([100, 422, 200]);
    }
  });

  it('B19: another expectation is 417 in the language of the family', async () => {
    for (const [path, language] of [
      [votePath, 'es-US'],
      [updatePath, 'en-US'],
    ]) {
      const text = `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: junk\r\nContent-Length: 2\r\n\r\n{}`;
      const { text: reply, statuses } = await sendRaw(night.url, text + canary);
      expect(statuses).to.deep.equal([417]);
      const [answer] = answersIn(reply);
      expectRefusal(answer, 417, 'expectation-failed', path as string);
      expect(answer?.headers['content-language']).to.equal(language);
      expect(JSON.parse(answer?.body ?? '').instance).to.equal(path);
    }
  });

  it('B23: complete requests before a refused request are answered first; requests after it never', async () => {
    // The vote waits for Redis while the parser finds the error.
    const first = hidden.replace(vote, vote.replace('"round_num":2', '"round_num":9'));
    for (const wrong of [
      'GARBAGE\r\n\r\n',
      codings(votePath, vote)[3]?.text ?? '',
      `${canary.replace('Host: a', 'X: a')}`,
    ]) {
      const { statuses, isClosed } = await sendRaw(night.url, first + canary + wrong + canary);
      expect([statuses.slice(0, 2), statuses.length, isClosed], wrong.slice(0, 40)).to.deep.equal([
        [422, 200],
        3,
        true,
      ]);
      expect(statuses[2]).to.be.oneOf([400, 501]);
    }
  });

  it('C01, C02, B21: control: a plain Node server answers the requests after some of them', async () => {
    let entered = 0;
    const plain = createServer({ requireHostHeader: false }, (req, res) => {
      entered++;
      req.on('error', () => undefined);
      req.resume().on('end', () => res.end('ok'));
    });
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const payloads = [...lengths(votePath, hidden), ...codings(votePath, vote), ...hosts(canaryPath)];
    const replies = await Promise.all(payloads.map(({ text }) => sendRaw(url, text + canary, { patienceMs: 500 })));
    const smuggled = replies.filter(({ statuses }) => statuses.filter((status) => status === 200).length > 1).length;
    console.log(
      `      control: of ${payloads.length} payloads ${entered} requests were entered, ${smuggled} canaries answered`,
    );
    expect(smuggled).to.be.above(3);
    plain.closeAllConnections();
    plain.close();
  });
});

describe('Strict-Transport-Security', () => {
  const paths = [canaryPath, canaryPath, '/nothing', '/api/v3/mobile/health', '/board', votePath];
  const seen = async (night: FightNight, headers: string) => {
    const replies = [];
    for (const path of paths) {
      const method = path === votePath ? 'POST' : 'GET';
      const { text } = await sendRaw(night.url, `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`, {
        answers: 1,
      });
      replies.push(answersIn(text)[0]?.headers['strict-transport-security']);
    }
    return [...new Set(replies)];
  };
  const value = 'max-age=31536000; includeSubDomains';

  it('K01: is on every reply to a request that came over TLS through a trusted proxy, and on no other', async () => {
    const trusting = await startFightNight({ trustedProxies: 1 });
    const plain = await startFightNight();
    try {
      expect(await seen(plain, '')).to.deep.equal([undefined]);
      expect(await seen(plain, 'X-Forwarded-Proto: https\r\n')).to.deep.equal([undefined]);
      expect(await seen(trusting, '')).to.deep.equal([undefined]);
      expect(await seen(trusting, 'X-Forwarded-Proto: http\r\n')).to.deep.equal([undefined]);
      expect(await seen(trusting, 'X-Forwarded-Proto: httpsx\r\n')).to.deep.equal([undefined]);
      expect(await seen(trusting, 'X-Forwarded-Proto: http, https\r\n')).to.deep.equal([undefined]);
      expect(await seen(trusting, 'X-Forwarded-Proto: https\r\n')).to.deep.equal([value]);
      expect(await seen(trusting, 'X-Forwarded-Proto: https, http\r\n')).to.deep.equal([value]);
      expect(await seen(trusting, 'X-Forwarded-Proto: HTTPS\r\n')).to.deep.equal([value]);
    } finally {
      await Promise.all([trusting.close(), plain.close()]);
    }
  });
});

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

  it('C01: refuses requests with two lengths', async () => {
    const payloads = lengths(votePath, hidden);
    expect(payloads).to.have.length(25);
    await expectRefused(payloads, [400, 501]);
  });

  it('C02: refuses transfer codings other than chunked', async () => {
    await expectRefused(codings(votePath, vote), [400, 501]);
  });

  it('C02: accepts chunked in any case, after a tab', async () => {
    for (const value of [' chunked', '\tchunked', ' Chunked', ' chunked ']) {
      const body = '{"round_num":99}';
      const text = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding:${value}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const { statuses } = await sendRaw(night.url, text + canary, { answers: 2 });
      expect(statuses, JSON.stringify(value)).to.deep.equal([422, 200]);
    }
  });

  it('C03: refuses invalid chunks', async () => {
    await expectRefused(chunks(votePath, vote), [400, 413]);
  });

  it('C03: answers 408 without a last chunk', async () => {
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

  it('C04: refuses invalid header lines', async () => {
    await expectRefused(lines(canaryPath), [400]);
  });

  it('B20, B21: refuses other versions and invalid hosts', async () => {
    await expectRefused(hosts(canaryPath), [400, 505]);
  });

  it('B13: accepts 100 headers, refuses 101', async () => {
    const of = (count: number) => `GET ${canaryPath} HTTP/1.1\r\nHost: a${'\r\nX-Many: 1'.repeat(count - 1)}\r\n\r\n`;
    expect((await sendRaw(night.url, of(100), { answers: 1 })).statuses).to.deep.equal([200]);
    const { text } = await sendRaw(night.url, of(101));
    expectRefusal(answersIn(text)[0], 431, 'headers-too-large', '101 headers');
  });

  it('B12, B13: sends problem details for unparsable requests', async () => {
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

  it('B04: refuses unknown methods and closes CONNECT', async () => {
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

  it('B18: sends 100 Continue only to requests it accepts', async () => {
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

  it('B19: answers 417 to other expectations', async () => {
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

  it('B23: answers requests before a refused one, none after', async () => {
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

  it('control: a plain Node server answers smuggled requests', async () => {
    let _entered = 0;
    const plain = createServer({ requireHostHeader: false }, (req, res) => {
      _entered++;
      req.on('error', () => undefined);
      req.resume().on('end', () => res.end('ok'));
    });
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const payloads = [...lengths(votePath, hidden), ...codings(votePath, vote), ...hosts(canaryPath)];
    const replies = await Promise.all(payloads.map(({ text }) => sendRaw(url, text + canary, { patienceMs: 500 })));
    const smuggled = replies.filter(({ statuses }) => statuses.filter((status) => status === 200).length > 1).length;
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

  it('K01: is sent only over TLS behind a trusted proxy', async () => {
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

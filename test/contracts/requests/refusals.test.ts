import { mock } from 'node:test';
import { expect } from 'chai';
import { type RefusalKey, refusalOf, unparsedRefusal } from '../../../contracts/requests/refusals.ts';
import { refusals } from '../../support/expected/problems.ts';

/** Of every refusal, in the order in which they are sent. */
const headersIn = (language: string, length: number) => [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Referrer-Policy', 'no-referrer', 'Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['Content-Language', language, 'Content-Type', 'application/problem+json; charset=utf-8'],
  ...['Cache-Control', 'no-store', 'Content-Length', String(length)],
];

describe('a refusal before routing', () => {
  for (const [key, { status, es, en }] of Object.entries(refusals)) {
    it(`${key}: is ready to send, in the language of its address`, () => {
      for (const [target, [title, detail], language] of [
        ['/api/v3/mobile/news', es, 'es-US'],
        ['/api/v1/us/news', en, 'en-US'],
        ['/elsewhere', en, 'en-US'],
        ['/api/v3/mobile/events', es, 'es-US'],
      ] as const) {
        const body = JSON.stringify({ type: `urn:problem-type:${key}`, title, status, detail, instance: target });
        expect(refusalOf(key as RefusalKey, `${target}?limit=1`)).to.deep.equal({
          ...{ status, headers: headersIn(language, Buffer.byteLength(body)), body },
        });
      }
    });
  }

  it('names the path as it was sent, up to 2048 characters', () => {
    const instanceOf = (target?: string) => JSON.parse(refusalOf('malformed-request', target).body).instance;
    expect([undefined, '/', '/"\\ñ', '//x', '*'].map(instanceOf)).to.deep.equal(['/', '/', '/"\\ñ', '/x', '*']);
    for (const length of [2_047, 2_048, 2_049, 5_000]) {
      const path = `/${'x'.repeat(length - 1)}`;
      expect(instanceOf(path)).to.equal(path.slice(0, 2_048));
    }
  });

  it('is in the language of other regions only where these are served', () => {
    const languageOf = (regionSegments?: boolean) =>
      refusalOf('request-timeout', '/api/v3/iphone/news', regionSegments).headers[9];
    expect([languageOf(true), languageOf(false), languageOf()]).to.deep.equal(['es-US', 'en-US', 'en-US']);
  });
});

describe('the refusal of a request that cannot be read', () => {
  afterEach(() => mock.timers.reset());

  it('is a whole response, by the error of the parser', () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-04-05T22:00:00Z') });
    for (const [code, key, line] of [
      [undefined, 'malformed-request', '400 Bad Request'],
      ['', 'malformed-request', '400 Bad Request'],
      ['HPE_INVALID_METHOD', 'malformed-request', '400 Bad Request'],
      ['HPE_HEADER_OVERFLOW', 'headers-too-large', '431 Request Header Fields Too Large'],
      ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body-too-large', '413 Payload Too Large'],
      ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout', '408 Request Timeout'],
    ] as const) {
      const { status, en } = refusals[key] as (typeof refusals)[string];
      const [title, detail] = en;
      const body = JSON.stringify({ type: `urn:problem-type:${key}`, title, status, detail, instance: '/' });
      const answer = unparsedRefusal(code);
      const { requestId } = answer;
      expect(requestId).to.match(/^[0-9a-f]{32}$/);
      const text = [
        `HTTP/1.1 ${line}`,
        'Date: Sat, 05 Apr 2031 22:00:00 GMT',
        'Connection: close',
        'X-Content-Type-Options: nosniff',
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        'Referrer-Policy: no-referrer',
        'Cross-Origin-Resource-Policy: cross-origin',
        'Content-Language: en-US',
        'Content-Type: application/problem+json; charset=utf-8',
        'Cache-Control: no-store',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        '',
        body,
      ].join('\r\n');
      expect(answer).to.deep.equal({ text, key, requestId });
    }
  });
});

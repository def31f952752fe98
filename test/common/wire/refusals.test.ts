import { expect } from 'chai';
import { type RefusalKey, refusalOf, unparsedRefusal } from '../../../common/wire/refusals.ts';
import { refusals } from '../../support/expected/problems.ts';

describe('refusals before routing', () => {
  it('name the requested path, up to 2048 characters', () => {
    const instanceOf = (target?: string) => JSON.parse(refusalOf('malformed-request', target).body).instance;
    expect([undefined, '/', '/"\\ñ', '//x', '*'].map(instanceOf)).to.deep.equal(['/', '/', '/"\\ñ', '/x', '*']);
    for (const length of [2_047, 2_048, 2_049, 5_000]) {
      const path = `/${'x'.repeat(length - 1)}`;
      expect(instanceOf(path)).to.equal(path.slice(0, 2_048));
    }
  });

  it('use the language of other regions only where configured', () => {
    const languageOf = (regionSegments?: boolean) => {
      const { headers } = refusalOf('request-timeout', '/api/v3/iphone/news', regionSegments);
      return headers[headers.indexOf('Content-Language') + 1];
    };
    expect([true, false, undefined].map(languageOf)).to.deep.equal(['es-US', 'en-US', 'en-US']);
  });

  const rows: [code: string | undefined, key: RefusalKey, line: string][] = [
    [undefined, 'malformed-request', '400 Bad Request'],
    ['', 'malformed-request', '400 Bad Request'],
    ['HPE_INVALID_METHOD', 'malformed-request', '400 Bad Request'],
    ['HPE_HEADER_OVERFLOW', 'headers-too-large', '431 Request Header Fields Too Large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body-too-large', '413 Payload Too Large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout', '408 Request Timeout'],
  ];
  for (const [code, key, line] of rows) {
    it(`answer ${code || 'an unknown parser error'} with ${line}`, () => {
      const { text, key: found, requestId } = unparsedRefusal(code);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(found).to.equal(key);
      expect(head.split('\r\n')[0]).to.equal(`HTTP/1.1 ${line}`);
      expect(head.split('\r\n')).to.include.members([
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
      ]);
      expect(JSON.parse(body)).to.include({ type: `urn:problem-type:${key}`, detail: refusals[key]?.en[1] });
    });
  }
});

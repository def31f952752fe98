import { expect } from 'chai';
import { commonHeaders, optionsHeaders } from '../../../common/wire/request-context.ts';
import * as stream from '../../../contracts/http/event-stream.ts';
import * as headers from '../../../contracts/http/headers.ts';
import * as expected from '../../support/expected/headers.ts';

const inLowerCase = (own: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value]));

const kinds = Object.keys(expected.cacheControl) as expected.CacheKind[];

describe('response headers', () => {
  it('have Cache-Control by cache kind', () => {
    expect(headers.cacheControl).to.deep.equal(expected.cacheControl);
    expect(kinds.map((kind) => headers.problemCacheControl(404, kind))).to.deep.equal([
      ...['public, max-age=5', 'no-store', 'no-store', 'no-store', 'no-store'],
    ]);
    for (const status of [400, 403, 405, 406, 429, 500, 503]) {
      expect(headers.problemCacheControl(status, 'content'), String(status)).to.equal('no-store');
    }
    expect(headers.problemCacheControl(404, undefined)).to.equal('no-store');
  });

  it('have an ETag for content, live and tally', () => {
    expect(kinds.filter(headers.isConditional)).to.deep.equal(['content', 'live', 'tally']);
  });

  it('have the media types of the specification', () => {
    expect([headers.jsonType, headers.problemMediaType, headers.acceptPost]).to.deep.equal([
      ...['application/json; charset=utf-8', 'application/problem+json; charset=utf-8', 'application/json'],
    ]);
  });

  const open = headers.crossOriginPosts;
  const GET = {} as never;
  for (const [title, methods, crossOrigin, cors] of [
    ['CORS on reads', ['GET', 'HEAD'], undefined, expected.cors],
    ['no CORS on other methods', ['POST', 'OPTIONS', 'PUT', undefined], undefined, {}],
    ['CORS on POST if configured', ['GET', 'HEAD', 'POST'], open, expected.corsWithPosts],
    ['no CORS on other methods if configured', ['OPTIONS', 'PUT', undefined], open, {}],
  ] as const) {
    it(`have ${title}`, () => {
      for (const [family, language] of [
        ['v3', 'es-US'],
        ['v1', 'en-US'],
        [undefined, 'en-US'],
      ] as const) {
        for (const method of methods) {
          const sent = inLowerCase(commonHeaders(method, { family }, crossOrigin));
          expect(sent, method).to.deep.equal({ ...expected.security, 'content-language': language, ...cors });
        }
      }
    });
  }

  it('promise TLS for a year', () => {
    expect(headers.tlsHeader).to.deep.equal(['Strict-Transport-Security', expected.strictTransport]);
  });

  it('allow the methods of a preflight', () => {
    expect(inLowerCase(optionsHeaders({ GET }))).to.deep.equal({
      ...expected.preflight,
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'If-None-Match, Last-Event-ID',
    });
    expect(optionsHeaders({ POST: GET })).to.deep.equal({ Allow: 'POST, OPTIONS' });
    expect(optionsHeaders({ GET, POST: GET }).Allow).to.equal('GET, HEAD, POST, OPTIONS');
  });

  it('allow a cross-origin POST in a preflight if configured', () => {
    expect(inLowerCase(optionsHeaders({ POST: GET }, open))).to.deep.equal({
      allow: 'POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, If-None-Match, Last-Event-ID',
    });
    expect(optionsHeaders({ GET, POST: GET }, open)['Access-Control-Allow-Methods']).to.equal('GET, HEAD, POST');
  });

  it('vary by Accept where the path has a stream', () => {
    expect([headers.varyOf({}), headers.varyOf({ stream: true })]).to.deep.equal([
      ...['Accept-Encoding', 'Accept, Accept-Encoding'],
    ]);
  });
});

describe('event streams', () => {
  it('are neither stored nor buffered by proxies', () => {
    expect(inLowerCase(stream.eventStreamHeaders)).to.deep.equal(expected.eventStream);
    expect(stream.eventStreamType).to.equal('text/event-stream; charset=utf-8');
  });
  it('have snapshot events and a comment every 10 s', () => {
    expect(stream.eventText(7, '{"a":1}')).to.equal('id: 7\nevent: snapshot\ndata: {"a":1}\n\n');
    expect(stream.snapshotEvent).to.equal('snapshot');
    expect([stream.heartbeatText, stream.heartbeatMs]).to.deep.equal([':\n\n', 10_000]);
  });
  it('resume after a valid Last-Event-ID', () => {
    for (const [header, id] of [
      ['0', 0],
      ['7', 7],
      ['999999999999999', 999_999_999_999_999],
    ] as const) {
      expect(stream.lastEventIdOf(header), header).to.equal(id);
    }
    for (const header of [undefined, '', '01', '-1', '1.0', '1000000000000000', 'x7', '7x', ['7']]) {
      expect(stream.lastEventIdOf(header), String(header)).to.equal(undefined);
    }
  });
});

import { expect } from 'chai';
import * as stream from '../../../contracts/http/event-stream.ts';
import * as headers from '../../../contracts/http/headers.ts';
import { commonHeaders, optionsHeaders } from '../../../contracts/requests/request-context.ts';
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

  it('have CORS on GET and HEAD only', () => {
    expect(headers.tlsHeader).to.deep.equal(['Strict-Transport-Security', expected.strictTransport]);
    for (const [family, language] of [
      ['v3', 'es-US'],
      ['v1', 'en-US'],
      [undefined, 'en-US'],
    ] as const) {
      const always = { ...expected.security, 'content-language': language };
      for (const method of ['GET', 'HEAD']) {
        expect(inLowerCase(commonHeaders(method, { family, operation: undefined }))).to.deep.equal({
          ...always,
          ...expected.cors,
        });
      }
      for (const method of ['POST', 'OPTIONS', 'PUT', undefined]) {
        expect(inLowerCase(commonHeaders(method, { family, operation: undefined }))).to.deep.equal(always);
      }
    }
  });

  it('allow the methods of a preflight', () => {
    const operation = {} as never;
    expect(inLowerCase(optionsHeaders({ GET: operation }))).to.deep.equal({
      ...expected.preflight,
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'If-None-Match, Last-Event-ID',
    });
    expect(inLowerCase(optionsHeaders({ POST: operation }))).to.deep.equal({ allow: 'POST, OPTIONS' });
    expect(optionsHeaders({ GET: operation, POST: operation }).Allow).to.equal('GET, HEAD, POST, OPTIONS');
  });

  it('allow cross-origin POST if configured', () => {
    const open = headers.crossOriginPosts;
    const always = { ...expected.security, 'content-language': 'es-US' };
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect(inLowerCase(commonHeaders(method, { family: 'v3', operation: undefined }, open))).to.deep.equal({
        ...{ ...always, ...expected.corsWithPosts },
      });
    }
    for (const method of ['OPTIONS', 'PUT', undefined]) {
      expect(inLowerCase(commonHeaders(method, { family: 'v3', operation: undefined }, open))).to.deep.equal(always);
    }
    const operation = {} as never;
    const sent = { 'access-control-allow-headers': 'Content-Type, If-None-Match, Last-Event-ID' };
    expect(inLowerCase(optionsHeaders({ POST: operation }, open))).to.deep.equal({
      ...{
        allow: 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        ...sent,
      },
    });
    const both = optionsHeaders({ GET: operation, POST: operation }, open);
    expect(both['Access-Control-Allow-Methods']).to.equal('GET, HEAD, POST');
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

import { expect } from 'chai';
import fc from 'fast-check';
import { readRange } from '../../../contracts/http/byte-range.ts';
import { cursorOf, sortKeyOf } from '../../../contracts/http/cursors.ts';
import { etagOf, matchesEtag } from '../../../contracts/http/etag.ts';
import {
  acceptsJson,
  asksForHtml,
  chooseCoding,
  isJsonContentType,
  prefersEventStream,
  takesGzip,
} from '../../../contracts/http/negotiation.ts';

describe('acceptsJson', () => {
  const accepted = [
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'text/html, application/json;q=0.001',
    'APPLICATION/JSON',
    'application/json; q=broken',
    'application/json;q=1.1',
    'text/html,,application/json',
    'a b/c',
  ];
  const refused = [
    'text/html',
    'image/*',
    'application/json;q=0',
    'application/json;q=0.',
    'application/jso',
    '*/json',
  ];
  for (const header of accepted) it(`accepts ${header ?? 'none'}`, () => expect(acceptsJson(header)).to.equal(true));
  for (const header of refused) it(`refuses ${header}`, () => expect(acceptsJson(header)).to.equal(false));
});

describe('asksForHtml', () => {
  for (const header of ['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', 'TEXT/HTML;q=0.1']) {
    it(`gives a page for ${header}`, () => expect(asksForHtml(header)).to.equal(true));
  }
  for (const header of [undefined, '', '*/*', 'text/*', 'text/html;q=0', 'application/json', 'text/htmlx']) {
    it(`gives no page for ${header ?? 'no header'}`, () => expect(asksForHtml(header)).to.equal(false));
  }
});

describe('prefersEventStream', () => {
  const rows: [string | undefined, boolean][] = [
    [undefined, false],
    ['text/*', false],
    ['text/event-stream', true],
    ['TEXT/EVENT-STREAM;q=0.1', true],
    ['text/event-stream;q=0', false],
    ['text/event-stream, application/json', true],
    ['application/json, text/event-stream;q=0.9', false],
    ['application/json;q=0.5, text/event-stream;q=0.6', true],
  ];
  for (const [header, expected] of rows) {
    it(`${expected ? 'gives a stream' : 'gives no stream'} for ${header ?? 'no header'}`, () => {
      expect(prefersEventStream(header)).to.equal(expected);
    });
  }
});

describe('takesGzip', () => {
  it('depends on the quality of gzip', () => {
    const headers = [undefined, '', 'gzip', 'br, gzip;q=0.1', '*;q=0.2', 'br', 'gzip;q=0', '*, gzip;q=0', 'identity'];
    expect(headers.map(takesGzip)).to.deep.equal([false, false, true, true, true, false, false, false, false]);
  });
});

describe('readRange', () => {
  const rows: [string | undefined, ReturnType<typeof readRange>][] = [
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=2-5', { start: 2, end: 6 }],
    ['bytes=2-10', { start: 2, end: 10 }],
    ['bytes=2-', { start: 2, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-11', { start: 0, end: 10 }],
    ['bytes=0-999999999999999', { start: 0, end: 10 }],
    [' BYTES=1-2 ', { start: 1, end: 3 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['xbytes=0-1', undefined],
    ['bytes=0-1000000000000000', undefined],
    [undefined, undefined],
  ];
  for (const [header, expected] of rows) {
    it(`reads ${header ?? 'no header'} of ten bytes`, () => expect(readRange(header, 10)).to.deep.equal(expected));
  }
});

describe('chooseCoding', () => {
  const rows: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    ['br;q=0.499, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.3333, gzip;q=0.3334', 'gzip'],
    ['br;q=1.0001, gzip;q=0.9', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.5, *;q=0.4, identity;q=0.6', 'identity'],
    ['identity, gzip', 'gzip'],
    [`gzip, ${'x'.repeat(300)}`, 'gzip'],
  ];
  for (const [header, coding] of rows) {
    it(`chooses ${coding} for ${header ?? 'no header'}`, () => expect(chooseCoding(header)).to.equal(coding));
  }
});

describe('matchesEtag', () => {
  const etag = etagOf('some bytes');
  const rows: [string | undefined, boolean][] = [
    [undefined, false],
    [etag, true],
    [`W/${etag}`, true],
    [`"other", ${etag}`, true],
    [`W/"other",W/${etag}`, true],
    [' * ', true],
    [etag.replaceAll('"', ''), false],
    [`X/${etag}`, true],
    [`"x${etag.slice(1)}`, false],
    ['', false],
  ];
  for (const [header, expected] of rows) {
    it(`${expected ? 'finds' : 'does not find'} the ETag in ${header ?? 'no header'}`, () => {
      expect(matchesEtag(header, etag)).to.equal(expected);
    });
  }
  it('is the same in every version', () => {
    expect(etag).to.equal('"DSLNzBDm0Enb4a9RI9UIc_38Gk9"');
    expect(etagOf(Buffer.from('some bytes'))).to.equal(etag);
    expect(etagOf('other bytes')).not.to.equal(etag);
    expect(matchesEtag('"aW/b"', '"ab"')).to.equal(false);
  });
});

describe('isJsonContentType', () => {
  const accepted = [
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.example+json',
    'Application/JSON;charset="UTF-8"',
    'application/a.b!#$&^_-9+json',
    'application/json; boundary=x; charset=utf-8',
  ];
  const refused = [
    undefined,
    '',
    'text/plain',
    'application/json; charset=latin1',
    'application/jsonx',
    'application/xml+jsonish',
    'application/a b+json',
    'xapplication/json',
  ];
  for (const type of accepted) it(`accepts ${type}`, () => expect(isJsonContentType(type)).to.equal(true));
  for (const type of refused) it(`refuses ${type ?? 'none'}`, () => expect(isJsonContentType(type)).to.equal(false));
});

describe('cursors', () => {
  it('decode to the encoded sort key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        expect(sortKeyOf(cursorOf(key))).to.equal(key);
      }),
    );
  });
  it('are refused if malformed', () => {
    // The last three are no UTF-8.
    for (const cursor of ['', '!', 'YQ==', 'YR', '_w', '_2EA', '_2EAYg'])
      expect(sortKeyOf(cursor), cursor).to.equal(undefined);
  });
});

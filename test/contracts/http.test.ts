import { expect } from 'chai';
import fc from 'fast-check';
import { cursorOf, sortKeyOf } from '../../contracts/http/cursors.ts';
import { etagOf, matchesEtag } from '../../contracts/http/etag.ts';
import { acceptsJson, asksForHtml, chooseCoding, isJsonContentType } from '../../contracts/http/negotiation.ts';

describe('acceptsJson', () => {
  const accepted = [
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html, image/gif, image/jpeg, */*; q=0.2',
    'application/*;q=0.1',
    'text/html, application/json;q=0.001',
    'APPLICATION/JSON',
    'garbage',
    'application/json; q=broken',
    'application/json;q=1.000',
    'application/json;q=1.1',
    'application/json;q=0.0001',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/json;q=.',
    'application/json;q=0.5.5',
    'application/json;charset=utf-8;q=0.5',
    'text/html,,application/json',
    'a b/c',
  ];
  const refused = [
    'text/html',
    'image/*',
    'application/xml',
    'application/json;q=0',
    '*/*;q=0.0',
    'text/*, image/png',
    'application/json;q=0.000',
    'application/json;q=0.',
    'application/json;q=.0',
    '*/*;q=0.0000',
    'application/jso',
    '*/json',
  ];
  for (const header of accepted) it(`takes ${header ?? 'no header'}`, () => expect(acceptsJson(header)).to.equal(true));
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

describe('chooseCoding', () => {
  const rows: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0, *;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=1, gzip', 'br'],
    ['br;q=0.499, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0', 'identity'],
    ['gzip;q=0.0000', 'identity'],
    ['br;q=.2, gzip;q=.8', 'gzip'],
    ['br;q=0.3333, gzip;q=0.3334', 'gzip'],
    ['br;q=1.0000, gzip', 'br'],
    ['br;q=1.0001, gzip;q=0.9', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.5, *;q=0.4, identity;q=0.6', 'identity'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, br;q=0.1', 'br'],
    ['x-gzip', 'identity'],
    [`gzip, ${'x'.repeat(300)}`, 'gzip'],
  ];
  for (const [header, coding] of rows) {
    it(`answers ${header ?? 'no header'} with ${coding}`, () => expect(chooseCoding(header)).to.equal(coding));
  }
});

describe('matchesEtag', () => {
  const etag = etagOf('some bytes');
  const rows: [string | undefined, boolean][] = [
    [undefined, false],
    [etag, true],
    [`W/${etag}`, true],
    ['*', true],
    [`"other", ${etag}`, true],
    [`W/"other",W/${etag}`, true],
    [' * ', true],
    [etag.replaceAll('"', ''), false],
    [`X/${etag}`, true],
    [`"x${etag.slice(1)}`, false],
    ['"other"', false],
    ['garbage', false],
    ['', false],
  ];
  for (const [header, expected] of rows) {
    it(`${expected ? 'finds' : 'does not find'} the ETag in ${header ?? 'no header'}`, () => {
      expect(matchesEtag(header, etag)).to.equal(expected);
    });
  }
  it('gives other bytes another ETag', () => expect(etagOf('other bytes')).not.to.equal(etag));
  it('is strong, of 162 bits in base64url, and stays the same in later versions, so that caches stay valid', () => {
    expect(etag).to.equal('"DSLNzBDm0Enb4a9RI9UIc_38Gk9"');
    expect(etagOf(Buffer.from('some bytes'))).to.equal(etag);
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
    'text/json',
    'application/json, text/plain',
    'application/xml+jsonish',
    'application/+json',
    'application/a b+json',
    'xapplication/json',
    'application/json; charset=utf-16',
  ];
  for (const type of accepted) it(`takes ${type}`, () => expect(isJsonContentType(type)).to.equal(true));
  for (const type of refused) it(`refuses ${type ?? 'none'}`, () => expect(isJsonContentType(type)).to.equal(false));
});

describe('cursors', () => {
  it('give back the sort key they encode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        expect(sortKeyOf(cursorOf(key))).to.equal(key);
      }),
    );
  });
  it('name a record with half a surrogate pair in its name, and no other', () => {
    const names = ['\ud800', 'a\udc00', '\ud83d', '\ufffd', 'a\ufffd', '\ud83d\ude00', '\udc00\ud800\u0000\uffff'];
    expect(names.map((name) => sortKeyOf(cursorOf(name)))).to.deep.equal(names);
  });
  it('are refused when they are not of this service', () => {
    // The last two are texts in UTF-16 that are UTF-8, too, and half a letter.
    for (const cursor of ['', '!', 'YQ==', 'YR', '_w', '_2EA', '_2EAYg'])
      expect(sortKeyOf(cursor), cursor).to.equal(undefined);
  });
});

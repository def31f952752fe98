import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Asset, jsonAsset } from '../../../contracts/site/asset.ts';
import { cataloguePages, samplePages } from '../../../contracts/site/pages.ts';
import { type AssetReply, type AssetRequest, replyWith, replyWithMedia } from '../../../contracts/site/reply.ts';
import { contractDigest, welcomeAsset } from '../../../contracts/site/welcome.ts';

const asked = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined };
const constant = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const refusal = (path: string) => ({
  type: 'urn:problem-type:method-not-allowed',
  title: 'Method not allowed',
  status: 405,
  detail: 'The Allow header lists the methods of this route.',
  instance: path,
});

/** A reply with its body as text. */
const inWords = (reply: AssetReply | undefined) => reply && { ...reply, body: reply.body?.toString() };

describe('replyWith', () => {
  const policy = "default-src 'self'";
  const secure = { ...constant, 'Content-Security-Policy': policy };
  const page = new Asset('/page', 'text/html; charset=utf-8', 'words '.repeat(400));
  const etag = page.etag;
  const reply = (asset: Asset, more: Partial<AssetRequest>, vary?: readonly string[]) =>
    replyWith(asset, { ...asked, ...more }, { policy, ...(vary && { vary }) });

  it('sends the file in the requested coding', async () => {
    const headers = { ...secure, 'Cache-Control': 'no-cache', 'Content-Type': 'text/html; charset=utf-8' };
    expect(inWords(await reply(page, {}))).to.deep.equal({
      ...{ status: 200, body: 'words '.repeat(400) },
      headers: { ...headers, Vary: 'Accept-Encoding', ETag: etag, 'Content-Length': '2400' },
    });
    const gzip = gzipSync(page.bytes);
    const br = brotliCompressSync(page.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    for (const [coding, body] of [
      ['gzip', gzip],
      ['br', br],
    ] as const) {
      const own = { ETag: `${etag.slice(0, -1)}-${coding}"`, 'Content-Length': String(body.length) };
      for (const method of ['GET', 'HEAD']) {
        expect(await reply(page, { method, acceptEncoding: coding }, ['Accept', 'Range'])).to.deep.equal({
          ...{ status: 200, body },
          headers: { ...headers, ...own, Vary: 'Accept, Range, Accept-Encoding', 'Content-Encoding': coding },
        });
      }
      const known = { acceptEncoding: coding, ifNoneMatch: `"other", ${own.ETag}` };
      expect(await reply(page, known)).to.deep.equal({
        ...{ status: 304, body: undefined },
        headers: { ...secure, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: own.ETag },
      });
    }
    expect(await page.in('br')).to.equal(await page.in('br'));
  });

  it('answers OPTIONS and refuses other methods', async () => {
    const allow = { ...secure, Allow: 'GET, HEAD, OPTIONS' };
    expect(await reply(page, { method: 'OPTIONS' })).to.deep.equal({ status: 204, headers: allow, body: undefined });
    const { body, ...rest } = await reply(page, { method: 'POST' });
    expect(rest).to.deep.equal({
      status: 405,
      headers: {
        ...{ ...allow, 'Content-Language': 'en-US', 'Cache-Control': 'no-store' },
        'Content-Type': 'application/problem+json; charset=utf-8',
        'Content-Length': String(body?.length),
      },
    });
    expect(JSON.parse(String(body))).to.deep.equal(refusal('/page'));
  });
});

describe('replyWithMedia', () => {
  const policy =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  const origin = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, Link, Retry-After',
  };
  const secure = { ...constant, ...origin, 'Content-Security-Policy': policy };
  const media = new Asset('/a.png', 'image/png', '0123456789');
  const { etag } = media;
  const lasting = { ...secure, 'Cache-Control': 'public, max-age=86400', ETag: etag, 'Accept-Ranges': 'bytes' };
  const reply = (more: Partial<AssetRequest>) => inWords(replyWithMedia(media, { ...asked, ...more }));
  const whole = {
    ...{ status: 200, body: '0123456789' },
    headers: { ...lasting, 'Content-Type': 'image/png', 'Content-Length': '10' },
  };

  it('sends the whole file or 304', () => {
    expect(reply({})).to.deep.equal(whole);
    expect(reply({ method: 'HEAD', range: 'bytes=2-4' })).to.deep.equal(whole);
    expect(reply({ range: 'bytes=2-4', ifRange: '"other"' })).to.deep.equal(whole);
    expect(reply({ ifNoneMatch: `"other", ${etag}`, range: 'bytes=2-4' })).to.deep.equal({
      ...{ status: 304, headers: lasting, body: undefined },
    });
  });

  it('sends the requested range or 416', () => {
    for (const ifRange of [undefined, etag]) {
      expect(reply({ range: 'bytes=2-4', ifRange })).to.deep.equal({
        ...{ status: 206, body: '234' },
        headers: {
          ...{ ...lasting, 'Content-Type': 'image/png', 'Content-Length': '3' },
          'Content-Range': 'bytes 2-4/10',
        },
      });
    }
    expect(reply({ range: 'bytes=10-' })).to.deep.equal({
      ...{ status: 416, body: undefined },
      headers: { ...secure, 'Cache-Control': 'no-store', 'Content-Range': 'bytes */10', 'Content-Length': '0' },
    });
  });

  it('answers OPTIONS and refuses other methods', () => {
    const headers = { ...secure, Allow: 'GET, HEAD, OPTIONS' };
    expect(reply({ method: 'OPTIONS' })).to.deep.equal({ status: 204, headers, body: undefined });
    expect(JSON.parse(reply({ method: 'PUT' })?.body ?? '')).to.deep.equal(refusal('/a.png'));
  });
});

describe('pages', () => {
  const any = { ...asked, accept: undefined };
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-pages-'));
  const at = (name: string) => new URL(name, pathToFileURL(`${folder}/`));
  before(() => {
    for (const name of ['b.css', 'a.js', 'index.html', 'tsconfig.json', 'notes.txt']) {
      writeFileSync(at(name), `in ${name}`);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const text = '{ "paths": {} }';
  const version = { text, document: () => JSON.parse(text) };
  const pagesOf = { mock: cataloguePages('mock', () => version), server: cataloguePages('server', () => version) };
  const links = { catalogue: '/', reference: '/docs', openapi: '/openapi.json', asyncapi: '/asyncapi.json' };

  it('describe the host at / as JSON', async () => {
    const common = {
      name: 'Fightcard',
      about: 'Fight-sports content, live events, audience votes and round scoring',
      contracts: contractDigest('{"paths":{}}'),
      families: {
        v3: {
          ...{ language: 'es-US', base: '/api/v3/mobile' },
          ...{ health: '/api/v3/mobile/health', routes: '/api/v3/mobile/' },
        },
        v1: { language: 'en-US', base: '/api/v1/us', health: '/api/v1/us/health', routes: '/api/v1/us/' },
      },
    };
    const control = { state: '/__mock/state', sessions: '/__mock/sessions', requests: '/__mock/requests' };
    const rows = [
      ['mock', { ...common, host: 'mock', pages: links, control }],
      ['server', { ...common, host: 'server', pages: { ...links, board: '/board' } }],
    ] as const;
    for (const [host, expected] of rows) {
      const reply = await pagesOf[host]({ ...any, path: '/' });
      expect(JSON.parse(String(reply?.body)), host).to.deep.equal(expected);
      expect([reply?.headers.Vary, reply?.headers['Content-Type']]).to.deep.equal([
        ...['Accept, Accept-Encoding', 'application/json; charset=utf-8'],
      ]);
    }
    expect(contractDigest('{"a": [1]}')).to.equal('ff5464c34287');
    expect(welcomeAsset('/x', 'server', '{}', []).path).to.equal('/x');
    const asset = jsonAsset('/y', { a: 1 });
    expect([asset.path, asset.type, String(asset.bytes)]).to.deep.equal([
      ...['/y', 'application/json; charset=utf-8', '{"a":1}'],
    ]);
  });

  it('serve no unknown pictures', async () => {
    const pages = samplePages();
    for (const path of ['/sample/none.png', '/sample/none.gif', '/png', '/a.png/b']) {
      expect(await pages({ ...any, path }), path).to.equal(undefined);
    }
  });
});

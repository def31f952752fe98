import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Asset, folderAssets, jsonAsset } from '../../../contracts/site/asset.ts';
import { documentSource } from '../../../contracts/site/document.ts';
import { cataloguePages, docsPages, folderPages, samplePages, servePages } from '../../../contracts/site/pages.ts';
import { type AssetReply, type AssetRequest, replyWith, replyWithMedia } from '../../../contracts/site/reply.ts';
import { contractDigest, welcomeAsset } from '../../../contracts/site/welcome.ts';
import { docsPolicy, pagePolicy } from '../../support/expected/headers.ts';

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

describe('the reply with a file of a page', () => {
  const policy = "default-src 'self'";
  const secure = { ...constant, 'Content-Security-Policy': policy };
  const page = new Asset('/page', 'text/html; charset=utf-8', 'words '.repeat(400));
  const etag = page.etag;
  const reply = (asset: Asset, more: Partial<AssetRequest>, vary?: readonly string[]) =>
    replyWith(asset, { ...asked, ...more }, { policy, ...(vary && { vary }) });

  it('has the file, checked again each time, in the coding that was asked for', async () => {
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

  it('answers OPTIONS, and refuses what would change it', async () => {
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

describe('the reply with a picture or a video', () => {
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

  it('has all of it, unless the client has it', () => {
    expect(reply({})).to.deep.equal(whole);
    expect(reply({ method: 'HEAD', range: 'bytes=2-4' })).to.deep.equal(whole);
    expect(reply({ range: 'bytes=2-4', ifRange: '"other"' })).to.deep.equal(whole);
    expect(reply({ ifNoneMatch: `"other", ${etag}`, range: 'bytes=2-4' })).to.deep.equal({
      ...{ status: 304, headers: lasting, body: undefined },
    });
  });

  it('has the part that was asked for, or says how long it is', () => {
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

  it('answers OPTIONS, and refuses what would change it', () => {
    const headers = { ...secure, Allow: 'GET, HEAD, OPTIONS' };
    expect(reply({ method: 'OPTIONS' })).to.deep.equal({ status: 204, headers, body: undefined });
    expect(JSON.parse(reply({ method: 'PUT' })?.body ?? '')).to.deep.equal(refusal('/a.png'));
  });
});

describe('pages', () => {
  const any = { ...asked, accept: undefined };
  const html = { ...asked, accept: 'text/html' };
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-pages-'));
  const at = (name: string) => new URL(name, pathToFileURL(`${folder}/`));
  before(() => {
    for (const name of ['b.css', 'a.js', 'index.html', 'tsconfig.json', 'notes.txt']) {
      writeFileSync(at(name), `in ${name}`);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are the files of a folder that can be served, in order, and the page itself', async () => {
    const assets = folderAssets(at(''), { name: 'own', page: '/here' });
    expect(assets.map(({ path, type, bytes }) => [path, type, String(bytes)])).to.deep.equal([
      ['/own/a.js', 'text/javascript; charset=utf-8', 'in a.js'],
      ['/own/b.css', 'text/css; charset=utf-8', 'in b.css'],
      ['/here', 'text/html; charset=utf-8', 'in index.html'],
    ]);
    const pages = folderPages(at(''), 'own');
    const reply = await pages({ ...any, path: '/own' });
    expect([reply?.headers['Content-Security-Policy'], String(reply?.body)]).to.deep.equal([
      ...[pagePolicy, 'in index.html'],
    ]);
    expect((await pages({ ...any, path: '/own/a.js' }))?.status).to.equal(200);
    expect(await pages({ ...any, path: '/own/index.html' })).to.equal(undefined);
  });

  it('are of a document, read again when it has changed, and kept when it is broken', () => {
    const file = at('document.json');
    const source = documentSource(file);
    expect(source).to.throw('ENOENT');
    const write = (text: string, second: number) => {
      writeFileSync(file, text);
      utimesSync(file, second, second);
    };
    write('{"a":1}', 1);
    const first = source();
    expect([first.text, first.document()]).to.deep.equal(['{"a":1}', { a: 1 }]);
    expect(source()).to.equal(first);
    expect(first.document()).not.to.equal(first.document());
    write('{"a":2}', 2);
    const second = source();
    expect([second.text, second.document()]).to.deep.equal(['{"a":2}', { a: 2 }]);
    write('{', 3);
    expect(source()).to.equal(second);
    rmSync(file);
    expect(source()).to.equal(second);
  });

  const text = '{ "paths": {} }';
  const version = { text, document: () => JSON.parse(text) };
  const pagesOf = { mock: cataloguePages('mock', () => version), server: cataloguePages('server', () => version) };
  const links = { catalogue: '/', reference: '/docs', openapi: '/openapi.json', asyncapi: '/asyncapi.json' };

  it('say at / what answers and where to go on, to clients that ask for no page', async () => {
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

  it('are the catalogue for clients that ask for a page, and its parts', async () => {
    const page = await pagesOf.mock({ ...html, path: '/' });
    expect(String(page?.body)).to.match(/^<!doctype html>/i);
    expect([page?.headers.Vary, page?.headers['Content-Security-Policy']]).to.deep.equal([
      ...['Accept, Accept-Encoding', pagePolicy],
    ]);
    const part = await pagesOf.mock({ ...any, path: '/catalogue/catalogue.css' });
    expect([part?.status, part?.headers.Vary]).to.deep.equal([200, 'Accept-Encoding']);
    for (const path of ['/catalogue/none', '/catalogue', '/elsewhere']) {
      expect(await pagesOf.mock({ ...html, path }), path).to.equal(undefined);
    }
  });

  it('are made again only when the document changes', async () => {
    let current = version;
    let read = 0;
    const pages = docsPages(
      () => current,
      () => {
        read++;
        return [new Asset('/docs', 'text/html', 'reference'), new Asset('/docs/a.css', 'text/css', 'style')];
      },
    );
    const bodyOf = async (path: string) => {
      const reply = await pages({ ...any, path });
      return reply && [reply.headers['Content-Security-Policy'], String(reply.body)];
    };
    expect(await bodyOf('/openapi.json')).to.deep.equal([pagePolicy, text]);
    current = { ...version, text: '{}' };
    expect(await bodyOf('/openapi.json')).to.deep.equal([pagePolicy, '{}']);
    expect((await bodyOf('/asyncapi.json'))?.[1]).to.match(/^\{\s*"asyncapi"/);
    expect(read).to.equal(0);
    expect(await bodyOf('/docs')).to.deep.equal([docsPolicy, 'reference']);
    expect(await bodyOf('/docs/a.css')).to.deep.equal([docsPolicy, 'style']);
    expect([await bodyOf('/docs/none'), await bodyOf('/elsewhere'), read]).to.deep.equal([undefined, undefined, 1]);
  });

  it('are no pictures by other names', async () => {
    const pages = samplePages();
    for (const path of ['/sample/none.png', '/sample/none.gif', '/png', '/a.png/b']) {
      expect(await pages({ ...any, path }), path).to.equal(undefined);
    }
  });

  it('answer a request in their order, and leave all others to the routes', async () => {
    const seen: unknown[] = [];
    const first = async (request: { path: string }) => {
      seen.push(request);
      return undefined;
    };
    const body = Buffer.from('second');
    const second = async ({ path }: { path: string }) =>
      path === '/b' ? { status: 203, headers: { A: 'b' }, body } : undefined;
    const served = servePages(first, second);
    const done: unknown[] = [];
    const response = {
      writeHead: (...args: unknown[]) => {
        done.push(args);
        return { end: (given: unknown) => done.push(given) };
      },
    };
    const serve = (request: object) => served(request as never, response as never, () => done.push('next'));
    const headers = { accept: 'a', 'accept-encoding': 'b', 'if-none-match': 'c', range: 'd', 'if-range': 'e' };
    await serve({ method: 'HEAD', path: '/b/', headers });
    for (const path of ['/', '/a/']) await serve({ path, headers: {} });
    const none = { accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
    const noRange = { range: undefined, ifRange: undefined };
    expect(seen).to.deep.equal([
      {
        ...{ method: 'HEAD', path: '/b', accept: 'a', acceptEncoding: 'b', ifNoneMatch: 'c' },
        ...{ range: 'd', ifRange: 'e' },
      },
      { method: 'GET', path: '/', ...none, ...noRange },
      { method: 'GET', path: '/a', ...none, ...noRange },
    ]);
    expect(done).to.deep.equal([[203, { A: 'b' }], body, 'next', 'next']);
  });
});

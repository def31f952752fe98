import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

/** Limit for all compressed parts of the board; more would be noticeable on a phone. */
const largestBytes = 30_000;

describe('GET /board', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const files = readdirSync(new URL('../../../server/pages/board/', import.meta.url))
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => `/board/${name}`);

  it('is served with its parts under a separate policy, with ETag, 304 and compression', async () => {
    let bytes = 0;
    for (const path of ['/board', ...files]) {
      const plain = await send(night.url, 'GET', path);
      expect(plain.status, path).to.equal(200);
      expect(plain.headers['cache-control']).to.equal('no-cache');
      expect(plain.headers['content-type']).to.match(/^(text\/(html|css|javascript)|image\/svg\+xml); charset=utf-8$/);
      expect(plain.headers['content-security-policy']).to.include("default-src 'none'; script-src 'self'");
      expect(plain.headers['content-security-policy']).to.include("frame-ancestors 'none'");
      const gzip = { 'Accept-Encoding': 'gzip' };
      const compressed = await send(night.url, 'GET', path, gzip);
      bytes += compressed.body.length;
      const etag = String(compressed.headers.etag);
      expect(etag).to.match(/^"[^"]+"$/);
      const again = await send(night.url, 'GET', path, { ...gzip, 'If-None-Match': etag });
      expect(again.status).to.equal(304);
      expect(again.body).to.have.length(0);
      const head = await send(night.url, 'HEAD', path);
      expect(head.body).to.have.length(0);
      expect(head.headers['content-length']).to.equal(String(plain.body.length));
    }
    console.log(`        board: ${files.length + 1} parts, ${bytes} bytes compressed`);
    expect(bytes).to.be.below(largestBytes);
  });

  it('accepts no other method, and serves nothing besides its parts', async () => {
    const posted = await send(night.url, 'POST', '/board');
    expect(posted.status).to.equal(405);
    expect(posted.headers.allow).to.equal('GET, HEAD, OPTIONS');
    expect(json(posted).type).to.equal('urn:problem-type:method-not-allowed');
    expect((await send(night.url, 'OPTIONS', '/board')).status).to.equal(204);
    expect((await send(night.url, 'GET', '/board/')).status).to.equal(200);
    for (const path of ['/board/tsconfig.json', '/board/index.html', '/board/..%2fpages.ts', '/board/../pages.ts']) {
      expect((await send(night.url, 'GET', path)).status, path).to.equal(404);
    }
  });
});

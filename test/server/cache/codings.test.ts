import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

describe('content codings', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());
  const path = '/api/v3/mobile/fighters';
  const get = (headers: Record<string, string>) => send(night.url, 'GET', path, headers);

  it('are sent only when accepted, each with its own ETag, all with the same content', async () => {
    const plain = await get({});
    const gzip = await get({ 'Accept-Encoding': 'gzip' });
    const brotli = await get({ 'Accept-Encoding': 'gzip, br' });
    expect(plain.headers['content-encoding']).to.equal(undefined);
    expect(gzip.headers['content-encoding']).to.equal('gzip');
    expect(brotli.headers['content-encoding']).to.equal('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).to.equal(true);
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).to.equal(3);
    for (const { headers } of [plain, gzip, brotli]) expect(headers.vary).to.equal('Accept-Encoding');
  });

  it('answer 304 to the ETag of the form that would be sent', async () => {
    const gzip = await get({ 'Accept-Encoding': 'gzip' });
    const again = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': gzip.headers.etag ?? '' });
    expect(again.status).to.equal(304);
    expect((await get({ 'If-None-Match': gzip.headers.etag ?? '' })).status).to.equal(200);
  });

  it('B08: are not used if the client refuses them, nor for small replies', async () => {
    for (const refused of ['gzip;q=0, br;q=0', 'gzip;q=0, *;q=0', 'identity', '', 'x'.repeat(4_000), ';q=,']) {
      const { status, headers } = await get({ 'Accept-Encoding': refused });
      expect([status, headers['content-encoding'], headers.vary], refused).to.deep.equal([
        200,
        undefined,
        'Accept-Encoding',
      ]);
    }
    const small = await send(night.url, 'GET', '/api/v3/mobile/chat', { 'Accept-Encoding': 'br' });
    expect(small.headers['content-encoding']).to.equal(undefined);
  });
});

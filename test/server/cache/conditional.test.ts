import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Answer, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const paths = ['/api/v3/mobile/fighters', '/api/v1/us/events', '/api/v3/mobile/live_content'];
const codings = ['identity', 'gzip', 'br'];
const future = 'Fri, 31 Dec 2999 23:59:59 GMT';
const past = 'Thu, 01 Jan 2015 00:00:00 GMT';

/** The rest of a list of 8,000 bytes that names other entity tags. */
const others = Array.from({ length: 200 }, (_, n) => `"other-${String(n).padStart(29, '0')}", `).join('');

/** Request headers, and whether they say that the client has the reply. */
const cases: readonly [what: string, headers: (etag: string) => Record<string, string>, isNotModified: boolean][] = [
  ['the ETag', (etag) => ({ 'If-None-Match': etag }), true],
  ['a list that has it', (etag) => ({ 'If-None-Match': `"a", ${etag}, "b"` }), true],
  ['a list without spaces', (etag) => ({ 'If-None-Match': `"a",${etag}` }), true],
  ['it as a weak ETag', (etag) => ({ 'If-None-Match': `W/${etag}` }), true],
  ['*', () => ({ 'If-None-Match': '*' }), true],
  ['it at the end of 8 kB', (etag) => ({ 'If-None-Match': others + etag }), true],
  ['it beside any If-Modified-Since', (etag) => ({ 'If-None-Match': etag, 'If-Modified-Since': past }), true],
  ['another', () => ({ 'If-None-Match': '"other"' }), false],
  ['it without quotes', (etag) => ({ 'If-None-Match': etag.replaceAll('"', '') }), false],
  ['it with more before it', (etag) => ({ 'If-None-Match': etag.replace('"', '"x') }), false],
  ['garbage', () => ({ 'If-None-Match': 'W/""", \\, "' }), false],
  ['nothing', () => ({ 'If-None-Match': '' }), false],
  ['8 kB without it', () => ({ 'If-None-Match': `${others}"last"` }), false],
  ['8 kB of quotes', () => ({ 'If-None-Match': '"'.repeat(8_000) }), false],
  ['another beside a future If-Modified-Since', () => ({ 'If-None-Match': '"x"', 'If-Modified-Since': future }), false],
  ['If-Modified-Since now', () => ({ 'If-Modified-Since': new Date().toUTCString() }), false],
  ['If-Modified-Since in the future', () => ({ 'If-Modified-Since': future }), false],
  ['If-Modified-Since that is garbage', () => ({ 'If-Modified-Since': 'yesterday' }), false],
];

describe('conditional requests', () => {
  let night: FightNight;
  let requests = 0;
  before(async () => {
    // The clock stands still: a reply stays cached, however busy the machine is.
    night = await startFightNight({ now: () => 1_000_000 });
  });
  after(() => night.close());

  /** Requests a new URL, which Express answers, and then again, which the cache answers. */
  async function bothWays(method: string, path: string, headers: Record<string, string>): Promise<Answer[]> {
    const target = `${path}?unknown=${++requests}`;
    const { responseCache } = night.server;
    expect(responseCache.get(target)).to.equal(undefined);
    const first = await send(night.url, method, target, headers);
    expect(responseCache.get(target)).to.not.equal(undefined);
    return [first, await send(night.url, method, target, headers)];
  }

  it('B14: are 304 to a client that has the reply', async () => {
    const counts = { 200: 0, 304: 0 };
    for (const path of paths) {
      for (const coding of codings) {
        const accepting = { 'Accept-Encoding': coding };
        const plain = await send(night.url, 'GET', path, accepting);
        const { etag = '', 'cache-control': cacheControl, vary } = plain.headers;
        for (const [what, headers, isNotModified] of cases) {
          for (const method of ['GET', 'HEAD']) {
            for (const answer of await bothWays(method, path, { ...accepting, ...headers(etag) })) {
              const label = `${method} ${path}, ${coding}, ${what}`;
              expect(answer.status, label).to.equal(isNotModified ? 304 : 200);
              expect(answer.headers, label).to.include({ etag, 'cache-control': cacheControl, vary });
              if (isNotModified) expect(answer.headers, label).not.to.have.any.keys('content-length', 'content-type');
              const body = isNotModified || method === 'HEAD' ? Buffer.alloc(0) : plain.body;
              expect(answer.body.equals(body), label).to.equal(true);
              counts[isNotModified ? 304 : 200]++;
            }
          }
        }
      }
    }
    console.log(`      B14: ${cases.length} headers: ${counts[304]} answers 304, ${counts[200]} answers 200`);
  });

  for (const path of paths.slice(0, 2)) {
    it(`have an ETag for each coding of ${path}`, async () => {
      const get = (headers: Record<string, string>) => send(night.url, 'GET', path, headers);
      const [plain, gzip, brotli] = [
        await get({}),
        await get({ 'Accept-Encoding': 'gzip' }),
        await get({ 'Accept-Encoding': 'gzip, br' }),
      ];
      expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).to.deep.equal([
        ...[undefined, 'gzip', 'br'],
      ]);
      expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).to.equal(true);
      expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).to.equal(3);
      expect((await get({ 'If-None-Match': gzip.headers.etag ?? '' })).status).to.equal(200);
      for (const { headers } of [plain, gzip, brotli]) expect(headers.vary).to.equal('Accept-Encoding');
    });
  }

  it('B08: have no coding that is refused or useless', async () => {
    const codingOf = async (path: string, accepted: string) =>
      (await send(night.url, 'GET', path, { 'Accept-Encoding': accepted })).headers['content-encoding'];
    for (const refused of ['gzip;q=0, br;q=0', 'gzip;q=0, *;q=0', 'identity', '', 'x'.repeat(4_000), ';q=,']) {
      expect(await codingOf(paths[0] as string, refused), refused).to.equal(undefined);
    }
    expect(await codingOf('/api/v3/mobile/chat', 'br'), 'a small reply').to.equal(undefined);
  });
});

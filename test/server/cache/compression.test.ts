import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Compressor, compressor as defaultCompressor } from '../../../server/cache/compression.ts';
import { flattenHeaders, Representation } from '../../../server/cache/representation.ts';

/** A compressor whose results the test gives, and what it was asked for. */
function manual({ concurrency = 1, maxQueued = 10 } = {}) {
  const asked: string[] = [];
  const running: PromiseWithResolvers<Buffer>[] = [];
  let most = 0;
  const start = (coding: string) => (bytes: Buffer) => {
    asked.push(`${coding} ${bytes.length}`);
    const compression = Promise.withResolvers<Buffer>();
    running.push(compression);
    most = Math.max(most, running.length);
    return compression.promise;
  };
  const compressor = new Compressor({ concurrency, maxQueued, compress: { gzip: start('gzip'), br: start('br') } });
  const finish = (bytes: number) => running.shift()?.resolve(Buffer.alloc(bytes));
  return { asked, compressor, running, finish, most: () => most };
}

const body = Buffer.from(
  JSON.stringify(
    Array.from({ length: 400 }, (_, id) => ({ id, name: `${(id * 7_919) % 1_000} of ${(id * 31) % 97}` })),
  ),
);
const replyOf = (bytes: number, status = 200) =>
  new Representation(Buffer.alloc(bytes, 'x'), { type: 'text/plain', headers: ['A', 'b'], status });

describe('Representation', () => {
  it('has the headers of its 200 and of its 304', () => {
    const { status, type, headers, identity } = replyOf(2);
    const { etag } = identity;
    expect(etag).to.match(/^"[\w+/=-]{20,}"$/);
    expect([status, type, headers]).to.deep.equal([200, 'text/plain', ['A', 'b']]);
    expect(identity).to.deep.equal({
      ...{ bytes: Buffer.from('xx'), etag, coding: 'identity' },
      headers: ['A', 'b', 'ETag', etag, 'Content-Type', 'text/plain', 'Content-Length', '2'],
      notModified: ['A', 'b', 'ETag', etag],
    });
    expect(flattenHeaders({ A: 'b', 'C-D': 'e' })).to.deep.equal(['A', 'b', 'C-D', 'e']);
  });

  it('has no ETag and no coding with another status', () => {
    const { asked, compressor } = manual();
    const problem = replyOf(2_000, 404);
    expect(problem.identity).to.deep.equal({
      ...{ bytes: Buffer.alloc(2_000, 'x'), etag: '', coding: 'identity' },
      headers: ['A', 'b', 'Content-Type', 'text/plain', 'Content-Length', '2000'],
      notModified: ['A', 'b'],
    });
    expect(problem.encode('gzip', compressor)).to.equal(problem.identity);
    expect(asked).to.deep.equal([]);
  });

  it('is compressed once, from a kilobyte on', async () => {
    const { asked, compressor, finish } = manual();
    const [small, large] = [replyOf(1_023), replyOf(1_024)];
    expect(small.encode('gzip', compressor)).to.equal(small.identity);
    expect(large.encode('identity', compressor)).to.equal(large.identity);
    const encoding = large.encode('gzip', compressor);
    expect(large.encode('gzip', compressor)).to.equal(encoding);
    finish(100);
    const etag = `${large.identity.etag.slice(0, -1)}-gzip"`;
    const own = ['Content-Type', 'text/plain', 'Content-Length', '100', 'Content-Encoding', 'gzip'];
    expect(await encoding).to.deep.equal({
      ...{ bytes: Buffer.alloc(100), etag, coding: 'gzip' },
      headers: ['A', 'b', 'ETag', etag, ...own],
      notModified: ['A', 'b', 'ETag', etag],
    });
    expect(large.encode('gzip', compressor)).to.equal(await encoding);
    expect(asked).to.deep.equal(['gzip 1024']);
  });

  it('is compressed by the next request after a failure', async () => {
    const { compressor, running } = manual();
    const reply = new Representation(body, { type: 'application/json', headers: [] });
    const first = reply.encode('gzip', compressor);
    running.shift()?.reject(new Error('no memory'));
    expect((await first).coding).to.equal('identity');
    const second = await reply.encode('gzip');
    expect(second.coding).to.equal('gzip');
    expect(gunzipSync(second.bytes).equals(body)).to.equal(true);
    expect(compressor.pending).to.equal(0);
  });

  for (const [bytes, coding] of [
    [1_024, 'br'],
    [1_025, 'identity'],
  ] as const) {
    it(`is sent as ${coding} if the second form has ${bytes} bytes`, async () => {
      const { compressor, finish } = manual();
      const reply = replyOf(2_000);
      const first = reply.encode('gzip', compressor);
      finish(2_000);
      expect((await first).coding).to.equal('gzip');
      const second = reply.encode('br', compressor);
      finish(bytes);
      expect((await second).coding).to.equal(coding);
    });
  }

  it('takes no more bytes than the cache counts for it', async () => {
    const sizeOf = (bytes: number) => new Representation(Buffer.alloc(bytes), { type: 'text/plain', headers: [] }).size;
    expect([10, 1_023, 1_024].map(sizeOf)).to.deep.equal([1_044, 3_070, 4_096]);
    const picture = Buffer.from(`<img src="data:image/png;base64,${randomBytes(30_000).toString('base64')}">`);
    const reply = new Representation(picture, { type: 'text/html', headers: [] });
    const forms = new Set([reply.identity]);
    for (const coding of ['gzip', 'br', 'gzip', 'br'] as const) forms.add(await reply.encode(coding));
    expect([...forms].map(({ coding }) => coding)).to.deep.equal(['identity', 'gzip']);
    expect([...forms].reduce((sum, { bytes }) => sum + bytes.length, 0)).to.be.at.most(reply.size);
    expect(reply.encode('br'), 'it is not compressed again').to.equal(reply.identity);
  });

  it('is the same with the same bytes and headers only', () => {
    const reply = (from: number, ...headers: string[]) =>
      new Representation(body.subarray(from), { type: 'application/json', headers });
    expect(reply(0, 'Link', 'a').isSameAs(reply(0, 'Link', 'a'))).to.equal(true);
    expect(reply(0, 'Link', 'a').isSameAs(reply(0, 'Link', 'b'))).to.equal(false);
    expect(reply(0).isSameAs(reply(1))).to.equal(false);
  });
});

describe('Compressor', () => {
  it('runs two at a time and leaves many uncompressed', async () => {
    const { compressor, running, most } = manual({ concurrency: 2, maxQueued: 32 });
    const codings = { br: 0, gzip: 0, identity: 0 };
    const sent = Array.from({ length: 1_000 }, async () => {
      codings[(await replyOf(2_000).encode('br', compressor)).coding]++;
    });
    await turn();
    for (; running.length > 0; await turn()) running.shift()?.resolve(Buffer.from('compressed'));
    await Promise.all(sent);
    expect(codings).to.deep.equal({ br: 34, gzip: 0, identity: 966 });
    expect([most(), compressor.pending]).to.deep.equal([2, 0]);
  });

  it('of a process takes two bodies; 32 wait', async () => {
    const started = Array.from({ length: 40 }, () => defaultCompressor.compress('gzip', body));
    expect(started.filter((compression) => compression !== undefined)).to.have.length(2 + 32);
    await Promise.all(started);
    expect(defaultCompressor.pending).to.equal(0);
  });

  it('of a process has the fifth quality of brotli', async () => {
    const sizes = [4, 5, 6].map(
      (quality) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length,
    );
    expect(new Set(sizes).size).to.equal(3);
    expect((await defaultCompressor.compress('br', body))?.length).to.equal(sizes[1]);
  });
});

import { brotliCompressSync, constants } from 'node:zlib';
import { expect } from 'chai';
import { Compressor, compressor as defaultCompressor } from '../../../server/cache/compression.ts';
import { flattenHeaders, Representation } from '../../../server/cache/representation.ts';

/** A compressor whose results the test gives, and what it was asked for. */
function manual(maxQueued = 10) {
  const asked: string[] = [];
  const running: PromiseWithResolvers<Buffer>[] = [];
  const start = (coding: string) => (bytes: Buffer) => {
    asked.push(`${coding} ${bytes.length}`);
    const compression = Promise.withResolvers<Buffer>();
    running.push(compression);
    return compression.promise;
  };
  const compressor = new Compressor({
    ...{ concurrency: 1, maxQueued },
    compress: { gzip: start('gzip'), br: start('br') },
  });
  return { asked, compressor, finish: (bytes: number) => running.shift()?.resolve(Buffer.alloc(bytes)) };
}

const replyOf = (bytes: number, status = 200) =>
  new Representation(Buffer.alloc(bytes, 'x'), { type: 'text/plain', headers: ['A', 'b'], status });

describe('a finished reply', () => {
  it('has the headers of the 200 and of the 304 in the order that they are sent', () => {
    const { status, type, headers, identity } = new Representation(Buffer.from('[]'), {
      ...{ type: 'text/plain', headers: ['A', 'b'] },
    });
    const { etag } = identity;
    expect(etag).to.match(/^"[\w+/=-]{20,}"$/);
    expect([status, type, headers]).to.deep.equal([200, 'text/plain', ['A', 'b']]);
    expect(identity).to.deep.equal({
      ...{ bytes: Buffer.from('[]'), etag, coding: 'identity' },
      headers: ['A', 'b', 'ETag', etag, 'Content-Type', 'text/plain', 'Content-Length', '2'],
      notModified: ['A', 'b', 'ETag', etag],
    });
  });

  it('has no ETag with another status, and is not compressed', () => {
    const { asked, compressor } = manual();
    const problem = replyOf(2_000, 404);
    expect(problem.status).to.equal(404);
    expect(problem.identity).to.deep.equal({
      ...{ bytes: Buffer.alloc(2_000, 'x'), etag: '', coding: 'identity' },
      headers: ['A', 'b', 'Content-Type', 'text/plain', 'Content-Length', '2000'],
      notModified: ['A', 'b'],
    });
    expect(problem.encode('gzip', compressor)).to.equal(problem.identity);
    expect(asked).to.deep.equal([]);
  });

  it('is compressed once, from a kilobyte on, with an ETag of its own', async () => {
    const { asked, compressor, finish } = manual();
    const [small, large] = [replyOf(1_023), replyOf(1_024)];
    expect([small.encode('gzip', compressor), large.encode('identity', compressor)]).to.deep.equal([
      ...[small.identity, large.identity],
    ]);
    const encoding = large.encode('gzip', compressor);
    expect(large.encode('gzip', compressor), 'the same work').to.equal(encoding);
    expect(asked).to.deep.equal(['gzip 1024']);
    finish(100);
    const encoded = await encoding;
    const etag = `${large.identity.etag.slice(0, -1)}-gzip"`;
    expect(encoded).to.deep.equal({
      ...{ bytes: Buffer.alloc(100), etag, coding: 'gzip' },
      headers: [
        ...['A', 'b', 'ETag', etag, 'Content-Type', 'text/plain', 'Content-Length', '100'],
        ...['Content-Encoding', 'gzip'],
      ],
      notModified: ['A', 'b', 'ETag', etag],
    });
    expect(large.encode('gzip', compressor)).to.equal(encoded);
  });

  it('keeps compressed forms of as many bytes as its own, and a kilobyte', async () => {
    for (const [second, isKept] of [
      [1_024, true],
      [1_025, false],
    ] as const) {
      const { compressor, finish } = manual();
      const reply = replyOf(2_000);
      const first = reply.encode('gzip', compressor);
      finish(2_000);
      expect((await first).coding).to.equal('gzip');
      const other = reply.encode('br', compressor);
      finish(second);
      expect((await other).coding, `${second}`).to.equal(isKept ? 'br' : 'identity');
    }
  });

  it('is sent as it is where too many are being compressed', () => {
    const { compressor } = manual(0);
    void replyOf(2_000).encode('gzip', compressor);
    const reply = replyOf(2_000);
    expect(reply.encode('gzip', compressor)).to.equal(reply.identity);
  });

  it('has its headers as names and values in turns', () => {
    expect(flattenHeaders({ A: 'b', 'C-D': 'e' })).to.deep.equal(['A', 'b', 'C-D', 'e']);
  });
});

describe('a compressor', () => {
  it('has the fifth quality of brotli, and no other', async () => {
    const rows = Array.from({ length: 400 }, (_, id) => ({
      id,
      name: `Fighter ${(id * 7_919) % 1_000} of ${(id * 31) % 97}`,
    }));
    const body = Buffer.from(JSON.stringify(rows));
    const sizes = [4, 5, 6].map(
      (quality) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length,
    );
    expect(new Set(sizes).size).to.equal(3);
    expect((await defaultCompressor.compress('br', body))?.length).to.equal(sizes[1]);
  });

  it('counts what it compresses and what waits', async () => {
    const { asked, compressor, finish } = manual();
    const all = ['gzip', 'br', 'gzip'] as const;
    const compressed = all.map((coding, size) => compressor.compress(coding, Buffer.alloc(size)));
    expect([compressor.pending, asked]).to.deep.equal([3, ['gzip 0']]);
    for (let left = 2; left >= 0; left--) {
      finish(1);
      await new Promise(setImmediate);
      expect(compressor.pending).to.equal(left);
    }
    expect(asked).to.deep.equal(['gzip 0', 'br 1', 'gzip 2']);
    await Promise.all(compressed);
  });
});

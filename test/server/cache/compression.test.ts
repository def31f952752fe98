import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Compressor } from '../../../server/cache/compression.ts';
import { Representation } from '../../../server/cache/representation.ts';

/** A compressor whose results the test gives. */
function manual({ concurrency = 1, maxQueued = 10 } = {}) {
  const running: PromiseWithResolvers<Buffer>[] = [];
  let most = 0;
  const start = () => {
    const compression = Promise.withResolvers<Buffer>();
    running.push(compression);
    most = Math.max(most, running.length);
    return compression.promise;
  };
  const compressor = new Compressor({ concurrency, maxQueued, compress: start });
  return { compressor, running, most: () => most };
}

const body = Buffer.from(
  JSON.stringify(
    Array.from({ length: 400 }, (_, id) => ({ id, name: `${(id * 7_919) % 1_000} of ${(id * 31) % 97}` })),
  ),
);
const replyOf = (bytes: Buffer) => new Representation(bytes, { type: 'text/plain', headers: [] });

describe('Representation', () => {
  it('is compressed by the next request after a failure', async () => {
    const { compressor, running } = manual();
    const reply = replyOf(body);
    const first = reply.encode('gzip', compressor);
    running.shift()?.reject(new Error('no memory'));
    expect((await first).coding).to.equal('identity');
    const second = await reply.encode('gzip');
    expect(second.coding).to.equal('gzip');
    expect(gunzipSync(second.bytes).equals(body)).to.equal(true);
    expect(compressor.pending).to.equal(0);
  });

  it('takes no more bytes than the cache counts for it', async () => {
    expect([10, 1_023, 1_024].map((bytes) => replyOf(Buffer.alloc(bytes)).size)).to.deep.equal([1_044, 3_070, 4_096]);
    const picture = Buffer.from(`<img src="data:image/png;base64,${randomBytes(30_000).toString('base64')}">`);
    const reply = replyOf(picture);
    const forms = new Set([reply.identity]);
    for (const coding of ['gzip', 'br', 'gzip', 'br'] as const) forms.add(await reply.encode(coding));
    expect([...forms].map(({ coding }) => coding)).to.deep.equal(['identity', 'gzip']);
    expect([...forms].reduce((sum, { bytes }) => sum + bytes.length, 0)).to.be.at.most(reply.size);
    expect(reply.encode('br'), 'it is not compressed again').to.equal(reply.identity);
  });
});

describe('Compressor', () => {
  it('runs two at a time and leaves many uncompressed', async () => {
    const { compressor, running, most } = manual({ concurrency: 2, maxQueued: 32 });
    const codings = { br: 0, gzip: 0, identity: 0 };
    const sent = Array.from({ length: 1_000 }, async () => {
      codings[(await replyOf(Buffer.alloc(2_000)).encode('br', compressor)).coding]++;
    });
    await turn();
    for (; running.length > 0; await turn()) running.shift()?.resolve(Buffer.from('compressed'));
    await Promise.all(sent);
    expect(codings).to.deep.equal({ br: 34, gzip: 0, identity: 966 });
    expect([most(), compressor.pending]).to.deep.equal([2, 0]);
  });
});

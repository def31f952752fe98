import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Compressor, type CompressorSettings, compressor } from '../../../server/cache/compression.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { scaled } from '../../support/run/scale.ts';

const body = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `Fighter ${id}` }))));
const reply = () => new Representation(body, { type: 'application/json', headers: [] });

/** A compressor that finishes when the test says so, and counts. */
function manual(settings: Omit<CompressorSettings, 'compress'>) {
  const running: PromiseWithResolvers<Buffer>[] = [];
  let most = 0;
  const start = () => {
    const compression = Promise.withResolvers<Buffer>();
    running.push(compression);
    most = Math.max(most, running.length);
    return compression.promise;
  };
  const compressor = new Compressor({ ...settings, compress: { gzip: start, br: start } });
  return { compressor, running, most: () => most };
}

describe('compression of replies', () => {
  it('is retried by the next request after a failure; this request gets the uncompressed bytes', async () => {
    const { compressor, running } = manual({ concurrency: 1, maxQueued: 1 });
    const representation = reply();
    const first = representation.encode('gzip', compressor);
    running.shift()?.reject(new Error('no memory'));
    expect((await first).coding).to.equal('identity');
    const second = representation.encode('gzip');
    expect((await second).coding).to.equal('gzip');
    expect(gunzipSync((await second).bytes).equals(body)).to.equal(true);
    expect(representation.encode('gzip'), 'cached from then on').to.equal(await second);
    expect(compressor.pending).to.equal(0);
  });

  it('of a process takes two bodies at a time, 32 wait, and no further one is taken', async () => {
    const started = Array.from({ length: 40 }, () => compressor.compress('gzip', body));
    expect(started.map((compression) => compression !== undefined).lastIndexOf(true)).to.equal(2 + 32 - 1);
    await Promise.all(started);
    expect(compressor.pending).to.equal(0);
    // The highest quality takes ten times as long.
    const [wanted, highest] = [5, 11].map(
      (quality) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length,
    );
    expect(highest).not.to.equal(wanted);
    expect((await compressor.compress('br', body))?.length).to.equal(wanted);
  });

  it('is kept for the same bytes with the same headers, and for no others', () => {
    const linked = (page: string) => new Representation(body, { type: 'application/json', headers: ['Link', page] });
    const other = new Representation(body.subarray(1), { type: 'application/json', headers: [] });
    const same = [reply().isSameAs(reply()), linked('a').isSameAs(linked('a'))];
    expect(same).to.deep.equal([true, true]);
    const others = [reply().isSameAs(linked('a')), linked('a').isSameAs(linked('b')), reply().isSameAs(other)];
    expect(others).to.deep.equal([false, false, false]);
  });

  it('counts as its bytes twice, a kilobyte of headers, and one for compressed forms of a long one', () => {
    const sizeOf = (bytes: number) => new Representation(Buffer.alloc(bytes), { type: 'text/plain', headers: [] }).size;
    expect([sizeOf(10), sizeOf(1_023), sizeOf(1_024)]).to.deep.equal([1_044, 3_070, 4_096]);
  });

  it('takes no more bytes than the cache counts for it, even of text that hardly gets smaller', async () => {
    const picture = JSON.stringify({
      content: `<img src="data:image/png;base64,${randomBytes(30_000).toString('base64')}">`,
    });
    for (const order of [
      ['gzip', 'br'],
      ['br', 'gzip'],
    ] as const) {
      const representation = new Representation(Buffer.from(picture), { type: 'application/json', headers: [] });
      const forms = new Set([representation.identity]);
      for (const coding of [...order, ...order]) forms.add(await representation.encode(coding));
      const bytes = [...forms].reduce((sum, form) => sum + form.bytes.length, 0);
      expect(bytes, order.join()).to.be.at.most(representation.size);
      expect(
        [...forms].map(({ coding }) => coding),
        'the second would be too much',
      ).to.deep.equal(['identity', order[0]]);
      const second = representation.encode(order[1]);
      expect(second, 'it is not compressed again').to.equal(representation.identity);
    }
  });

  /** Requests many replies at once, and ends each compression in a separate turn of the event loop. */
  async function storm(settings: Omit<CompressorSettings, 'compress'>, count: number) {
    const { compressor, running, most } = manual(settings);
    const codings = { br: 0, gzip: 0, identity: 0 };
    const sent = Array.from({ length: count }, async () => {
      codings[(await reply().encode('br', compressor)).coding]++;
    });
    await turn();
    for (; running.length > 0; await turn()) running.shift()?.resolve(Buffer.from('compressed'));
    await Promise.all(sent);
    return { most: most(), pending: compressor.pending, ...codings };
  }

  it('runs 2 at a time, queues 32, and leaves the others uncompressed; nothing stays pending', async () => {
    const count = scaled(1_000);
    const found = await storm({ concurrency: 2, maxQueued: 32 }, count);
    expect(found).to.deep.equal({ most: 2, pending: 0, br: 34, gzip: 0, identity: count - 34 });
  });

  it('(control) without a bound all run at once', async () => {
    const unbounded = { concurrency: Number.POSITIVE_INFINITY, maxQueued: 0 };
    expect(await storm(unbounded, 1_000)).to.include({ most: 1_000, br: 1_000 });
  });
});

import { constants, crc32, createGunzip, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { prepareZipped, StreamEncoder } from '../../../server/streams/stream-coding.ts';

/** Parts of 1 byte to 200 KB, some of them the same. */
function partsFrom(seed: number): Buffer[] {
  const random = randomOf(seed);
  const own = Array.from({ length: 5 }, () => {
    const length = [1, 3, 100, 8_000, 33_000, 200_000][Math.floor(random() * 6)] as number;
    return Buffer.from(Array.from({ length }, () => 32 + Math.floor(random() * random() * 90)));
  });
  return Array.from({ length: Math.floor(random() * 12) }, () => own[Math.floor(random() * own.length)] as Buffer);
}

function whole(parts: readonly Buffer[], last: string): Buffer {
  const encoder = new StreamEncoder('gzip');
  const bytes = [encoder.start()?.bytes ?? Buffer.alloc(0), ...parts.map((part) => encoder.encode(part).bytes)];
  return Buffer.concat([...bytes, encoder.end(last)]);
}

describe('the coding of a stream', () => {
  it('is gzip of all parts in their order, with their checksum and length, in any order and number', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const parts = partsFrom(seed);
      const text = Buffer.concat([...parts, Buffer.from('the end')]);
      const sent = whole(parts, 'the end');
      expect(gunzipSync(sent).equals(text), `seed ${seed}`).to.equal(true);
      expect([sent.readUInt32LE(sent.length - 8), sent.readUInt32LE(sent.length - 4)]).to.deep.equal([
        crc32(text),
        text.length,
      ]);
    }
  });

  it('has its length modulo 2^32, as gzip says, at the end of a night', () => {
    const encoder = new StreamEncoder('gzip');
    const part = Buffer.alloc(2 ** 24, 'x');
    const lengths = [200, 100].map((times) => {
      for (let nth = 0; nth < times; nth++) encoder.encode(part);
      return encoder.end('').readUInt32LE(9);
    });
    expect(lengths).to.deep.equal([3_355_443_200, 738_197_504]);
  });

  it('lets a client read each part as soon as it is there', async () => {
    const encoder = new StreamEncoder('gzip');
    const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH });
    let read = '';
    gunzip.on('data', (chunk: Buffer) => {
      read += chunk;
    });
    const push = (bytes: Buffer) => new Promise<void>((resolve) => gunzip.write(bytes, () => resolve()));
    await push(encoder.start()?.bytes ?? Buffer.alloc(0));
    let expected = '';
    for (const text of ['id: 1\n\n', ':\n\n', `id: 2\ndata: ${'x'.repeat(50_000)}\n\n`, 'id: 3\n\n']) {
      await push(encoder.encode(Buffer.from(text)).bytes);
      await new Promise((resolve) => setImmediate(resolve));
      expected += text;
      expect(read.length).to.equal(expected.length);
      expect(read).to.equal(expected);
    }
  });

  it('compresses and frames a part once for all readers, a large one in another thread', async () => {
    const [small, large] = [Buffer.from('a part'), Buffer.alloc(100_000, 'part ')];
    const readers = Array.from({ length: 3 }, () => new StreamEncoder('gzip'));
    for (const part of [small, large]) {
      await prepareZipped(part);
      const [first, ...others] = readers.map((reader) => reader.encode(part));
      expect(first?.bytes.length).to.be.below(part.length + 20);
      for (const other of others) expect(other).to.equal(first);
      const chunk = `${first?.bytes.length.toString(16)}\r\n${first?.bytes.toString('latin1')}\r\n`;
      expect(first?.chunk.toString('latin1')).to.equal(chunk);
    }
    const plain = new StreamEncoder('identity').encode(small);
    expect([plain.bytes, plain.chunk.toString()]).to.deep.equal([small, '6\r\na part\r\n']);
    expect(new StreamEncoder('identity').encode(small)).to.equal(plain);
  });

  it('leaves parts of more than 32 KiB to another thread', async () => {
    const isReady = new Map([32_768, 32_769].map((length) => [length, false]));
    const prepared = [...isReady.keys()].map((length) =>
      prepareZipped(Buffer.alloc(length, 'part ')).then(() => void isReady.set(length, true)),
    );
    for (let turn = 0; turn < 10; turn++) await undefined;
    // Nothing of another thread arrives within a turn of the event loop.
    expect([...isReady]).to.deep.equal([
      [32_768, true],
      [32_769, false],
    ]);
    await Promise.all(prepared);
    const part = Buffer.alloc(32_769, 'part ');
    await prepareZipped(part);
    let isPrepared = false;
    const again = prepareZipped(part).then(() => {
      isPrepared = true;
    });
    for (let turn = 0; turn < 10; turn++) await undefined;
    expect(isPrepared, 'once').to.equal(true);
    await again;
  });

  it('begins with these bytes, and ends with a stored block, the checksum and the length', () => {
    const encoder = new StreamEncoder('gzip');
    const start = encoder.start();
    expect([start?.bytes.toString('hex'), start?.chunk.toString('latin1')]).to.deep.equal([
      '1f8b08000000000000ff',
      'a\r\n\x1f\x8b\b\0\0\0\0\0\0\xff\r\n',
    ]);
    expect(encoder.end('retry').toString('hex')).to.equal('010500faff7265747279e351e02e05000000');
  });

  it('adds nothing where there is none', () => {
    const encoder = new StreamEncoder('identity');
    expect(encoder.start()).to.equal(undefined);
    expect(encoder.end('the end').toString()).to.equal('the end');
  });
});

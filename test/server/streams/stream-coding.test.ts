import { crc32, gunzipSync } from 'node:zlib';
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

describe('StreamEncoder', () => {
  it('encodes any parts as gzip', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const parts = partsFrom(seed);
      const encoder = new StreamEncoder('gzip');
      const start = encoder.start()?.bytes ?? Buffer.alloc(0);
      const sent = Buffer.concat([start, ...parts.map((part) => encoder.encode(part).bytes), encoder.end('the end')]);
      const text = Buffer.concat([...parts, Buffer.from('the end')]);
      expect(gunzipSync(sent).equals(text), `seed ${seed}`).to.equal(true);
      expect(sent.readUInt32LE(sent.length - 8)).to.equal(crc32(text));
      expect(sent.readUInt32LE(sent.length - 4)).to.equal(text.length);
    }
  });

  for (const length of [6, 32_768, 32_769]) {
    it(`encodes ${length} bytes once for all readers`, async () => {
      const part = Buffer.alloc(length, 'a part');
      await prepareZipped(part);
      const [first, ...others] = Array.from({ length: 3 }, () => new StreamEncoder('gzip').encode(part));
      expect(first?.bytes.length).to.be.below(part.length + 20);
      for (const other of others) expect(other).to.equal(first);
      const chunk = `${first?.bytes.length.toString(16)}\r\n${first?.bytes.toString('latin1')}\r\n`;
      expect(first?.chunk.toString('latin1')).to.equal(chunk);
    });
  }
});

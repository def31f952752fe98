import { expect } from 'chai';
import { encode } from 'uqr';
import { qrCode } from '../../../common/pages/qr.ts';

describe('qrCode', () => {
  it('draws every dark module, and no other', () => {
    const url = 'http://192.168.1.20:4010/__session/ana';
    const { data } = encode(url, { ecc: 'M', border: 4 });
    const { size, path } = qrCode(url);
    const drawn = data.map((row) => row.map(() => false));
    for (const [, from, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
      drawn[Number(y)]?.fill(true, Number(from), Number(from) + Number(width));
    }
    expect(size).to.equal(data.length);
    expect(drawn).to.deep.equal(data);
  });
});

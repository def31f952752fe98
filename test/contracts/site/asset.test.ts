import { expect } from 'chai';
import { Asset, typeOf } from '../../../contracts/site/asset.ts';

describe('a file of a page', () => {
  it('is compressed from 1 KiB on, where its type gains from it', async () => {
    const codingOf = async (bytes: number, type: string, coding: 'gzip' | 'br' | 'identity' = 'gzip') =>
      (await new Asset('/a', type, 'x'.repeat(bytes)).in(coding)).coding;
    expect([await codingOf(1_023, 'text/css'), await codingOf(1_024, 'text/css')]).to.deep.equal(['identity', 'gzip']);
    for (const [type, coding] of [
      ['text/html; charset=utf-8', 'br'],
      ['application/json', 'br'],
      ['image/svg+xml', 'br'],
      ['image/png', 'identity'],
      ['video/mp4', 'identity'],
      ['application/text/', 'identity'],
    ] as const) {
      expect(await codingOf(2_000, type, 'br'), type).to.equal(coding);
    }
    expect(await codingOf(2_000, 'text/css', 'identity')).to.equal('identity');
  });

  it('has a media type by the end of its name', () => {
    const names = ['a.html', 'b.css', 'c.js', 'd.json', 'e.svg', 'f.map', 'css'];
    expect(names.map(typeOf)).to.deep.equal([
      ...['text/html; charset=utf-8', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8'],
      ...['application/json; charset=utf-8', 'image/svg+xml; charset=utf-8', undefined, undefined],
    ]);
  });
});

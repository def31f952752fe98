import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { withOwnMedia } from '../../../common/media/address.ts';
import { drawPicture } from '../../../common/media/draw.ts';
import { findMedia } from '../../../common/media/library.ts';

/** The digests are of pictures that a person has looked at. */
const known: readonly [path: string, type: string, digest: string][] = [
  ['/sample/img.example.com/e/7000.jpg', 'image/png', 'f8939ca4dc7ab84b'],
  ['/sample/media.example.com/trailers/7000.mp4', 'video/mp4', '2ecdd3b8de8b6356'],
  ['/sample/media.example.com/hls/7001_blue.m3u8', 'application/vnd.apple.mpegurl', 'c8a2924bb93bcd52'],
  ['/sample/media.example.com/hls/clip.ts', 'video/mp2t', '0d9862742b2422c4'],
  ['/sample/img.example.com/f/3101_profile.png', 'image/png', '2b71f3d5b812124d'],
  ['/sample/img.example.com/f/3101_L.png', 'image/png', 'a36438a893dd17d9'],
  ['/sample/img.example.com/m/51002.jpg', 'image/png', '05b653d7fe0935c5'],
  ['/sample/img.example.com/g/51003_1_small.jpg', 'image/png', 'b35aead95b7f3307'],
  ['/sample/img.example.com/g/51003_2.jpg', 'image/png', 'a5ff0d3faa853fe4'],
  ['/sample/img.example.com/p/41_banner.jpg', 'image/png', '045995d1e0e1f278'],
  ['/sample/img.example.com/p/41.jpg', 'image/png', '5cab8f79c8967f1c'],
  ['/sample/img.example.com/p/41_1_small.jpg', 'image/png', 'a05d4f285cf67415'],
  ['/sample/img.example.com/placeholder.png', 'image/png', '284bbb30ee60aa86'],
  ['/2031/tickets/7001.png', 'image/png', 'b7590850ceb13f94'],
  ['/2031/02/momentos.mp4', 'video/mp4', '2ecdd3b8de8b6356'],
];

const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

describe('sample media', () => {
  for (const [path, type, digest] of known) {
    it(`have the same bytes at ${path}`, () => {
      const media = findMedia(path);
      expect(media?.type).to.equal(type);
      expect(digestOf(media?.bytes ?? '')).to.equal(digest);
    });
  }

  it('find nothing at unknown addresses', () => {
    expect(findMedia('/sample/img.example.com/f/1.png')).to.equal(undefined);
    expect(findMedia('/f/1.png')).to.equal(undefined);
  });

  it('show any digits of a number', () => {
    expect(digestOf(drawPicture('g/89_3.jpg'))).to.equal('c35a4a7bc1c40102');
  });

  it('have addresses on the own host', () => {
    const links = [
      ...['https://img.example.com/f/3101.png', 'https://media.example.com/hls/7001.m3u8'],
      ...['http://img.example.com/f/1.png', 'https://imgxexample.com/f/1.png', 'https://example.com/media/1.mp4'],
      'https://img.example.community/f/1.png',
    ];
    expect(JSON.parse(withOwnMedia(JSON.stringify(links), 'http://localhost:4010'))).to.deep.equal([
      'http://localhost:4010/sample/img.example.com/f/3101.png',
      'http://localhost:4010/sample/media.example.com/hls/7001.m3u8',
      ...links.slice(2),
    ]);
  });
});

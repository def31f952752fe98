import { expect } from 'chai';
import { withOwnMedia } from '../../../common/media/address.ts';
import { findMedia } from '../../../common/media/library.ts';

/** Width and height in the header of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

describe('sample media', () => {
  it('have pictures of one size for each kind', () => {
    for (const [path, size] of Object.entries({
      'img.example.com/e/7000.jpg': '640x360',
      'img.example.com/f/3101_profile.png': '400x400',
      'img.example.com/f/3101_L.png': '300x600',
      'img.example.com/m/51002.jpg': '640x360',
      'img.example.com/g/51003_1_small.jpg': '240x180',
      'img.example.com/g/51003_2.jpg': '640x480',
      'img.example.com/p/41_banner.jpg': '960x240',
      'img.example.com/p/41.jpg': '240x240',
      'img.example.com/placeholder.png': '240x240',
      'img.example.com/2031/tickets/7001.png': '640x320',
    })) {
      const media = findMedia(`/sample/${path}`);
      expect(media?.type, path).to.equal('image/png');
      expect(sizeOf(media?.bytes ?? Buffer.alloc(24)), path).to.equal(size);
    }
  });

  it('show the two fighters of a fight facing each other', () => {
    const bytesOf = (side: string) => findMedia(`/sample/img.example.com/f/3101_${side}.png`)?.bytes;
    expect(bytesOf('L')?.equals(bytesOf('R') ?? Buffer.alloc(0))).to.equal(false);
  });

  it('are not found at unknown addresses', () => {
    expect(findMedia('/sample/img.example.com/f/1.png')).to.equal(undefined);
    expect(findMedia('/f/1.png')).to.equal(undefined);
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

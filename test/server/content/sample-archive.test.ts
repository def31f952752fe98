import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleRecords, writeSampleArchive } from '../../../server/content/sample-archive.ts';
import { mountDisk } from '../../support/redis/disk.ts';

const size = { fighters: 400, events: 30, news: 60, media: 40, seed: 7 };
const digestOf = (records: Iterable<unknown>) =>
  createHash('sha256')
    .update(JSON.stringify([...records]))
    .digest('hex')
    .slice(0, 16);

describe('sampleRecords', () => {
  it('returns the same records for the same seed', () => {
    const { octagon_girls: _, translations: __, ...own } = sampleRecords(size);
    const found = Object.entries(own).map(([name, rows]) => {
      const all = [...(rows as Iterable<unknown>)];
      return `${name}: ${all.length}, ${digestOf(all)}`;
    });
    // Measurements are compared over months on this content: change a digest only together with new figures.
    expect(found.sort()).to.deep.equal([
      'alerts: 1, 97e4e2e8e2a1ee8a',
      'events: 30, fc6afefb64375697',
      'fighters: 400, 63d609f7a419d850',
      'media: 40, a141c724b7829315',
      'news: 60, 611a1943adc0e91f',
      'pages: 2, 653ad35032c66b97',
      'stats: 6000, 844a9771b0673a17',
    ]);
    for (const name of ['fighters', 'events', 'news', 'media', 'stats'] as const)
      expect(digestOf(sampleRecords({ ...size, seed: 8 })[name]), name).not.to.equal(digestOf(own[name]));
  });

  it('returns whole archives of any size', () => {
    const ofSize = (fighters: number, events: number, news: number, media?: number) => {
      const sizes = { fighters, events, news, seed: 5, ...(media !== undefined && { media }) };
      const known = Object.entries(sampleRecords(sizes))
        .filter(([name]) => !['octagon_girls', 'translations', 'alerts', 'pages'].includes(name))
        .map(([name, rows]) => [name, [...(rows as Iterable<unknown>)]] as const);
      return `${known.map(([, rows]) => rows.length).join(' ')}: ${digestOf(known)}`;
    };
    expect(ofSize(0, 0, 0)).to.equal('0 0 0 0 0: ccddb3b2144c01ad');
    expect(ofSize(0, 0, 11)).to.equal('0 0 2 11 0: c75ee47ecb212f3d');
    expect(ofSize(1, 1, 11, 1)).to.equal('1 1 1 11 15: 4b40cd759ab02ec2');
    expect(ofSize(2, 1, 60, 6)).to.equal('1 2 6 60 30: 9ee1e70f8d48ba46');
    expect(ofSize(3, 2, 5, 0)).to.equal('2 3 0 5 45: b7f4a596a289a07e');
  });
});

describe('writeSampleArchive', () => {
  it('leaves the folder unchanged when the disk is full', async () => {
    const disk = await mountDisk(512);
    await writeFile(join(disk.path, 'news.ndjson'), 'earlier');
    const work = writeSampleArchive(disk.path, { ...size, fighters: 4_000 });
    const reason = await work.catch((error: Error) => error.message);
    const left = (await readdir(disk.path)).filter((name) => name.includes('json'));
    const news = await readFile(join(disk.path, 'news.ndjson'), 'utf8');
    await disk.close();
    expect(reason).to.equal(`${disk.path}: cannot be written, the disk is full`);
    expect(left).to.deep.equal(['news.ndjson']);
    expect(news).to.equal('earlier');
  });
});

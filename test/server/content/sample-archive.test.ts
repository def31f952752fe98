import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleRecords, writeSampleArchive } from '../../../server/content/sample-archive.ts';
import { mountDisk } from '../../support/redis/disk.ts';

const size = { fighters: 400, events: 30, news: 60, media: 40, seed: 7 };
type Collection = 'fighters' | 'events' | 'news' | 'media';
const made = (seed = size.seed) => sampleRecords({ ...size, seed });
const digestOf = (records: Iterable<unknown>) =>
  createHash('sha256')
    .update(JSON.stringify([...records]))
    .digest('hex')
    .slice(0, 16);

/**
 * Measurements are compared over months on this content: what it contains changes only on purpose. A digest that differs is
 * to be written here together with new figures in the results.
 */
const digests: Record<Collection, string> = {
  fighters: '63d609f7a419d850',
  events: 'fc6afefb64375697',
  news: '611a1943adc0e91f',
  media: 'a141c724b7829315',
};

describe('an archive of made-up content', () => {
  for (const [name, digest] of Object.entries(digests) as [Collection, string][]) {
    it(`has the same ${name} for the same seed, in every run, and others for another`, () => {
      expect([...made()[name]]).to.have.length(size[name]);
      expect(digestOf(made()[name])).to.equal(digest);
      expect(digestOf(made(8)[name])).not.to.equal(digest);
    });
  }

  it('has a champion of each weight class, then fighters with a rank, then others', () => {
    const ranks = [...(made().fighters as Iterable<{ id: number; rank: string | null }>)].map(({ rank }) => rank);
    const champions = ranks.filter((rank) => rank === 'C').length;
    expect(champions).to.be.above(0);
    expect(ranks.slice(0, champions)).to.deep.equal(Array.from({ length: champions }, () => 'C'));
    expect([ranks[champions], ranks[179], ranks[180]]).to.deep.equal([String(((champions + 1) % 15) + 1), '1', null]);
  });

  it('refuses a folder that cannot be made, instead of trying for ever', async () => {
    const reason = await writeSampleArchive('/proc/nope/below', size).catch((error: Error) => error.message);
    expect(reason).to.equal('/proc/nope/below: cannot be written, there is no such file or folder');
  });

  it('leaves a folder as it was where the disk is full', async () => {
    const disk = await mountDisk(512);
    await writeFile(join(disk.path, 'news.ndjson'), 'earlier');
    const reason = await writeSampleArchive(disk.path, { ...size, fighters: 4_000 }).then(
      () => 'no error',
      (error: Error) => error.message,
    );
    const left = (await readdir(disk.path)).filter((name) => name.includes('json'));
    const news = await readFile(join(disk.path, 'news.ndjson'), 'utf8');
    await disk.close();
    expect(reason).to.equal(`${disk.path}: cannot be written, the disk is full`);
    expect([left, news]).to.deep.equal([['news.ndjson'], 'earlier']);
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleRecords, writeSampleArchive } from '../../../server/content/sample-archive.ts';
import { mountDisk } from '../../support/redis/disk.ts';

const size = { fighters: 400, events: 30, news: 60, media: 40, seed: 7 };
type Collection = 'fighters' | 'events' | 'news' | 'media' | 'alerts' | 'pages' | 'stats';
/** How many records each then has. */
const counts = { fighters: 400, events: 30, news: 60, media: 40, alerts: 1, pages: 2, stats: 6_000 };
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
  alerts: '97e4e2e8e2a1ee8a',
  pages: '653ad35032c66b97',
  stats: '844a9771b0673a17',
};

describe('an archive of made-up content', () => {
  for (const [name, digest] of Object.entries(digests) as [Collection, string][]) {
    it(`has the same ${name} for the same seed, in every run, and others for another`, () => {
      expect([...made()[name]]).to.have.length(counts[name]);
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

  it('is whole at any size, also where nothing is there to refer to', () => {
    const ofSize = (fighters: number, events: number, news: number, media?: number) => {
      const {
        octagon_girls: _,
        translations: __,
        ...own
      } = sampleRecords({
        ...{ fighters, events, news, seed: 5 },
        ...(media !== undefined && { media }),
      });
      const records = Object.entries(own).map(([name, rows]) => [name, [...(rows as Iterable<unknown>)]] as const);
      const known = records.filter(([name]) => name !== 'alerts' && name !== 'pages');
      return `${known.map(([, rows]) => rows.length).join(' ')}: ${digestOf(known)}`;
    };
    expect([
      ofSize(0, 0, 0),
      ofSize(0, 0, 11),
      ofSize(1, 1, 11, 1),
      ofSize(2, 1, 60, 6),
      ofSize(3, 2, 5, 0),
    ]).to.deep.equal([
      '0 0 0 0 0: ccddb3b2144c01ad',
      '0 0 2 11 0: c75ee47ecb212f3d',
      '1 1 1 11 15: 4b40cd759ab02ec2',
      '1 2 6 60 30: 9ee1e70f8d48ba46',
      '2 3 0 5 45: b7f4a596a289a07e',
    ]);
    const { octagon_girls, translations } = made();
    const presenters = [...octagon_girls] as { id: number; last_name?: string; octagon_girl_media_id: number | null }[];
    expect(presenters.length).to.be.above(0);
    for (const { id, last_name, octagon_girl_media_id } of presenters) {
      expect([typeof id, typeof last_name, octagon_girl_media_id]).to.deep.equal(['number', 'string', null]);
    }
    expect([...translations].length).to.be.above(0);
  });

  it('is written a hundred lines at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-archive-'));
    const steps: number[] = [];
    await writeSampleArchive(folder, { ...size, fighters: 250 }, ['fighters'], (_, count) => steps.push(count));
    await rm(folder, { recursive: true });
    expect(steps).to.deep.equal([100, 200, 250]);
  });

  it('is written with as many records and bytes as is said, of the collections that are named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-archive-'));
    const counted = new Map<string, number>();
    const { records, bytes } = await writeSampleArchive(folder, size, ['fighters', 'news'], (name, count) =>
      counted.set(name, count),
    );
    const written = await Promise.all(
      ['fighters', 'news'].map((name) => readFile(join(folder, `${name}.ndjson`), 'utf8')),
    );
    expect((await readdir(folder)).sort()).to.deep.equal(['fighters.ndjson', 'news.ndjson']);
    await rm(folder, { recursive: true });
    const lines = written.map((text) => text.split('\n').length - 1);
    expect(lines).to.deep.equal([size.fighters, size.news]);
    for (const map of [records, counted])
      expect([map.get('fighters'), map.get('news'), map.size]).to.deep.equal([...lines, 2]);
    expect(bytes).to.equal(written.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
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

import { expect } from 'chai';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { settings } from '../../../contracts/interactions/settings.ts';
import { chooseLiveContent, liveVideo } from '../../../contracts/rules/live-content.ts';
import { world } from '../../../contracts/world/index.ts';

const [template] = world.events;
const startOf = (id: number, event_dategmt: string) => ({ ...template, id, event_dategmt, fights: [] });
const empty = Object.fromEntries(Object.keys(world).map((name) => [name, []])) as unknown as typeof world;
const nowMs = Date.parse('2031-06-01T00:00:00.500Z');

/** A reader of three events, and of one page when its ids are given. */
function readerOf(page?: object) {
  const events = [
    startOf(1, '2031-05-01T00:00:00Z'),
    startOf(2, '2031-07-01T00:00:00Z'),
    startOf(3, '2031-07-01T00:00:00Z'),
  ];
  const { media } = world;
  return memoryReader(normaliseAll({ ...empty, events, media, pages: page ? [page] : [] }));
}

const choose = async (page?: object, onAir?: number) => {
  const content = readerOf(page);
  const event = onAir === undefined ? undefined : await content.get('events', onAir);
  return chooseLiveContent(content, event, nowMs, 'v1', settings);
};

describe('chooseLiveContent', () => {
  const named = { page: 'live_content', event_id: 1 };

  it('prefers the live event to the one of the page', async () => {
    expect((await choose(named, 2)).event?.id).to.equal(2);
    expect((await choose(named)).event?.id).to.equal(1);
  });
  it('falls back to the next event', async () => {
    const { records } = await readerOf().list('events');
    expect((await choose()).event?.id).to.equal(records[0]?.id);
  });
  it('takes the existing media of the page', async () => {
    const { id } = world.media[0] as { id: number };
    expect((await choose({ ...named, media_ids: [id, 999_999] })).media.map((item) => item.id)).to.deep.equal([id]);
    expect((await choose(named)).media).to.deep.equal([]);
    const without = memoryReader(normaliseAll({ ...empty, media: world.media, news: world.news }));
    expect(await chooseLiveContent(without, undefined, nowMs, 'v1', settings)).to.deep.include({ media: [], news: [] });
  });
});

describe('liveVideo', () => {
  it('is live only with the live event', async () => {
    const content = readerOf({ page: 'live', event_id: 1, title: 'Video', mobile_stream_url: null });
    expect(await liveVideo(content, undefined, 'v1')).to.include({ live: false, event_id: 1, title: 'Video' });
    const onAir = await content.get('events', 2);
    const starts_at = '2031-07-01T00:00:00Z';
    expect(await liveVideo(content, onAir, 'v1')).to.include({ live: true, event_id: 2, title: 'Video', starts_at });
    expect(await liveVideo(readerOf(), undefined, 'v1')).to.include({ live: false, event_id: null, title: null });
  });
});

import { expect } from 'chai';
import type { EventRecord } from '../../../contracts/content/collections/events.ts';
import { normaliseAll } from '../../../contracts/content/collections/index.ts';
import { type ContentReader, memoryReader } from '../../../contracts/content/reader.ts';
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

  it('shows the live event before the one that the page names', async () => {
    expect((await choose(named, 2)).event?.id).to.equal(2);
    expect((await choose(named)).event?.id).to.equal(1);
  });
  it('shows the next event if none is live or named: of two at the same moment, the first of the list', async () => {
    const { records } = await readerOf().list('events');
    expect((await choose()).event?.id).to.equal(records[0]?.id);
  });
  it('takes media from the page, without those that do not exist', async () => {
    const { id } = world.media[0] as { id: number };
    expect((await choose({ ...named, media_ids: [id, 999_999] })).media.map((item) => item.id)).to.deep.equal([id]);
    expect((await choose(named)).media).to.deep.equal([]);
    const without = memoryReader(normaliseAll({ ...empty, media: world.media, news: world.news }));
    expect(await chooseLiveContent(without, undefined, nowMs, 'v1', settings)).to.deep.include({ media: [], news: [] });
  });
});

/** A reader with these answers, by call; and what it was asked. */
function recorded(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const answer = (name: string, other: unknown) => {
    return async (...given: unknown[]) => {
      const call = `${name} ${given.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(' ')}`;
      asked.push(call);
      return answers[call] ?? other;
    };
  };
  const reader = { get: answer('get', undefined), many: answer('many', []), list: answer('list', { records: [] }) };
  return { asked, content: reader as unknown as ContentReader };
}

describe('what is read for the live content', () => {
  const next = 'list events undefined {"limit":1,"after":"2031-06-01T00:00:01Z","reversed":true}';
  const same = 'list events undefined {"limit":1,"after":"2031-07-01T00:00:00Z\\u0001"}';
  const event = world.events[0] as EventRecord;
  const starting = { ...event, id: 2, event_dategmt: '2031-07-01T00:00:00Z' };
  const media = world.media[0];
  const news = world.news[0];
  const choice = async (answers: Record<string, unknown>, onAir?: EventRecord) => {
    const { asked, content } = recorded(answers);
    const chosen = await chooseLiveContent(content, onAir, nowMs, 'v1', settings);
    return { asked, event: chosen.event?.id, media: chosen.media.length, news: chosen.news.length };
  };

  it('is the next event, the first of its moment, and the newest hundred of it', async () => {
    const newest = ['list media event:2 {"limit":100}', 'list news event:2 {"limit":100}'] as const;
    const found = { [newest[0]]: { records: [media] }, [newest[1]]: { records: [news, news] } };
    const answers = { [next]: { records: [{ ...starting, id: 3 }] }, [same]: { records: [starting] }, ...found };
    const asked = ['get pages live_content', next, same, ...newest];
    expect(await choice(answers)).to.deep.equal({ asked, event: 2, media: 1, news: 2 });
    // Content may change between the two lists.
    const changed = { [next]: { records: [starting] }, ...found };
    expect(await choice(changed)).to.deep.equal({ asked, event: 2, media: 1, news: 2 });
    expect(await choice({})).to.deep.equal({ asked: asked.slice(0, 2), event: undefined, media: 0, news: 0 });
  });

  it('is what the page names, and nothing else', async () => {
    const page = { page: 'live_content', event_id: 1, media_ids: [5, 6], news_ids: [7, 8] };
    const named = { 'get events 1': { ...event, id: 1 } };
    const rest = ['many media [5,6]', 'many news [7,8]'] as const;
    const found = { [rest[0]]: [media, undefined], [rest[1]]: [undefined, news] };
    expect(await choice({ 'get pages live_content': page, ...named, ...found })).to.deep.equal({
      ...{ asked: ['get pages live_content', 'get events 1', ...rest], event: 1, media: 1, news: 1 },
    });
    expect(await choice({ 'get pages live_content': page, ...found }, starting)).to.deep.equal({
      ...{ asked: ['get pages live_content', ...rest], event: 2, media: 1, news: 1 },
    });
    expect(await choice({ 'get pages live_content': { ...page, event_id: null }, ...found })).to.deep.equal({
      ...{ asked: ['get pages live_content', next, ...rest], event: undefined, media: 1, news: 1 },
    });
  });

  it('of the video is its page, and the event only where none is live', async () => {
    const page = { page: 'live', event_id: 1, title: 'Video', mobile_stream_url: null };
    const times = { event_dategmt: '2031-05-01T00:00:00Z', end_event_dategmt: '2031-05-01T05:00:00Z' };
    const named = { ...event, ...times, id: 1 };
    const { asked, content } = recorded({ 'get pages live': page, 'get events 1': named });
    const offAir = await liveVideo(content, undefined, 'v1');
    const onAir = await liveVideo(content, { ...event, ...times, id: 2 }, 'v1');
    const rest = {
      ...{ title: 'Video', mobile_stream_url: null },
      ...{ starts_at: '2031-05-01T00:00:00Z', ends_at: '2031-05-01T05:00:00Z' },
    };
    expect(asked).to.deep.equal(['get pages live', 'get events 1', 'get pages live']);
    expect([offAir, onAir]).to.deep.equal([
      { live: false, event_id: 1, ...rest },
      { live: true, event_id: 2, ...rest },
    ]);
  });
});

describe('liveVideo', () => {
  it('is live with the live event only, and names the event of the page else', async () => {
    const content = readerOf({ page: 'live', event_id: 1, title: 'Video', mobile_stream_url: null });
    expect(await liveVideo(content, undefined, 'v1')).to.include({ live: false, event_id: 1, title: 'Video' });
    const onAir = await content.get('events', 2);
    expect(await liveVideo(content, onAir, 'v1')).to.include({ live: true, event_id: 2, title: 'Video' });
    expect(await liveVideo(readerOf(), undefined, 'v1')).to.include({ live: false, event_id: null, title: null });
  });
});

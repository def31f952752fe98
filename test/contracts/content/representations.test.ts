import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import * as represent from '../../../contracts/content/represent/index.ts';
import { bareRecords, event, fighter, settings } from './fixtures.ts';

const both = (spanish: string, english: string) => ({ es_US: spanish, en_US: english });
const feedUrl = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
const placeholder = settings.placeholderImage;
const night = event({
  id: 70,
  statid: 12,
  base_title: both('Noche 70', 'Night 70'),
  title_tag_line: 'Uno contra Dos',
  discuss_url: both('https://d.example/es', 'https://d.example/en'),
  twitter_hashtag: '#n',
  comments_enabled: true,
  ticketurl: 'https://t.example',
  trailer_url: 'https://v.example',
  event_time_text: '10PM/7PM',
});

describe('representations', () => {
  it('show an event in both families', () => {
    const reply = represent.event(night, 'v3', settings);
    expect(reply).to.include({ id: 70, base_title: 'Noche 70', fm_fnt_feed_url: `${feedUrl}/12`, arena: '' });
    const english = represent.event(night, 'v1', settings);
    expect(english).to.include({ id: 70, base_title: 'Night 70', arena: '' });
    expect(english).not.to.have.any.keys('trailer_url', 'url_name', 'fm_fnt_feed_url', 'twitter_hashtag');
    expect(represent.event(event(), 'v3', settings).fm_fnt_feed_url).to.equal(`${feedUrl}/-1`);
  });

  it('show the parts of an event', () => {
    expect(represent.discussion(night, 'v1')).to.deep.equal({
      event_id: 70,
      title: 'Night 70: Uno contra Dos',
      url: 'https://d.example/en',
      twitter_hashtag: '#n',
      comments_enabled: true,
    });
    expect(represent.tickets(night, 'v3')).to.include({ event_id: 70, ticketurl: 'https://t.example' });
    expect(represent.watch(night, 'v3')).to.include({
      event_id: 70,
      trailer_url: 'https://v.example',
      event_time_text: '10PM/7PM',
      event_status: 'FINALIZED',
    });
    const metrics = { event_id: 70, statid: 12, fm_fnt_feed_url: `${feedUrl}/12` };
    expect(represent.metricsEntry(night, true, 'v3', settings)).to.include({
      ...metrics,
      base_title: 'Noche 70',
      live_event_url: `${feedUrl}/12`,
    });
    expect(represent.metricsEntry(night, false, 'v1', settings)).to.include({ ...metrics, live_event_url: null });
  });

  it('list the title of every division, vacant ones last', () => {
    const holder = (id: number, weight_class: string, more: object = {}) =>
      fighter({ id, weight_class, title_holder: true, pound_for_pound_rank: '2', ...more });
    const holders = [holder(4, 'Heavyweight', { belt_thumbnail: 'b' }), holder(2, 'Flyweight'), holder(3, 'Flyweight')];
    const [first, second, ...vacant] = represent.titleHolders(holders, 'v3', settings);
    expect(first).to.include({ id: 2, rank: 'C', pound_for_pound_rank: null, belt_thumbnail: placeholder });
    expect(second).to.include({ id: 4, weight_class: 'Heavyweight', belt_thumbnail: 'b' });
    expect(vacant.map(({ weight_class }) => weight_class).join(' ')).to.equal(
      'Women_Featherweight Bantamweight Featherweight Lightweight Welterweight Middleweight Light_Heavyweight ' +
        'Women_Strawweight Women_Flyweight Women_Bantamweight',
    );
    expect(vacant[0]).to.include({
      id: null,
      first_name: 'Por definir',
      wins: 0,
      title_holder: true,
      profile_image: placeholder,
      link: settings.notFoundPage,
    });
    const [, english] = represent.titleHolders([holder(2, 'Flyweight')], 'v1', settings);
    expect(english).to.include({ id: null, first_name: 'To be determined', belt_thumbnail: placeholder });
    expect(english).not.to.have.any.keys('link', 'profile_image', 'rank');
  });

  it('show photos only in a gallery', () => {
    const photo = { ...bareRecords.photos, caption: both('Uno', 'One') };
    const gallery = collections.media.normalise({ ...bareRecords.media, type: 'PHOTOGALLERY', photos: [photo] });
    expect(represent.mediaItem(gallery, 'v1').photos).to.deep.equal([{ ...bareRecords.photos, caption: 'One' }]);
    expect(represent.mediaItem({ ...gallery, type: 'INTERNALVIDEO' }, 'v1').photos).to.deep.equal([]);
    expect(represent.media(gallery, 'v1')).not.to.have.property('photos');
  });

  it('show an article with its media, fighters and news', () => {
    const news = collections.news.normalise({ ...bareRecords.news, title: both('Titular', 'Headline'), content: 'C' });
    const media = collections.media.normalise(bareRecords.media);
    const { profile_image: _, ...plain } = fighter();
    const reply = represent.article(news, { media, fighters: [plain], related: [news] }, 'v3', settings);
    expect(reply).to.deep.include({
      title: 'Titular',
      content: 'C',
      article_media: represent.media(media, 'v3'),
      related: [represent.news(news, 'v3')],
    });
    expect(reply.fighters[0]).to.include({ id: 1, profile_image: placeholder });
    const bare = represent.article(news, { media: undefined, fighters: [], related: [] }, 'v1');
    expect(bare).to.deep.include({ title: 'Headline', article_media: null, fighters: [], related: [] });
    expect(represent.news(news, 'v1')).not.to.have.property('content');
  });
});

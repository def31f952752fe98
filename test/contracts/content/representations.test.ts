import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import * as represent from '../../../contracts/content/represent/index.ts';
import { bareRecords, event, fighter } from './fixtures.ts';

const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};
const feedUrl = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
const moment = '2031-01-01T00:00:00Z';
const both = (spanish: string, english: string) => ({ es_US: spanish, en_US: english });

const night = event({
  ...{ id: 70, statid: 12, base_title: both('Noche 70', 'Night 70'), title_tag_line: 'Uno contra Dos' },
  ...{
    discuss_url: both('https://d.example/es', 'https://d.example/en'),
    twitter_hashtag: '#n',
    comments_enabled: true,
  },
  ...{ ticketurl: 'https://t.example', ticket_seller_name: 'S', ticket_image: 'i', ticket_general_sale_date: moment },
  ...{ trailer_url: 'https://v.example', mobile_stream_url: 'https://m.example', event_time_text: '10PM/7PM' },
  ...{ event_time_zone_text: 'ETPT', created: moment },
});

const eventV1 = {
  ...{ id: 70, event_date: '2031-01-01T00:00:00Z', secondary_feature_image: '', ticket_image: 'i' },
  ...{ event_time_zone_text: 'ETPT', short_description: '', event_dategmt: '2031-01-01T20:00:00Z' },
  ...{ end_event_dategmt: '2031-01-01T23:00:00Z', ticketurl: 'https://t.example', ticket_seller_name: 'S' },
  ...{ base_title: 'Night 70', title_tag_line: 'Uno contra Dos', statid: 12, feature_image: '', subtitle: 's' },
  ...{ event_status: 'FINALIZED', arena: '', location: '', event_time_text: '10PM/7PM' },
};
const eventV3 = {
  ...eventV1,
  ...{ base_title: 'Noche 70', twitter_hashtag: '#n', ticket_general_sale_date: moment, isppvevent: false },
  ...{ ticket_general_sale_text: 'N/A', corner_audio_available: false, corner_audio_blue_stream_url: null },
  ...{ corner_audio_red_stream_url: null, trailer_url: 'https://v.example', last_modified: moment, created: moment },
  ...{ url_name: 'noche-1', fm_fnt_feed_url: `${feedUrl}/12` },
};

const uno = fighter({ wins: 3, weight_class: 'Lightweight' });
const fighterV1 = {
  ...{ id: 1, wins: 3, statid: null, losses: null, last_name: 'Primero', weight_class: 'Lightweight', draws: null },
  ...{ title_holder: false, first_name: 'Uno', fighter_status: 'Active', thumbnail: 't' },
};
const fighterV3 = {
  ...fighterV1,
  ...{ nickname: null, rank: null, pound_for_pound_rank: null, profile_image: 'p', link: 'l' },
};

const video = collections.media.normalise(bareRecords.media);
const mediaReply = {
  ...{ ...bareRecords.media, description: '', more_link_text: '', thumbnail: '', more_linkurl: '', internal_url: '' },
  ...{ embedded_type: null, embedded_id: null, mobile_stream_url: null, mobile_video_url: null, keyword_ids: [] },
};
const text = collections.news.normalise({ ...bareRecords.news, title: both('Titular', 'Headline'), content: 'C' });
const newsReply = (title: string) => ({
  ...{ ...bareRecords.news, title, external_url_text: '', external_url: '', author: null, article_media_id: null },
  ...{ article_fighter_id: null, thumbnail: '', introduction: '', featured_news_category: null, created: null },
  ...{ published_start_date: null, keyword_ids: [] },
});

describe('representations', () => {
  it('show an event in both families', () => {
    expect(represent.event(night, 'v3', settings)).to.deep.equal(eventV3);
    expect(represent.event(night, 'v1', settings)).to.deep.equal(eventV1);
    expect(represent.event(event(), 'v3', settings).fm_fnt_feed_url).to.equal(`${feedUrl}/-1`);
  });

  it('show discussion, tickets, video and metrics of an event', () => {
    const discussion = { event_id: 70, twitter_hashtag: '#n', comments_enabled: true };
    const shared = {
      event_id: 70,
      statid: 12,
      title_tag_line: 'Uno contra Dos',
      event_dategmt: '2031-01-01T20:00:00Z',
    };
    const metrics = { ...shared, event_status: 'FINALIZED', fm_fnt_feed_url: `${feedUrl}/12` };
    expect([
      represent.discussion(night, 'v3'),
      represent.discussion(night, 'v1'),
      represent.tickets(night, 'v3'),
      represent.watch(night, 'v3'),
      represent.metricsEntry(night, true, 'v3', settings),
      represent.metricsEntry(night, false, 'v1', settings),
    ]).to.deep.equal([
      { ...discussion, title: 'Noche 70: Uno contra Dos', url: 'https://d.example/es' },
      { ...discussion, title: 'Night 70: Uno contra Dos', url: 'https://d.example/en' },
      {
        ...{ event_id: 70, ticketurl: 'https://t.example', ticket_seller_name: 'S', ticket_image: 'i' },
        ...{ ticket_general_sale_date: moment, ticket_general_sale_text: 'N/A' },
      },
      {
        ...{ event_id: 70, isppvevent: false, subtitle: 's', trailer_url: 'https://v.example' },
        ...{ mobile_stream_url: 'https://m.example', event_time_text: '10PM/7PM', event_time_zone_text: 'ETPT' },
        event_status: 'FINALIZED',
      },
      { ...metrics, base_title: 'Noche 70', live_event_url: `${feedUrl}/12` },
      { ...metrics, base_title: 'Night 70', live_event_url: null },
    ]);
  });

  it('list the title of every division, vacant ones last', () => {
    const holder = (id: number, weight_class: string | null, more: object = {}) =>
      fighter({ id, weight_class, title_holder: true, pound_for_pound_rank: '2', ...more });
    const holders = [holder(4, 'Heavyweight', { belt_thumbnail: 'b' }), holder(2, 'Flyweight'), holder(3, 'Flyweight')];
    const [first, second, third, ...others] = represent.titleHolders([...holders, holder(9, null)], 'v3', settings);
    const champion = { ...fighterV3, wins: null, title_holder: true, rank: 'C', pound_for_pound_rank: null };
    const vacant = {
      ...{ id: null, nickname: null, wins: 0, losses: 0, draws: 0, statid: null, last_name: null, rank: null },
      ...{ first_name: 'Por definir', title_holder: true, fighter_status: null, pound_for_pound_rank: null },
      belt_thumbnail: 'https://img.example.com/vacant.png',
      profile_image: 'https://img.example.com/vacant.png',
      link: 'https://www.example.com/fighter/not-found',
    };
    expect([first, second, third]).to.deep.equal([
      { ...champion, id: 2, weight_class: 'Flyweight', belt_thumbnail: 'https://img.example.com/vacant.png' },
      { ...champion, id: 4, weight_class: 'Heavyweight', belt_thumbnail: 'b' },
      { ...vacant, weight_class: 'Women_Featherweight' },
    ]);
    expect(others.map((row) => [row.weight_class, row.id])).to.deep.equal([
      ...[
        ['Bantamweight', null],
        ['Featherweight', null],
        ['Lightweight', null],
        ['Welterweight', null],
      ],
      ...[
        ['Middleweight', null],
        ['Light_Heavyweight', null],
        ['Women_Strawweight', null],
      ],
      ...[
        ['Women_Flyweight', null],
        ['Women_Bantamweight', null],
      ],
    ]);
    const { profile_image: _, link: __, ...plain } = holder(2, 'Flyweight');
    expect(represent.titleHolder(plain, 'v3', settings)).to.include({
      profile_image: 'https://img.example.com/vacant.png',
      link: 'https://www.example.com/fighter/uno-primero',
    });
    const [one, two] = represent.titleHolders([holder(2, 'Flyweight')], 'v1', settings);
    const image = 'https://img.example.com/vacant.png';
    expect([one, two]).to.deep.equal([
      { ...fighterV1, id: 2, wins: null, title_holder: true, weight_class: 'Flyweight', belt_thumbnail: image },
      {
        ...{ id: null, wins: 0, losses: 0, draws: 0, statid: null, last_name: null, first_name: 'To be determined' },
        ...{ weight_class: 'Women_Featherweight', title_holder: true, fighter_status: null, belt_thumbnail: image },
      },
    ]);
  });

  it('show photos only in a gallery', () => {
    const photo = { ...bareRecords.photos, caption: both('Uno', 'One') };
    const gallery = collections.media.normalise({ ...bareRecords.media, type: 'PHOTOGALLERY', photos: [photo] });
    expect(represent.media(video, 'v3')).to.deep.equal(mediaReply);
    expect(represent.mediaItem({ ...video, photos: gallery.photos }, 'v3')).to.deep.equal({
      ...mediaReply,
      photos: [],
    });
    expect(represent.mediaItem(gallery, 'v1')).to.deep.equal({
      ...mediaReply,
      type: 'PHOTOGALLERY',
      photos: [{ ...bareRecords.photos, caption: 'One' }],
    });
  });

  it('show an article with its media, fighters and news', () => {
    expect(represent.news(text, 'v1')).to.deep.equal(newsReply('Headline'));
    const parts = { media: video, fighters: [uno], related: [text] };
    expect(represent.article(text, parts, 'v3')).to.deep.equal({
      ...{ ...newsReply('Titular'), content: 'C', article_media: mediaReply, related: [newsReply('Titular')] },
      fighters: [fighterV3],
    });
    const named = fighter({ wins: 3, weight_class: 'Lightweight', thumbnail: both('es', 'en') });
    expect(represent.article(text, { ...parts, media: undefined, fighters: [named] }, 'v1')).to.deep.equal({
      ...{ ...newsReply('Headline'), content: 'C', article_media: null, related: [newsReply('Headline')] },
      fighters: [{ ...fighterV1, thumbnail: 'en' }],
    });
    const { profile_image: _, ...plain } = uno;
    const { fighters } = represent.article(text, { ...parts, fighters: [plain] }, 'v3', settings);
    expect(fighters).to.deep.equal([{ ...fighterV3, profile_image: 'https://img.example.com/vacant.png' }]);
  });
});

import { expect } from 'chai';
import { collections, normaliseAll } from '../../../contracts/content/collections/index.ts';
import * as representEvents from '../../../contracts/content/represent/events.ts';
import * as representFighters from '../../../contracts/content/represent/fighters.ts';
import * as representMedia from '../../../contracts/content/represent/media.ts';
import * as representNews from '../../../contracts/content/represent/news.ts';
import * as representPages from '../../../contracts/content/represent/pages.ts';
import { Fighter } from '../../../contracts/schemas/fighters.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { world } from '../../../contracts/world/index.ts';
import { bareRecords, event, fighter, settings } from './fixtures.ts';

describe('localised text', () => {
  it('falls back to the other locale', () => {
    const record = event({ base_title: { en_US: 'Night' }, subtitle: { es_US: 'En vivo', en_US: null } });
    expect(representEvents.event(record, 'v3', settings).base_title).to.equal('Night');
    expect(representEvents.event(record, 'v1', settings).subtitle).to.equal('En vivo');
  });

  it('omits an optional key that is empty in that language', () => {
    const record = fighter({ belt_thumbnail: { es_US: '', en_US: 'belt' } });
    expect(representFighters.fighter(record, 'v3')).to.not.have.property('belt_thumbnail');
    expect(representFighters.fighter(record, 'v1').belt_thumbnail).to.equal('belt');
  });

  it('of bundles may have locale names as keys', () => {
    const texts = { es_US: { es_US: 'Español', en_US: 'Spanish' }, en_US: 'Inglés', pt_BR: { en_US: 'Only' } };
    const record = collections.translations.normalise({ id: 'languages', translations: texts });
    expect(representPages.translation(record, 'v3')).to.deep.equal({
      id: 'languages',
      locale: 'es_US',
      translations: { es_US: 'Español', en_US: 'Inglés', pt_BR: 'Only' },
    });
  });
});

describe('replies', () => {
  const { profile_image: _, ...plain } = fighter();

  it('list one holder of a division, with a belt', () => {
    const holders = [2, 3].map((id) => fighter({ id, weight_class: 'Flyweight', title_holder: true }));
    const [first, second] = representFighters.titleHolders(holders, 'v3', settings);
    expect(first).to.include({ id: 2, rank: 'C', belt_thumbnail: settings.placeholderImage });
    expect(second?.id).to.equal(null);
  });

  it('have the URL of a live feed only with a feed', () => {
    const entry = (hasFeed: boolean) => representEvents.metricsEntry(event({ statid: 12 }), hasFeed, 'v3', settings);
    expect(entry(false).live_event_url).to.equal(null);
    expect(entry(true).live_event_url).to.equal('https://api.example.com/api/v1/us/fight_metrics/live_event/12');
  });

  it('show photos only in a gallery', () => {
    const gallery = { ...bareRecords.media, type: 'PHOTOGALLERY', photos: [bareRecords.photos] };
    const photosOf = (raw: object) => representMedia.mediaItem(collections.media.normalise(raw), 'v1').photos;
    expect(photosOf(gallery)).to.have.length(1);
    expect(photosOf({ ...gallery, type: 'INTERNALVIDEO' })).to.deep.equal([]);
  });

  it('show an article with pictures of its fighters', () => {
    const news = collections.news.normalise(bareRecords.news);
    const reply = representNews.article(news, { media: undefined, fighters: [plain], related: [] }, 'v3', settings);
    expect(reply.fighters[0]).to.include({ id: 1, profile_image: settings.placeholderImage });
  });
});

describe('recorded replies', () => {
  const { fighters, events } = normaliseAll(world);

  it('of fighters load and are sent unchanged', () => {
    const recorded = fighters.flatMap((one) => [
      representFighters.fighter(one, 'v3'),
      representFighters.fighterDetail(one, 'v3'),
    ]);
    for (const reply of recorded) {
      expect(findViolations(collections.fighters.schema, reply, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(reply);
      const sent =
        'height' in reply ? representFighters.fighterDetail(again, 'v3') : representFighters.fighter(again, 'v3');
      expect(sent).to.deep.equal(reply);
    }
  });

  it('of events load and are sent with new feed URLs', () => {
    for (const reply of events.map((one) => representEvents.event(one, 'v3', settings))) {
      const recorded = { ...reply, fm_fnt_feed_url: 'https://old.example.com/feed' };
      expect(findViolations(collections.events.schema, recorded, 'en')).to.deep.equal([]);
      expect(representEvents.event(collections.events.normalise(recorded), 'v3', settings)).to.deep.equal(reply);
    }
  });
});

describe('recorded v1 fighters', () => {
  it('get a placeholder image and a page link', () => {
    const recorded = normaliseAll(world).fighters.map((one) => representFighters.fighter(one, 'v1'));
    for (const one of recorded) {
      expect(Object.keys(one)).to.not.include.members(['profile_image', 'link', 'nickname', 'rank']);
      expect(findViolations(collections.fighters.schema, one, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(one);
      expect(representFighters.fighter(again, 'v1')).to.deep.equal(one);
      const sent = representFighters.fighter(again, 'v3', settings);
      expect(fits(Fighter, sent)).to.equal(true);
      expect(sent.profile_image).to.equal('https://img.example.com/vacant.png');
      expect(representFighters.fighterDetail(again, 'v3', settings).link).to.equal(sent.link);
    }
    const links = recorded.map((one) => representFighters.fighter(collections.fighters.normalise(one), 'v3').link);
    const english = normaliseAll(world).fighters.map(({ link }) => (link as { en_US: string }).en_US);
    expect(links).to.deep.equal(english);
    const [first] = recorded;
    const accented = collections.fighters.normalise({ ...first, first_name: 'Ana María', last_name: "O'Ñandú" });
    expect(representFighters.fighter(accented, 'v3', settings).link).to.equal(
      'https://www.example.com/fighter/ana-maria-o-nandu',
    );
    const silent = collections.fighters.normalise({ ...first, first_name: '三', last_name: '四' });
    expect(representFighters.fighter(silent, 'v3', settings).link).to.equal(
      `https://www.example.com/fighter/${first?.id}`,
    );
  });
});

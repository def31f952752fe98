import { expect } from 'chai';
import { isListed } from '../../../contracts/content/collections/alerts.ts';
import { collectionNames, collections, normaliseAll } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { world } from '../../../contracts/world/index.ts';
import { bareBout, bareFighter, bareRecords, event, fighter } from './fixtures.ts';

describe('normalised records', () => {
  it('store "" for null where "" is empty', () => {
    expect(event({ arena: null, twitter_hashtag: null })).to.deep.include({ arena: '', twitter_hashtag: '' });
  });

  it('drop null and "" of optional keys', () => {
    const record = fighter({ belt_thumbnail: null, left_full_body_image: '', right_full_body_image: 'r', fights: [] });
    expect(record).to.not.have.any.keys('belt_thumbnail', 'left_full_body_image', 'fights');
    expect(record.right_full_body_image).to.equal('r');
  });

  it('drop unknown keys', () => {
    expect(fighter({ unknown: 1 })).to.not.have.property('unknown');
  });

  it('keep pairs of keys together', () => {
    const record = event({ latitude: 1.5, longitude: null, main_event_fighter1_id: 1 });
    expect(record).to.not.have.any.keys('latitude', 'longitude', 'main_event_fighter1_id');
    expect(event({ latitude: 0, longitude: 0 })).to.deep.include({ latitude: 0, longitude: 0 });
    const main = { main_event_fighter1_id: 1, main_event_fighter2_id: 2 };
    expect(event({ ...main, longitude: 1 }))
      .to.include(main)
      .and.not.have.any.keys('latitude', 'longitude');
    expect(event({ main_event_fighter2_id: 2 })).to.not.have.any.keys(Object.keys(main));
  });

  it('sort career bouts by date and photos by order', () => {
    const bout = (day: string) => ({ ...bareBout, Event: { Name: 'N', Date: day } });
    const { fights } = fighter({ fights: ['2029-01-01', '2030-01-01', '2028-12-31'].map(bout) });
    expect(fights?.map(({ Event }) => Event.Date)).to.deep.equal(['2030-01-01', '2029-01-01', '2028-12-31']);
    expect(fights?.[0]).to.deep.include({ statid: '1', WeighIn: null });

    const photo = (id: number, gallery_order: number) => ({ ...bareRecords.photos, id, gallery_order });
    const gallery = { ...world.media[2], photos: [photo(1, 10), photo(3, 9), photo(2, 9)] };
    expect(collections.media.normalise(gallery).photos.map(({ id }) => id)).to.deep.equal([2, 3, 1]);
    const presenter = { ...bareRecords.octagon_girls, gallery: gallery.photos };
    expect(collections.octagon_girls.normalise(presenter).gallery.map(({ id }) => id)).to.deep.equal([2, 3, 1]);
  });

  it('list statistics under the division of their fighter', () => {
    const raw = { ...world, fighters: [{ ...bareFighter, statid: 9, weight_class: 'Lightweight' }] };
    const rows = [{ statid: 9, stat: 'SLpM', Value: '1', Rank: 1, Born: 'PER' }];
    const { sync } = memoryReader(normaliseAll({ ...raw, stats: rows }));
    for (const list of ['w:lw', 'c:PER', 'w:lw+c:PER'])
      expect(sync.list('stats', list).records, list).to.have.length(1);
    expect(sync.list('stats', 'w:hw').records).to.be.empty;
    const own = rows.map((row) => ({ ...row, weight_class: 'Heavyweight' }));
    const { stats } = normaliseAll({ ...raw, stats: own });
    expect(stats.map(({ weight_class }) => weight_class)).to.deep.equal(['Heavyweight']);
  });
});

describe('violations of raw records', () => {
  const wrong = (name: keyof typeof collections, raw: unknown) => findViolations(collections[name].schema, raw, 'en');

  it('name the place and what was expected', () => {
    const { thumbnail: _, ...noThumbnail } = bareFighter;
    expect(wrong('fighters', { ...noThumbnail, id: 'x', wins: -1, rank: 'Z' })).to.have.deep.members([
      { pointer: '/id', detail: 'Must be an integer from 1 to 2147483647.' },
      { pointer: '/wins', detail: 'Must be an integer of at least 0 or null.' },
      {
        pointer: '/rank',
        detail:
          'Must be "C", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14" or "15" or null.',
      },
      { pointer: '/thumbnail', detail: 'Is required.' },
    ]);
  });
});

describe('lenient records', () => {
  /** The value with an unknown key in every object, at any depth. */
  function withUnknownKeys(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withUnknownKeys);
    if (typeof value !== 'object' || value === null || 'es_US' in value || 'en_US' in value) return value;
    const members = Object.entries(value).map(([key, inner]) => [key, withUnknownKeys(inner)]);
    return { ...Object.fromEntries(members), unknownKey: { deep: [1, null] } };
  }

  for (const name of collectionNames.filter((collection) => collection !== 'translations')) {
    it(`of ${name} ignore unknown keys at every depth`, () => {
      for (const raw of world[name]) {
        const extended = withUnknownKeys(raw);
        expect(findViolations(collections[name].schema, extended, 'en')).to.deep.equal([]);
        expect(collections[name].normalise(extended)).to.deep.equal(collections[name].normalise(raw));
      }
    });
  }
});

describe('alerts', () => {
  const alert = (expires: string | null) =>
    collections.alerts.normalise({ id: 1, title: 't', message: 'm', created: '2031-01-01T00:00:00Z', expires });

  it('are listed until they expire', () => {
    const expires = '2031-01-02T00:00:00Z';
    expect(isListed(alert(expires), Date.parse(expires) - 1)).to.equal(true);
    expect(isListed(alert(expires), Date.parse(expires))).to.equal(false);
    expect(isListed(alert(null), Date.parse('9999-01-01T00:00:00Z'))).to.equal(true);
  });
});

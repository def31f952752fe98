import { expect } from 'chai';
import { isListed } from '../../contracts/content/collections/alerts.ts';
import { collectionNames, collections, normaliseAll } from '../../contracts/content/collections/index.ts';
import { memoryReader } from '../../contracts/content/reader.ts';
import * as represent from '../../contracts/content/represent/index.ts';
import { Fighter } from '../../contracts/schemas/fighters.ts';
import { fits, mismatches } from '../../contracts/schemas/validation.ts';
import { world } from '../../contracts/world/index.ts';

const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};

const bareFighter = {
  id: 1,
  first_name: 'Uno',
  last_name: 'Primero',
  title_holder: false,
  fighter_status: 'Active',
  thumbnail: 't',
  profile_image: 'p',
  link: 'l',
};
const bareEvent = {
  id: 1,
  event_date: '2031-01-01T00:00:00Z',
  event_dategmt: '2031-01-01T20:00:00Z',
  end_event_dategmt: '2031-01-01T23:00:00Z',
  base_title: 'Noche 1',
  subtitle: 's',
  ticket_general_sale_text: 'N/A',
  event_status: 'FINALIZED',
  isppvevent: false,
  corner_audio_available: false,
  last_modified: '2031-01-01T00:00:00Z',
  url_name: 'noche-1',
};
const bareFight = { id: 5, fightcard_order: 1, fighter1_id: 1, fighter2_id: 2 };
const averages = {
  AverageFightTime: '6:32',
  AverageFightTime_Seconds: '392.0',
  KDAverage: '0.1',
  SLpM: '2.0',
  StrikingAccuracy: '45.11',
  SApM: '3.0',
  StrikingDefense: '50.0',
  TakedownAverage: '1.0',
  TakedownAccuracy: '33.3',
  TakedownDefense: '66.6',
  SubmissionsAverage: '0.5',
};

const fighter = (more: object = {}) => collections.fighters.normalise({ ...bareFighter, ...more });
const event = (more: object = {}) => collections.events.normalise({ ...bareEvent, ...more });

/** The only fight of an event, between two fighters. */
function fight(more: object = {}, inEvent: object = {}, one: object = {}, two: object = {}) {
  const record = event({ ...inEvent, fights: [{ ...bareFight, ...more }] });
  const fighters = new Map([fighter(one), fighter({ id: 2, ...two })].map((each) => [each.id, each]));
  const [reply] = represent.fights(record, fighters, 'v3', settings);
  if (!reply) throw new Error('no fight');
  return reply;
}

describe('a raw record', () => {
  it('takes empty values for missing keys', () => {
    expect(fighter()).to.deep.include({ nickname: null, wins: null, height: 0, ko_tko_wins: 0, rank: null });
    expect(fighter()).to.not.have.any.keys('belt_thumbnail', 'fights', 'SLpM');
    expect(event()).to.deep.include({ arena: '', title_tag_line: null, fights: [], comments_enabled: false });
  });

  it('has null made "" where empty is ""', () => {
    expect(event({ arena: null, twitter_hashtag: null })).to.deep.include({ arena: '', twitter_hashtag: '' });
  });

  it('loses null and "" where empty is absent', () => {
    const record = fighter({ belt_thumbnail: null, left_full_body_image: '', right_full_body_image: 'r', fights: [] });
    expect(record).to.not.have.any.keys('belt_thumbnail', 'left_full_body_image', 'fights');
    expect(record.right_full_body_image).to.equal('r');
  });

  it('keeps every other value as it is, untrimmed', () => {
    expect(fighter({ nickname: '  El Zorro ' }).nickname).to.equal('  El Zorro ');
    expect(fighter({ nickname: '' }).nickname).to.equal('');
  });

  it('loses unknown keys', () => {
    expect(fighter({ unknown: 1 })).to.not.have.property('unknown');
  });

  it('keeps pairs together', () => {
    const record = event({ latitude: 1.5, longitude: null, main_event_fighter1_id: 1 });
    expect(record).to.not.have.any.keys('latitude', 'longitude', 'main_event_fighter1_id');
    expect(event({ latitude: 0, longitude: 0 })).to.deep.include({ latitude: 0, longitude: 0 });
  });

  it('has null for an average that is unknown beside known ones', () => {
    expect(fighter({ SLpM: '3.1' })).to.deep.include({ SLpM: '3.1', SApM: null, AverageFightTime: null });
  });

  it('has career bouts newest first and photos in gallery order', () => {
    const bout = (day: string) => ({
      statid: '1',
      Event: { Name: 'n', Date: day },
      WeightClass: { Description: 'Lightweight' },
      Result: { Outcome: 'Win' },
      Opponent: { statid: '2', FirstName: 'a', LastName: 'b' },
      KOOfTheNight: 0,
      SubmissionOfTheNight: 0,
      PerformanceOfTheNight: 0,
    });
    const { fights } = fighter({ fights: [bout('2029-01-01'), bout('2030-01-01')] });
    expect(fights?.map(({ Event }) => Event.Date)).to.deep.equal(['2030-01-01', '2029-01-01']);
    expect(fights?.[0]).to.deep.include({ WeighIn: null });
    expect(fights?.[0]?.Result.Method).to.equal(null);
    expect(fights?.[0]?.Opponent.profile_image).to.equal(null);

    const photo = (id: number, gallery_order: number) => ({
      id,
      gallery_order,
      thumbnail_path: 't',
      path: 'p',
      media_id: 1,
    });
    const gallery = { ...world.media[2], photos: [photo(1, 10), photo(3, 9), photo(2, 9)] };
    expect(collections.media.normalise(gallery).photos.map(({ id }) => id)).to.deep.equal([2, 3, 1]);
  });

  it('of statistics may have numbers in strings', () => {
    const row = { statid: '1822', stat: 'SLpM', Value: '5.1', Rank: '3', Born: 'PER' };
    expect(mismatches(collections.stats.schema, row, 'en')).to.deep.equal([]);
    expect(collections.stats.normalise(row)).to.deep.include({ statid: 1822, Rank: 3 });
  });

  it('of statistics is listed under the division of its fighter', () => {
    const raw = { ...world, fighters: [{ ...bareFighter, statid: 9, weight_class: 'Lightweight' }] };
    const rows = [{ statid: 9, stat: 'SLpM', Value: '1', Rank: 1, Born: 'PER' }];
    const { sync } = memoryReader(normaliseAll({ ...raw, stats: rows }));
    for (const list of ['w:lw', 'c:PER', 'w:lw+c:PER'])
      expect(sync.list('stats', list).records, list).to.have.length(1);
    expect(sync.list('stats', 'w:hw').records).to.be.empty;
  });
});

describe('text per locale', () => {
  it('is sent in the language of the family', () => {
    const record = event({ base_title: { es_US: 'Noche', en_US: 'Night' } });
    expect(represent.event(record, 'v3', settings).base_title).to.equal('Noche');
    expect(represent.event(record, 'v1', settings).base_title).to.equal('Night');
  });

  it('falls back to the other locale', () => {
    const record = event({ base_title: { en_US: 'Night' }, subtitle: { es_US: 'En vivo', en_US: null } });
    expect(represent.event(record, 'v3', settings).base_title).to.equal('Night');
    expect(represent.event(record, 'v1', settings).subtitle).to.equal('En vivo');
  });

  it('leaves a key out that is "" in one language and empty when absent', () => {
    const record = fighter({ belt_thumbnail: { es_US: '', en_US: 'belt' } });
    expect(represent.fighter(record, 'v3')).to.not.have.property('belt_thumbnail');
    expect(represent.fighter(record, 'v1').belt_thumbnail).to.equal('belt');
  });

  it('adds the tag line to the title of a discussion, when there is one', () => {
    const titled = event({ title_tag_line: { es_US: 'Uno contra Dos', en_US: '' } });
    expect(represent.discussion(titled, 'v3').title).to.equal('Noche 1: Uno contra Dos');
    expect(represent.discussion(titled, 'v1').title).to.equal('Noche 1');
    expect(represent.discussion(event(), 'v3').title).to.equal('Noche 1');
  });
});

describe('a recorded array', () => {
  const { fighters, events } = normaliseAll(world);

  it('of fighters loads as it is and is sent value for value', () => {
    const recorded = fighters.flatMap((one) => [represent.fighter(one, 'v3'), represent.fighterDetail(one, 'v3')]);
    for (const reply of recorded) {
      expect(mismatches(collections.fighters.schema, reply, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(reply);
      const sent = 'height' in reply ? represent.fighterDetail(again, 'v3') : represent.fighter(again, 'v3');
      expect(sent).to.deep.equal(reply);
    }
  });

  it('of events loads as it is and is sent value for value, but for the feed URLs', () => {
    for (const reply of events.map((one) => represent.event(one, 'v3', settings))) {
      const recorded = { ...reply, fm_fnt_feed_url: 'https://old.example.com/feed' };
      expect(mismatches(collections.events.schema, recorded, 'en')).to.deep.equal([]);
      expect(represent.event(collections.events.normalise(recorded), 'v3', settings)).to.deep.equal(reply);
    }
  });
});

describe('a fight', () => {
  it('takes from its fighters what it leaves out', () => {
    const both = { left_full_body_image: 'L', right_full_body_image: 'R', ...averages };
    const reply = fight({}, {}, { ...both, wins: 14, losses: 2, draws: 1, weight: 155, reach: 74, rank: '4' }, both);
    expect(reply).to.deep.include({
      fighter1_first_name: 'Uno',
      fighter1record: '14-2-1',
      fighter1weight: 155,
      fighter1reach: 74,
      fighter1_rank: '4',
      fighter1_full_body_image: 'L',
      fighter2_full_body_image: 'R',
      fighter1_averagefighttime: '6:32',
      fighter1_submissionsaverage: '0.5',
      fighter2record: '0-0-0',
    });
  });

  it('keeps its own values, null too', () => {
    const own = { fighter1weight: 160, fighter1_nickname: null, fighter1_profile_image: '', fighter1record: '1-0-0' };
    const reply = fight(own, {}, { weight: 155, nickname: 'x', wins: 9 });
    expect(reply).to.deep.include({
      fighter1weight: 160,
      fighter1_nickname: null,
      fighter1record: '1-0-0',
      fighter1_wins: 9,
    });
    expect(reply).to.not.have.property('fighter1_profile_image');
  });

  it('has the averages of the fighter as a whole or not at all', () => {
    const unknownDefence = fight({}, {}, { ...averages, TakedownDefense: null });
    expect(unknownDefence).to.deep.include({ fighter1_takedowndefense: null, fighter1_slpm: '2.0' });
    expect(Object.keys(fight({}, {}, { ...averages, SLpM: null })).filter((key) => key.includes('sapm'))).to.be.empty;
    expect(Object.keys(fight({ fighter1_slpm: null }, {}, averages)).filter((key) => key.includes('sapm'))).to.be.empty;
  });

  it('has nobody where the opponent is not yet known', () => {
    expect(fight({ fighter2_id: 0 })).to.deep.include({
      fighter2_id: 0,
      fighter2_first_name: null,
      fighter2_last_name: null,
      fighter2_statid: null,
      fighter2record: '0-0-0',
      fighter2weight: 0,
    });
  });

  it('has the result before the end until the event is over', () => {
    expect(fight()).to.deep.include({ result: represent.noResultYet, fighter1_is_winner: false, ending_time: '' });
    expect(fight({}, { event_status: 'POST_EVENT' })).to.not.have.any.keys('result', 'fighter1_is_winner');
    expect(fight({ result: null })).to.not.have.property('result');
    expect(fight({ result: { Method: 'KO/TKO' } }).result).to.deep.include({
      Method: 'KO/TKO',
      EndingTime: '',
      Scores: [],
    });
  });

  it('has five keys in each score, and before the end one score of five nulls', () => {
    expect(fight().result?.Scores).to.deep.equal([
      { WinnerScore: null, LoserScore: null, JudgeID: null, JudgeFirstName: null, JudgeLastName: null },
    ]);
    const Scores = [
      { WinnerScore: '29', LoserScore: '28', JudgeID: '17', JudgeFirstName: 'Eva', JudgeLastName: 'Jurado' },
    ];
    expect(fight({ result: { Scores } }).result?.Scores).to.deep.equal(Scores);
    const [early] = fight({ result: { Scores: [{ WinnerScore: '29', LoserScore: '28' }] } }).result?.Scores ?? [];
    expect(early).to.deep.equal({
      WinnerScore: '29',
      LoserScore: '28',
      JudgeID: null,
      JudgeFirstName: null,
      JudgeLastName: null,
    });
  });

  for (const status of ['ANNOUNCED', 'FINALIZED', 'LIVE', 'POST_EVENT'] as const) {
    it(`is never given the result before the end when one of the two has won, in an event that is ${status}`, () => {
      for (const winner of ['fighter1_is_winner', 'fighter2_is_winner']) {
        const won = fight({ [winner]: true }, { event_status: status });
        expect(won)
          .to.include({ [winner]: true })
          .and.not.have.property('result');
        const told = fight({ [winner]: true, result: { Method: 'KO/TKO' } }, { event_status: status });
        expect(told.result?.Method).to.equal('KO/TKO');
      }
    });
  }

  it('has feed URLs with -1 for what the supplier does not know', () => {
    const url = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
    expect(fight({ statid: 7 }, { statid: 3 }).fm_stats_feed_url).to.equal(`${url}/3?fight=7`);
    expect(fight().fm_fight_rhythm_feed_url).to.equal(`${url}/-1?fight=-1`);
  });
});

describe('what is wrong with a raw record', () => {
  const wrong = (name: keyof typeof collections, raw: unknown) => mismatches(collections[name].schema, raw, 'en');

  it('names the place and what is expected there', () => {
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

  it('points into arrays and objects', () => {
    const raw = { ...bareEvent, event_dategmt: 'soon', fights: [bareFight, { ...bareFight, fighter1_id: null }] };
    expect(wrong('events', raw)).to.have.deep.members([
      { pointer: '/event_dategmt', detail: 'Must be a string like "2031-04-05T18:22:10Z".' },
      { pointer: '/fights/1/fighter1_id', detail: 'Must be an integer from 0 to 2147483647.' },
    ]);
  });

  it('names the pages there are', () => {
    expect(wrong('pages', { page: 'home' })).to.deep.equal([
      { pointer: '/page', detail: 'Must be "live" or "live_content" or "chat" or "instructions".' },
    ]);
    expect(wrong('pages', { page: 'chat', enabled: 'yes' })[0]?.pointer).to.equal('/enabled');
  });

  it('asks an embedded video for the player it needs', () => {
    const [item] = world.media;
    expect(wrong('media', { ...item, embedded_type: null })[0]?.pointer).to.equal('/embedded_type');
  });

  it('names a translation that is no text, and a record that is none', () => {
    expect(wrong('translations', { id: 'labels', translations: { 'a/b': 3 } })[0]?.pointer).to.equal(
      '/translations/a~1b',
    );
    expect(wrong('fighters', [])).to.deep.equal([{ pointer: '', detail: 'Must be an object.' }]);
  });
});

describe('memoryReader', () => {
  const { sync, ...reader } = memoryReader(normaliseAll(world));

  it('reads the same with and without waiting', async () => {
    expect(await reader.get('fighters', 3107)).to.equal(sync.get('fighters', '3107'));
    expect(await reader.many('events', [7001, 1])).to.deep.equal([sync.get('events', 7001), undefined]);
    expect(await reader.list('news', 'fighter:3107')).to.deep.equal(sync.list('news', 'fighter:3107'));
  });

  for (const name of ['news', 'fighters'] as const) {
    it(`pages through ${name} without gap or repetition`, () => {
      const seen: unknown[] = [];
      let after: string | undefined;
      do {
        const { records, next } = sync.list(name, undefined, { limit: 3, ...(after !== undefined && { after }) });
        seen.push(...records);
        after = next;
      } while (after !== undefined);
      expect(seen).to.deep.equal(sync.list(name).records);
    });
  }

  it('announces no further page after the last record', () => {
    expect(sync.list('events', undefined, { limit: 3 })).to.not.have.property('next');
    expect(sync.list('events', undefined, { limit: 2 })).to.have.property('next');
  });
});

describe('an alert', () => {
  const alert = (expires: string | null) =>
    collections.alerts.normalise({ id: 1, title: 't', message: 'm', created: '2031-01-01T00:00:00Z', expires });

  it('is listed until the moment it expires', () => {
    const expires = '2031-01-02T00:00:00Z';
    expect(isListed(alert(expires), Date.parse(expires) - 1)).to.equal(true);
    expect(isListed(alert(expires), Date.parse(expires))).to.equal(false);
    expect(isListed(alert(null), Date.parse('9999-01-01T00:00:00Z'))).to.equal(true);
  });
});

describe('recorded records', () => {
  const settings = {
    publicUrl: 'https://api.example.com',
    placeholderImage: 'https://cdn.example.com/nobody.png',
    notFoundPage: 'https://site.example.com/en/not-found',
  };

  it('of fighters of version 1 load as they are, with a placeholder image and a page of their own', () => {
    const recorded = normaliseAll(world).fighters.map((one) => represent.fighter(one, 'v1'));
    for (const one of recorded) {
      expect(Object.keys(one)).to.not.include.members(['profile_image', 'link', 'nickname', 'rank']);
      expect(mismatches(collections.fighters.schema, one, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(one);
      expect(represent.fighter(again, 'v1')).to.deep.equal(one);
      const sent = represent.fighter(again, 'v3', settings);
      expect(fits(Fighter, sent)).to.equal(true);
      expect(sent.profile_image).to.equal('https://cdn.example.com/nobody.png');
      expect(represent.fighterDetail(again, 'v3', settings).link).to.equal(sent.link);
    }
    const links = recorded.map((one) => represent.fighter(collections.fighters.normalise(one), 'v3').link);
    const english = normaliseAll(world).fighters.map(({ link }) => (link as { en_US: string }).en_US);
    expect(links).to.deep.equal(english);
    const [first] = recorded;
    const accented = collections.fighters.normalise({ ...first, first_name: 'Ana María', last_name: "O'Ñandú" });
    expect(represent.fighter(accented, 'v3', settings).link).to.equal(
      'https://site.example.com/fighter/ana-maria-o-nandu',
    );
    const silent = collections.fighters.normalise({ ...first, first_name: '三', last_name: '四' });
    expect(represent.fighter(silent, 'v3', settings).link).to.equal(`https://site.example.com/fighter/${first?.id}`);
  });

  /** The value with a key that nobody knows in every object, however deep. */
  function withUnknownKeys(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withUnknownKeys);
    if (typeof value !== 'object' || value === null || 'es_US' in value || 'en_US' in value) return value;
    const members = Object.entries(value).map(([key, inner]) => [key, withUnknownKeys(inner)]);
    return { ...Object.fromEntries(members), unknownKey: { deep: [1, null] } };
  }

  for (const name of collectionNames.filter((one) => one !== 'translations')) {
    it(`of ${name} load with unknown keys at every depth, which are ignored`, () => {
      for (const raw of world[name]) {
        const stranger = withUnknownKeys(raw);
        expect(mismatches(collections[name].schema, stranger, 'en')).to.deep.equal([]);
        expect(collections[name].normalise(stranger)).to.deep.equal(collections[name].normalise(raw));
      }
    });
  }

  it('take null and "" for absent where that is the empty value', () => {
    const raw = { ...bareEvent, fights: ['', null].map((result, index) => ({ ...bareFight, id: index + 1, result })) };
    expect(mismatches(collections.events.schema, raw, 'en')).to.deep.equal([]);
    expect(collections.events.normalise(raw).fights.map(({ result }) => result)).to.deep.equal([null, null]);
  });
});

import { expect } from 'chai';
import { collections, normaliseAll } from '../../../contracts/content/collections/index.ts';
import * as represent from '../../../contracts/content/represent/index.ts';
import { Fighter } from '../../../contracts/schemas/fighters.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import { world } from '../../../contracts/world/index.ts';
import { bareFight, event, fighter } from './fixtures.ts';

const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};
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

/** The only fight of an event, between two fighters. */
function fight(more: object = {}, inEvent: object = {}, one: object = {}, two: object = {}) {
  const record = event({ ...inEvent, fights: [{ ...bareFight, ...more }] });
  const fighters = new Map([fighter(one), fighter({ id: 2, ...two })].map((each) => [each.id, each]));
  const [reply] = represent.fights(record, fighters, 'v3', settings);
  if (!reply) throw new Error('no fight');
  return reply;
}

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

  it('leaves out an optional key that is "" in a language', () => {
    const record = fighter({ belt_thumbnail: { es_US: '', en_US: 'belt' } });
    expect(represent.fighter(record, 'v3')).to.not.have.property('belt_thumbnail');
    expect(represent.fighter(record, 'v1').belt_thumbnail).to.equal('belt');
  });

  it('is empty where no language has any', () => {
    const nowhere = { es_US: null, en_US: null };
    expect(represent.fighter(fighter({ belt_thumbnail: nowhere }), 'v3')).to.not.have.property('belt_thumbnail');
    expect(represent.discussion(event({ title_tag_line: nowhere }), 'v1').title).to.equal('Noche 1');
  });

  it('of a bundle of translations is found under any key, the names of locales too', () => {
    const texts = { es_US: { es_US: 'Español', en_US: 'Spanish' }, en_US: 'Inglés', pt_BR: { en_US: 'Only' } };
    const record = collections.translations.normalise({ id: 'languages', translations: texts });
    expect(represent.translation(record, 'v3')).to.deep.equal({
      id: 'languages',
      locale: 'es_US',
      translations: { es_US: 'Español', en_US: 'Inglés', pt_BR: 'Only' },
    });
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
      expect(findMismatches(collections.fighters.schema, reply, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(reply);
      const sent = 'height' in reply ? represent.fighterDetail(again, 'v3') : represent.fighter(again, 'v3');
      expect(sent).to.deep.equal(reply);
    }
  });

  it('of events loads as it is and is sent value for value, but for the feed URLs', () => {
    for (const reply of events.map((one) => represent.event(one, 'v3', settings))) {
      const recorded = { ...reply, fm_fnt_feed_url: 'https://old.example.com/feed' };
      expect(findMismatches(collections.events.schema, recorded, 'en')).to.deep.equal([]);
      expect(represent.event(collections.events.normalise(recorded), 'v3', settings)).to.deep.equal(reply);
    }
  });
});

describe('recorded fighters of version 1', () => {
  const settings = {
    publicUrl: 'https://api.example.com',
    placeholderImage: 'https://cdn.example.com/placeholder.png',
    notFoundPage: 'https://site.example.com/en/not-found',
  };

  it('load as they are, with a placeholder image and a page for each', () => {
    const recorded = normaliseAll(world).fighters.map((one) => represent.fighter(one, 'v1'));
    for (const one of recorded) {
      expect(Object.keys(one)).to.not.include.members(['profile_image', 'link', 'nickname', 'rank']);
      expect(findMismatches(collections.fighters.schema, one, 'en')).to.deep.equal([]);
      const again = collections.fighters.normalise(one);
      expect(represent.fighter(again, 'v1')).to.deep.equal(one);
      const sent = represent.fighter(again, 'v3', settings);
      expect(fits(Fighter, sent)).to.equal(true);
      expect(sent.profile_image).to.equal('https://cdn.example.com/placeholder.png');
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

  it('has the values of the fight, null too', () => {
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

  it('has no names where the opponent is not known yet', () => {
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

  it('has five keys in each score, and before the end a single score of five nulls', () => {
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
    it(`does not get the result before the end if either fighter has won, in an event that is ${status}`, () => {
      for (const winner of ['fighter1_is_winner', 'fighter2_is_winner']) {
        const won = fight({ [winner]: true }, { event_status: status });
        expect(won)
          .to.include({ [winner]: true })
          .and.not.have.property('result');
        const recorded = fight({ [winner]: true, result: { Method: 'KO/TKO' } }, { event_status: status });
        expect(recorded.result?.Method).to.equal('KO/TKO');
      }
    });
  }

  it('has feed URLs with -1 for events and fights without a statid', () => {
    const url = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
    expect(fight({ statid: 7 }, { statid: 3 }).fm_stats_feed_url).to.equal(`${url}/3?fight=7`);
    expect(fight().fm_fight_rhythm_feed_url).to.equal(`${url}/-1?fight=-1`);
  });
});

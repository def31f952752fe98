import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import * as represent from '../../../contracts/content/represent/index.ts';
import { Fight } from '../../../contracts/schemas/fights.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { findMismatches } from '../../../contracts/schemas/validation/mismatches.ts';
import { bareEvent, bareFight, event, fighter } from './fixtures.ts';

const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};
const averages = {
  ...{ AverageFightTime: '6:32', AverageFightTime_Seconds: '392.0', KDAverage: '0.1', SLpM: '2.0' },
  ...{ StrikingAccuracy: '45.11', SApM: '3.0', StrikingDefense: '50.0', TakedownAverage: '1.0' },
  ...{ TakedownAccuracy: '33.3', TakedownDefense: '66.6', SubmissionsAverage: '0.5' },
};
const averagesOf = (n: 1 | 2) =>
  Object.fromEntries(Object.entries(averages).map(([key, value]) => [`fighter${n}_${key.toLowerCase()}`, value]));

const uno = fighter({
  ...{ weight: 155, height: 70, reach: 74, nickname: 'Zorro', weight_class: 'Lightweight', rank: '4', statid: 31 },
  ...{ wins: 14, losses: 2, draws: 1, left_full_body_image: 'L1', right_full_body_image: 'R1', ...averages },
});
const dos = fighter({
  ...{ id: 2, first_name: 'Dos', last_name: 'Segundo', weight: 154, height: 71, reach: 75, nickname: 'Gato' },
  ...{ weight_class: 'Welterweight', rank: 'C', statid: 32, wins: 9, losses: 1, draws: 0, profile_image: 'p2' },
  ...{ left_full_body_image: 'L2', right_full_body_image: 'R2', ...averages },
});

const feedUrl = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
const noResult = {
  ...{ Method: null, EndingRound: null, EndingTime: '', Submission: null, EndStrike: null, EndTarget: null },
  ...{ EndPosition: null, EndNotes: null, FightOfTheNight: null },
  Scores: [{ WinnerScore: null, LoserScore: null, JudgeID: null, JudgeFirstName: null, JudgeLastName: null }],
};

function replyOf(raw: object, fighters = [uno, dos], more: object = {}) {
  const rawEvent = { ...bareEvent, ...more, fights: [{ ...bareFight, ...raw }] };
  expect(findMismatches(collections.events.schema, rawEvent, 'en')).to.deep.equal([]);
  const record = collections.events.normalise(rawEvent);
  const byId = new Map(fighters.map((one) => [one.id, one]));
  const [reply] = represent.fights(record, byId, 'v3', settings);
  expect(fits(Fight, reply)).to.equal(true);
  return reply;
}

const own = {
  ...{ id: 5, event_id: 1, statid: null, fightcard_order: 1, fight_description: null, is_title_fight: false },
  ...{ is_main_event: false, is_prelim: false, fighter1_id: 1, fighter2_id: 2, fighter1odds: null, fighter2odds: null },
  ending_time: '',
};
const feeds = { fm_stats_feed_url: `${feedUrl}/-1?fight=-1`, fm_fight_rhythm_feed_url: `${feedUrl}/-1?fight=-1` };
const before = { fighter1_is_winner: false, fighter2_is_winner: false, result: noResult };
const first = {
  ...{ fighter1record: '14-2-1', fighter1height: 70, fighter1weight: 155, fighter1reach: 74 },
  ...{ fighter1_first_name: 'Uno', fighter1_last_name: 'Primero', fighter1_nickname: 'Zorro', fighter1_rank: '4' },
  ...{ fighter1_weight_class: 'Lightweight', fighter1_wins: 14, fighter1_losses: 2, fighter1_draws: 1 },
  ...{ fighter1_statid: 31, fighter1_full_body_image: 'L1', fighter1_profile_image: 'p', ...averagesOf(1) },
};
const second = {
  ...{ fighter2record: '9-1-0', fighter2height: 71, fighter2weight: 154, fighter2reach: 75 },
  ...{ fighter2_first_name: 'Dos', fighter2_last_name: 'Segundo', fighter2_nickname: 'Gato', fighter2_rank: 'C' },
  ...{ fighter2_weight_class: 'Welterweight', fighter2_wins: 9, fighter2_losses: 1, fighter2_draws: 0 },
  ...{ fighter2_statid: 32, fighter2_full_body_image: 'R2', fighter2_profile_image: 'p2', ...averagesOf(2) },
};
/** What is sent of a fighter of whom nothing is known. */
const nobody = (n: 1 | 2) => ({
  ...{ [`fighter${n}record`]: '0-0-0', [`fighter${n}height`]: 0, [`fighter${n}weight`]: 0, [`fighter${n}reach`]: null },
  ...{ [`fighter${n}_first_name`]: null, [`fighter${n}_last_name`]: null, [`fighter${n}_nickname`]: null },
  ...{ [`fighter${n}_weight_class`]: null, [`fighter${n}_rank`]: null, [`fighter${n}_wins`]: null },
  ...{ [`fighter${n}_losses`]: null, [`fighter${n}_draws`]: null, [`fighter${n}_statid`]: null },
});
const given = (n: 1 | 2) => ({
  ...{
    [`fighter${n}record`]: '1-2-3',
    [`fighter${n}height`]: 60,
    [`fighter${n}weight`]: 120,
    [`fighter${n}reach`]: 61,
  },
  ...{ [`fighter${n}_first_name`]: 'A', [`fighter${n}_last_name`]: 'B', [`fighter${n}_nickname`]: 'C' },
  ...{ [`fighter${n}_weight_class`]: 'Flyweight', [`fighter${n}_rank`]: '9', [`fighter${n}_wins`]: 4 },
  ...{ [`fighter${n}_losses`]: 5, [`fighter${n}_draws`]: 6, [`fighter${n}_statid`]: 40 + n },
  ...{ [`fighter${n}_full_body_image`]: 'F', [`fighter${n}_profile_image`]: 'P', [`fighter${n}_is_winner`]: n === 1 },
  ...Object.fromEntries(Object.keys(averagesOf(n)).map((key) => [key, key.endsWith('time') ? '1:11' : '11.1'])),
});

describe('fights', () => {
  it('take missing values from their fighters', () => {
    expect(replyOf({})).to.deep.equal({ ...own, ...first, ...second, ...before, ...feeds });
    const crossed = replyOf({ fighter1_id: 2, fighter2_id: 1 });
    expect(crossed).to.include({
      fighter1_full_body_image: 'L2',
      fighter2_full_body_image: 'R1',
      fighter2record: '14-2-1',
    });
  });

  it('have empty values for unknown fighters', () => {
    expect(replyOf({}, [])).to.deep.equal({ ...own, ...nobody(1), ...nobody(2), ...before, ...feeds });
  });

  for (const value of [null, '']) {
    it(`stay empty where their own values are ${JSON.stringify(value)}`, () => {
      const texts = ['first_name', 'last_name', 'nickname', 'rank'];
      const blank = Object.fromEntries([1, 2].flatMap((n) => texts.map((text) => [`fighter${n}_${text}`, value])));
      const nothing = [...Object.keys(given(1)), ...Object.keys(given(2)), 'result'].map((key) => [key, value]);
      const reply = replyOf(Object.fromEntries(nothing));
      expect(reply).to.deep.equal({ ...own, ...nobody(1), ...nobody(2), ...blank, ...feeds });
    });
  }

  it('have all averages of a fighter or none', () => {
    const optional = ['strikingdefense', 'takedownaccuracy', 'takedowndefense'];
    for (const key of Object.keys(averages)) {
      const isOptional = optional.includes(key.toLowerCase());
      const reply = replyOf({}, [fighter({ ...averages, [key]: null })]);
      const sent = { ...averagesOf(1), [`fighter1_${key.toLowerCase()}`]: null };
      const { ...found } = Object.fromEntries(Object.entries(reply ?? {}).filter(([name]) => name in sent));
      expect(found, key).to.deep.equal(isOptional ? sent : {});
      const ownOne = replyOf({ [`fighter1_${key.toLowerCase()}`]: key === 'AverageFightTime' ? '1:11' : '11.1' });
      expect(
        Object.keys(ownOne ?? {}).filter((name) => name in sent),
        key,
      ).to.deep.equal([]);
    }
  });

  it('have a placeholder image for a fighter without one', () => {
    const { profile_image: _, ...plain } = uno;
    expect(replyOf({}, [plain])?.fighter1_profile_image).to.equal('https://img.example.com/vacant.png');
  });

  it('have no winner until the event is over', () => {
    const winners = (raw: object, event_status = 'LIVE') => {
      const { fighter1_is_winner, fighter2_is_winner, result } = replyOf(raw, [], { event_status }) ?? {};
      return [fighter1_is_winner, fighter2_is_winner, result && (result.Method ?? 'none')];
    };
    expect([
      winners({}),
      winners({}, 'POST_EVENT'),
      winners({ fighter1_is_winner: true }),
      winners({ fighter2_is_winner: true }),
      winners({ fighter1_is_winner: false }),
      winners({ fighter2_is_winner: null }),
      winners({ result: { Method: 'KO/TKO' } }),
      winners({ result: null }),
      winners({ fighter1_is_winner: false, fighter2_is_winner: true, result: { Method: 'KO/TKO' } }, 'POST_EVENT'),
    ]).to.deep.equal([
      [false, false, 'none'],
      [undefined, undefined, undefined],
      [true, undefined, undefined],
      [undefined, true, undefined],
      [false, false, 'none'],
      [false, undefined, 'none'],
      [undefined, undefined, 'KO/TKO'],
      [undefined, undefined, undefined],
      [false, true, 'KO/TKO'],
    ]);
  });
});

describe('cards', () => {
  it('name each known fighter once', () => {
    const pairs = [
      [3, 1],
      [0, 2],
      [1, 0],
      [4, 3],
    ];
    const fights = pairs.map(([fighter1_id, fighter2_id], place) => ({
      ...{ id: place + 1, fightcard_order: place, fighter1_id, fighter2_id },
    }));
    expect(represent.fighterIdsOf(event({ fights }))).to.deep.equal([3, 1, 2, 4]);
    expect(represent.fighterIdsOf(event())).to.deep.equal([]);
  });

  it('sort fights by place, then id', () => {
    const fights = [
      [4, 2],
      [9, 1],
      [8, 1],
      [10, 1],
    ].map(([id, fightcard_order]) => ({ ...bareFight, id, fightcard_order }));
    expect(event({ fights }).fights.map(({ id }) => id)).to.deep.equal([8, 9, 10, 4]);
  });
});

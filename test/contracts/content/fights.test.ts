import { expect } from 'chai';
import * as representFights from '../../../contracts/content/represent/fights.ts';
import { Fight } from '../../../contracts/schemas/fights.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { bareFight, event, fighter, settings } from './fixtures.ts';

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
const sentAverages = (n: 1 | 2) =>
  Object.fromEntries(Object.entries(averages).map(([key, value]) => [`fighter${n}_${key.toLowerCase()}`, value]));
/** The only fight of an event, between two fighters. */
function fight(more: object = {}, inEvent: object = {}, one: object = {}, two: object = {}) {
  const record = event({ ...inEvent, fights: [{ ...bareFight, ...more }] });
  const fighters = new Map([fighter(one), fighter({ id: 2, ...two })].map((each) => [each.id, each]));
  const [reply] = representFights.fights(record, fighters, 'v3', settings);
  if (!reply) throw new Error('no fight');
  expect(fits(Fight, reply)).to.equal(true);
  return reply;
}

describe('fights', () => {
  it('take missing values from their fighters', () => {
    const one = { nickname: 'Zorro', weight: 155, wins: 14, losses: 2, draws: 1, statid: 31 };
    const images = { left_full_body_image: 'L', right_full_body_image: 'R', profile_image: 'p' };
    expect(fight({}, {}, { ...one, ...images, ...averages }, images)).to.include({
      fighter1_first_name: 'Uno',
      fighter1_nickname: 'Zorro',
      fighter1weight: 155,
      fighter1record: '14-2-1',
      fighter1_statid: 31,
      fighter1_full_body_image: 'L',
      fighter2_full_body_image: 'R',
      fighter2record: '0-0-0',
      ...sentAverages(1),
    });
  });

  it('prefer their own values, null included', () => {
    const own = { fighter1weight: 160, fighter1_nickname: null, fighter1_profile_image: '', fighter1record: '1-0-0' };
    const { fighter1_profile_image: _, ...sent } = own;
    const reply = fight(own, {}, { weight: 155, nickname: 'x', wins: 9 });
    expect(reply).to.include({ ...sent, fighter1_wins: 9 });
    expect(reply).not.to.have.property('fighter1_profile_image');
  });

  it('have no names for an unknown fighter', () => {
    expect(fight({ fighter2_id: 0 })).to.include({
      fighter2_first_name: null,
      fighter2_last_name: null,
      fighter2_statid: null,
      fighter2record: '0-0-0',
      fighter2height: 0,
      fighter2weight: 0,
      fighter2reach: null,
    });
  });

  it('have all averages of a fighter or none', () => {
    const optional = ['StrikingDefense', 'TakedownAccuracy', 'TakedownDefense'];
    for (const key of Object.keys(averages)) {
      const sent = Object.keys(fight({}, {}, { ...averages, [key]: null })).filter((name) => name in sentAverages(1));
      expect(sent.length, key).to.equal(optional.includes(key) ? Object.keys(averages).length : 0);
    }
  });

  it('have an empty result before the end', () => {
    const winners = (raw: object, event_status = 'LIVE') => {
      const { fighter1_is_winner, fighter2_is_winner, result } = fight(raw, { event_status });
      return [fighter1_is_winner, fighter2_is_winner, result && (result.Method ?? 'none')];
    };
    const over = { fighter1_is_winner: false, fighter2_is_winner: true, result: { Method: 'KO/TKO' } };
    for (const [raw, status, expected] of [
      [{}, 'LIVE', [false, false, 'none']],
      [{}, 'POST_EVENT', [undefined, undefined, undefined]],
      [{ fighter1_is_winner: true }, 'LIVE', [true, undefined, undefined]],
      [{ fighter2_is_winner: true }, 'ANNOUNCED', [undefined, true, undefined]],
      [{ fighter1_is_winner: false }, 'LIVE', [false, false, 'none']],
      [{ fighter2_is_winner: null }, 'FINALIZED', [false, undefined, 'none']],
      [{ result: { Method: 'KO/TKO' } }, 'LIVE', [undefined, undefined, 'KO/TKO']],
      [{ result: null }, 'LIVE', [undefined, undefined, undefined]],
      [over, 'POST_EVENT', [false, true, 'KO/TKO']],
    ] as const) {
      expect(winners(raw, status), JSON.stringify(raw)).to.deep.equal(expected);
    }
  });

  it('have five keys in each score', () => {
    const empty = { WinnerScore: null, LoserScore: null, JudgeID: null, JudgeFirstName: null, JudgeLastName: null };
    expect(fight().result?.Scores).to.deep.equal([empty]);
    const reply = fight({ result: { Scores: [{ WinnerScore: '29', LoserScore: '28' }] } });
    expect(reply.result?.Scores).to.deep.equal([{ ...empty, WinnerScore: '29', LoserScore: '28' }]);
  });

  it('are sorted by place, then id', () => {
    const places = { 4: 2, 9: 1, 8: 1, 10: 1 };
    const fights = Object.entries(places).map(([id, place]) => ({ ...bareFight, id: +id, fightcard_order: place }));
    expect(event({ fights }).fights.map(({ id }) => id)).to.deep.equal([8, 9, 10, 4]);
  });
});

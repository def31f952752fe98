import { expect } from 'chai';
import {
  actionsOf,
  cardOf,
  fightOf,
  minutes,
  momentumOf,
  phaseOf,
  scoresOf,
  statisticsOf,
  votesOf,
} from '../../../common/pages/board/model.js';

const action = (ActionID: number, Type: string, Round: string, TruckTime: string, Fighter = '0') => ({
  ...{ ActionID, Type, Round, TruckTime, Fighter },
});
const started = action(1, 'Round_Start', '2', '23:58:30');

/** A fight of the feed; `more` replaces members. */
const fed = (more: object = {}) => ({
  ...{ FightID: '6502', Order: '2', Status: 'live', CurRd: '2', PossibleRds: '3', Method: '', EndingRoundNum: '' },
  ...{ AccoladeName: '', WeightClassName: "Women's Straw Weight", FightActions: [started] },
  Fighters: [
    {
      ...{ FighterID: '11', Color: 'Red', FullName: 'Ana Roja', LastName: 'Roja', ShortName: 'A. Roja', Outcome: '' },
      Record: { Win: '3', Loss: '1', Draw: '' },
    },
    { FighterID: '12', Color: 'Blue', FullName: '', LastName: '', ShortName: 'B. Azul', Outcome: 'Win', Record: {} },
  ],
  ...more,
});
const stored = (more: object = {}) => ({
  ...{ id: 88_002, statid: 6502, fighter1_statid: 12, fighter2_statid: 11, fighter1_weight_class: 'Flyweight' },
  ...{ fighter1_first_name: 'Bea', fighter1_last_name: 'Azul', fighter1record: '7-0-0', fighter2_last_name: 'Roja' },
  ...{ fight_description: 'Main Event', is_title_fight: true, result: { Method: '' }, ending_time: '' },
  ...more,
});
const feed = (more: object = {}) => ({ CurFight: '6502', EventEnd: '', Timestamp: '2031-04-05T23:59:35', ...more });

// What the page gets is JSON of the service; a test needs only what each function reads.
const card = (fights: object[], feeds: object[] = [], more: object = {}) =>
  cardOf(fights as never, { ...feed(more), Fights: feeds } as never);
const phase = (fight: object, statistics?: object, more: object = {}) =>
  phaseOf(fight as never, feed(more) as never, statistics as never);

describe('the model of the board', () => {
  it('joins fights of content and feed by corner', () => {
    const [bout] = card([stored()], [fed()]);
    expect(bout).to.deep.include({
      ...{ key: 'stored 88002', fightId: 88_002, swapped: false, weightClass: 'Flyweight', isTitle: true },
      ...{ description: 'Main Event', status: 'live', method: '', endingRound: 0, endingTime: '' },
    });
    expect(bout?.red).to.include({ name: 'Ana Roja', lastName: 'Roja', record: '3-1-0', statid: '11', won: false });
    expect(bout?.blue).to.include({ name: 'Bea Azul', lastName: 'Azul', record: '7-0-0', statid: '12', won: true });
    const [swapped] = card([stored({ fighter1_statid: 11, fighter2_statid: 12 })], [fed()]);
    expect([swapped?.swapped, swapped?.blue.name]).to.deep.equal([true, 'Roja']);
    const [first, second] = fed().Fighters;
    const drawn = [{ ...first, Record: { Win: '3', Loss: '', Draw: '2' } }, second];
    expect(card([stored()], [fed({ Fighters: drawn })])[0]?.red.record).to.equal('3-0-2');
  });

  it('expects no fight that a later one has overtaken', () => {
    const withoutFeed = stored({ id: 88_003, statid: null });
    const status = (later: object) => card([stored(), withoutFeed], [fed(later)])[1]?.status;
    expect(status({})).to.equal('open');
    expect(
      card([stored(), withoutFeed], [fed({ CurRd: '0', FightActions: [] })], { CurFight: '' })[1]?.status,
    ).to.equal('upcoming');
    expect(card([withoutFeed, stored()], [fed()])[0]?.status).to.equal('upcoming');
  });

  it('lists fights of content, then of the feed', () => {
    const only = [fed({ FightID: '2', Order: '9' }), fed({ FightID: '3', Order: '4', CurRd: '0', FightActions: [] })];
    const found = card([stored({ statid: 1, result: { Method: 'KO' }, ending_round_number: '3' })], only);
    expect(found.map(({ key, status }) => [key, status])).to.deep.equal([
      ['stored 88002', 'over'],
      ['fed 3', 'upcoming'],
      ['fed 2', 'live'],
    ]);
    expect(found[0]).to.deep.include({ method: 'KO', endingRound: 3, fed: undefined });
    expect(found[1]).to.deep.include({ fightId: null, weightClass: 'Women_Straw_Weight', isTitle: false });
    expect(found[1]?.blue.name).to.equal('B. Azul');
    const [unknown] = card([stored({ statid: 1, fighter1_statid: null, fighter2_statid: 13 })]);
    expect([unknown?.blue.statid, unknown?.red.statid]).to.deep.equal(['', '13']);
  });

  it('finds the status of a fight', () => {
    const statusOf = (more: object, ofFeed: object = {}) => card([], [fed(more)], ofFeed)[0]?.status;
    expect(statusOf({ Status: 'closed' })).to.equal('over');
    for (const type of ['Fight_Over', 'Results', 'Fight_Complete']) {
      expect(statusOf({ FightActions: [action(2, type, '2', '23:59:00')] }), type).to.equal('over');
    }
    expect(statusOf({}, { EventEnd: 'x' }), 'without a result').to.equal('open');
    const idle = { CurRd: '0', FightActions: [] };
    expect([statusOf(idle), statusOf(idle, { CurFight: '1' })]).to.deep.equal(['live', 'upcoming']);
  });

  it('finds the time at which a fight ended', () => {
    const endOf = (...FightActions: object[]) => card([], [fed({ EndingRoundNum: '2', FightActions })])[0]?.endingTime;
    for (const [start, type, end, expected] of [
      // Past midnight, at once, as long as a round and longer.
      ['23:58:30', 'Round_End', '00:01:02', '2:32'],
      ['23:58:30', 'Fight_Over', '23:58:30', '0:00'],
      ['23:58:30', 'Round_End', '00:03:30', '5:00'],
      ['23:58:30', 'Round_End', '00:03:31', ''],
      ['23:58', 'Round_End', '23:59', '0:01'],
      ['soon', 'Round_End', '23:59:00', ''],
      ...['00:00:01:00', '', ':', '0:1', '100:00'].map((wrong) => ['23:58:30', 'Round_End', wrong, ''] as const),
    ] as const) {
      const found = endOf(action(1, 'Round_Start', '2', start), action(2, type, '2', end));
      expect(found, `${start} to ${end}`).to.equal(expected);
    }
    expect(endOf(started)).to.equal('');
    const told = fed({ EndingRoundNum: '2', FightActions: [started, action(2, 'Round_End', '2', '00:01:02')] });
    expect(card([stored({ ending_time: '2:31' })], [told])[0]?.endingTime, 'of content').to.equal('2:31');
  });

  it('counts who leads in each minute', () => {
    const acts = [
      action(2, 'Striking', '2', '23:59:29', '12'),
      action(3, 'Striking', '2', '23:59:30', '11'),
      action(4, 'Takedown', '2', '23:59:40', '11'),
      // At the very end of the round, and after it.
      action(5, 'KD', '2', '00:03:30', '12'),
      action(6, 'Winner_Interview', '0', '00:05:00', '12'),
    ];
    const [bout] = card([], [fed({ FightActions: [started, ...acts] })]);
    expect(momentumOf(bout as never)).to.deep.equal([0, 0, 0, 0, 0, 1, -2, 0, 0, 1]);
  });

  it('picks the fight to show', () => {
    const idle = { CurRd: '0', FightActions: [] };
    const three = ['closed', 'live', 'upcoming'].map((Status, n) =>
      fed({ FightID: `${n}`, Order: `${n}`, ...(Status === 'live' ? {} : idle), Status }),
    );
    const shown = (fights: object[], CurFight: string) =>
      fightOf(card([stored({ statid: 77 })], fights, { CurFight }), feed({ CurFight }) as never)?.fed?.FightID;
    expect(shown(three, '2')).to.equal('2');
    expect(shown(three, '')).to.equal('1');
    expect(shown(three.slice(0, 1), '')).to.equal('0');
    // A card runs from the last fight of the night to the first.
    const over = ['5', '6'].map((FightID) => fed({ FightID, Order: FightID, ...idle, Status: 'closed' }));
    expect(shown([...over, ...three.slice(2)], ''), 'the last that ended').to.equal('5');
    expect(shown([...three.slice(2), fed({ FightID: '9', Order: '9', ...idle })], '')).to.equal('9');
    expect(shown([], '')).to.equal(undefined);
  });

  it('finds the phase and the clock', () => {
    const own = { FightID: '6502', CurrentRound: '2', CurrentRoundTime: '01:07' };
    const ended = { FightActions: [started, action(2, 'Round_End', '2', '23:59:00')] };
    const ofThird = { CurRd: '1', FightActions: [started, action(2, 'KD', '3', '23:59:00')] };
    for (const [is, round, clock, fight, statistics] of [
      ['round', 2, '1:05', {}],
      ['round', 2, '1:07', {}, own],
      ['round', 2, '0:00', {}, { ...own, CurrentRoundTime: '00:00' }],
      ['round', 2, '1:05', ofThird],
      ['round', 2, '1:05', {}, { ...own, FightID: '1' }],
      ['round', 3, '1:07', {}, { ...own, CurrentRound: '3' }],
      ['round', 3, '', { CurRd: '3' }, own],
      ['starting', 0, '', { CurRd: '0', FightActions: [] }],
      ['break', 2, '', ended],
      ['round', 3, '', { ...ended, CurRd: '3' }],
      ['over', 2, '0:00', { Status: 'closed' }, { ...own, CurrentRoundTime: '00:00' }],
      ['over', 2, '', { Status: 'closed' }],
    ] as const) {
      const { seconds, ...found } = phase(fed(fight), statistics);
      const shown = Number.isNaN(seconds) ? '' : minutes(seconds);
      expect({ ...found, shown }, JSON.stringify([fight, statistics])).to.deep.equal({ is, round, shown: clock });
    }
    expect(phase(fed(), undefined, { Timestamp: '2031-04-05T23:58:30' }).seconds, 'as it begins').to.equal(0);
  });

  it('lists at most 40 actions, newest first', () => {
    const [bout] = card(
      [],
      [
        fed({
          FightActions: [
            action(0, 'Walkout', '0', '23:50:00', '11'),
            started,
            action(2, 'KD', '2', '23:59:59', '12'),
            action(3, 'Checkpoint', '2', '23:58:00'),
          ],
        }),
      ],
    );
    expect(actionsOf(bout as never)).to.deep.equal([
      { key: '6502 3', type: 'Checkpoint', round: 0, time: '', name: '', side: '' },
      { key: '6502 2', type: 'KD', round: 2, time: '1:29', name: 'B. Azul', side: 'blue' },
      { key: '6502 1', type: 'Round_Start', round: 2, time: '0:00', name: '', side: '' },
      { key: '6502 0', type: 'Walkout', round: 0, time: '', name: 'Ana Roja', side: 'red' },
    ]);
    const many = Array.from({ length: 41 }, (_, n) => action(n, 'Striking', '2', '23:59:00'));
    const shown = actionsOf({ ...bout, fed: fed({ FightActions: many }) } as never);
    expect([shown.length, shown[0]?.key, shown.at(-1)?.key]).to.deep.equal([40, '6502 40', '6502 1']);
  });

  const round = (round_num: number, one: number, two: number, percentage: string) => ({
    ...{ round_num, fighter1_votes: one, fighter2_votes: two },
    ...{ fighter1_percentage: percentage, fighter2_percentage: (100 - Number(percentage)).toFixed(2) },
  });
  const tally = { rounds: [round(1, 1, 2, '33.33'), round(2, 0, 0, '0.00')] } as never;
  const mean = (round_num: number, one: string, two: string, scores_count: number) => ({
    ...{ round_num, fighter1_score: one, fighter2_score: two, scores_count, open: round_num === 2 },
  });
  const scoring = { rounds: [mean(1, '9.10', '10.00', 3), mean(2, '9.20', '8.00', 1), mean(3, '7', '7', 0)] } as never;

  it('assigns votes and scorecards to corners', () => {
    expect(votesOf(tally, false)).to.deep.equal([
      { round: 1, blue: 1, red: 2, share: 33.33, bluePercent: 33, redPercent: 67 },
      { round: 2, blue: 0, red: 0, share: 0, bluePercent: 0, redPercent: 0 },
    ]);
    const swapped = { round: 1, blue: 2, red: 1, share: 66.67, bluePercent: 67, redPercent: 33 };
    expect(votesOf(tally, true)[0]).to.deep.equal(swapped);
    const half = { rounds: [round(1, 67, 33, '66.50')] } as never;
    expect(votesOf(half, false)[0], 'together 100').to.include({ bluePercent: 67, redPercent: 33 });
    expect(scoresOf(scoring, false)).to.deep.equal({
      rounds: [
        { round: 1, blue: '9.10', red: '10.00', count: 3, open: false },
        { round: 2, blue: '9.20', red: '8.00', count: 1, open: true },
        { round: 3, blue: '7', red: '7', count: 0, open: false },
      ],
      ...{ isScored: true, blue: '18.30', red: '18.00' },
    });
    const empty = { rounds: [mean(1, '0', '0', 0)] } as never;
    expect(scoresOf(empty, false)).to.include({ isScored: false, blue: '0.00' });
    expect(scoresOf(scoring, true)).to.deep.include({ blue: '18.00', red: '18.30' });
  });

  it('lists the statistics that have values', () => {
    const of = (strikes: string, control: string) => ({
      Strikes: { 'Significant Strikes': { Landed: strikes, Attempts: '9' }, 'Knock Down': { Landed: '' } },
      ...{ Grappling: { Takedowns: { Landed: '', Attempts: '' } }, TIP: { 'Control Time': control } },
    });
    expect(statisticsOf({ FightStats: { Blue: of('4', ''), Red: of('', '1:02') } } as never)).to.deep.equal([
      { name: 'strikes', blue: { Landed: '4', Attempts: '9' }, red: { Landed: '', Attempts: '9' } },
      { name: 'control', blue: { Landed: '' }, red: { Landed: '1:02' } },
    ]);
  });
});

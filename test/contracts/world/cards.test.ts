import { expect } from 'chai';
import { feed, world } from '../../../contracts/world/index.ts';

interface StoredFight {
  id: number;
  statid?: number;
  fightcard_order: number;
  fighter1_id: number;
  fighter2_id: number;
  scheduled_rounds?: number;
  is_title_fight?: boolean;
  is_main_event?: boolean;
  is_prelim?: boolean;
}

describe('the cards of the world', () => {
  const rowOf = (fight: StoredFight) => {
    const { id, statid, fightcard_order, fighter1_id, fighter2_id, scheduled_rounds } = fight;
    const marks = [fight.is_title_fight && 'title', fight.is_main_event && 'main', fight.is_prelim && 'prelim'];
    const numbers = [id, statid, fightcard_order, fighter1_id, fighter2_id, scheduled_rounds];
    return [...numbers, ...marks.filter((mark) => mark !== undefined)];
  };

  it('have these fights, with the rounds that content knows of', () => {
    expect(world.events.map(({ fights }) => (fights as StoredFight[]).map(rowOf))).to.deep.equal([
      [
        [87001, 6301, 1, 3101, 3102, undefined, 'title', 'main'],
        [87002, 6302, 2, 3125, 3124, undefined, 'title'],
        [87003, 6303, 3, 3103, 3104, undefined],
        [87004, 6304, 4, 3136, 3131, undefined, 'prelim'],
        [87005, 6305, 5, 3116, 3115, undefined, 'prelim'],
        [87006, 6306, 6, 3130, 3135, undefined, 'prelim'],
      ],
      [
        [88001, 6411, 1, 3107, 3112, 5, 'title', 'main'],
        [88002, 6412, 2, 3120, 3121, 5, 'title'],
        [88003, 6413, 3, 3115, 3116, 3],
        [88004, undefined, 4, 3135, 3136, 3, 'prelim'],
        [88005, 6415, 5, 3103, 3104, 3, 'prelim'],
        [88006, 6416, 6, 3130, 3131, 3, 'prelim'],
      ],
      [
        [89001, undefined, 1, 3101, 0, undefined, 'title', 'main'],
        [89002, undefined, 2, 0, 3136, undefined],
      ],
    ]);
  });

  it('are in the feed of the past event as it was left, with every result but the one that was never delivered', () => {
    const { sequence, FMLiveFeed } = feed.past;
    const { Fights = [], ...rest } = FMLiveFeed;
    expect({ sequence, ...rest }).to.deep.equal({
      ...{ sequence: 1, EventID: '804', Timestamp: '2031/02/09 05:31:00', GMT: '2031-02-09T00:00Z' },
      ...{ Date: '2031-02-08', Time: '21:00:00', Venue: 'Pabellón del Río', Country: 'Brazil', City: 'Recife' },
      ...{ CurFight: '', EventStart: '00:00:00', EventEnd: '05:30:00' },
    });
    const rows = Fights.map(({ Fighters = [], FightActions = [], ...fight }) => [
      ...[fight.FightID, fight.Order, fight.WeightClassID, fight.WeightClassName, fight.AccoladeName],
      ...[fight.Status, fight.PossibleRds, fight.CurRd, fight.Method, fight.EndingRoundNum, FightActions.length],
      ...Fighters.map(({ FighterID, Color, Outcome }) => [FighterID, Color, Outcome].join(' ')),
    ]);
    const women = "Women's Strawweight";
    expect(rows).to.deep.equal([
      [
        ...['6301', '1', '8', 'Heavyweight', 'Heavyweight Title', 'closed', '5', '2', 'KO/TKO', '2', 0],
        ...['1801 Blue Win', '1802 Red Loss'],
      ],
      [
        ...['6302', '2', '12', women, "Women's Strawweight Title", 'closed', '5', '5', 'DEC', '5', 0],
        ...['1847 Blue Win', '1846 Red Loss'],
      ],
      [
        ...['6303', '3', '7', 'Light Heavyweight', '', 'closed', '3', '3', 'DEC', '3', 0],
        ...['1803 Blue ', '1804 Red '],
      ],
      [
        ...['6304', '4', '2', 'Bantamweight', '', 'closed', '3', '2', 'SUB', '2', 0],
        ...['1858 Blue Loss', '1852 Red Win'],
      ],
      [...['6305', '5', '5', 'Welterweight', '', 'closed', '3', '1', '', '1', 0], '1835 Blue ', '1834 Red '],
    ]);
  });
});

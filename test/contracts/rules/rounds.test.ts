import { expect } from 'chai';
import {
  advance,
  boutFacts,
  currentRound,
  eventFacts,
  type Facts,
  feedFight,
  isOpen,
  lapsedWindows,
  liveFeedIsOnAir,
  noWindows,
  scheduledRounds,
  type Windows,
} from '../../../contracts/rules/rounds.ts';
import { completeBoutFeed, completeEventFeed, type EventFeed } from '../../../contracts/schemas/metrics.ts';

const graceMs = 120_000;

interface Shown {
  CurRd?: string;
  Status?: string;
  PossibleRds?: string;
  /** Type, or `Round_Start 2`. */
  actions?: string[];
}

function card(fight: Shown, event: { EventEnd?: string; EventStart?: string; CurFight?: string } = {}): EventFeed {
  const { actions = [], ...rest } = fight;
  const FightActions = actions.map((action, index) => {
    const [Type = '', Round = '0'] = action.split(' ');
    return { ActionID: String(index + 1), Type, Round };
  });
  return completeEventFeed({
    sequence: 1,
    FMLiveFeed: { EventID: '811', ...event, Fights: [{ FightID: '6411', ...rest, FightActions }] },
  });
}

const facts = (fight: Shown, event?: { EventEnd: string }): Facts => eventFacts(card(fight, event));
const statistics = (CurrentRound: string, Status = ''): Facts =>
  boutFacts(
    completeBoutFeed({
      sequence: 1,
      Type: 'Stats',
      FMLiveFeed: { EventID: '811', FightID: '6411', CurrentRound, Status },
    }),
  );

/** Windows of fight 6411 after updates that were accepted at 1000, 2000, … */
function windowsAfter(...updates: Facts[]): Windows['bouts'][string] | undefined {
  let windows = noWindows;
  for (const [index, update] of updates.entries()) windows = advance(windows, update, (index + 1) * 1000, graceMs);
  return windows.bouts['6411'];
}

describe('rounds', () => {
  it('have no window before the first start', () => {
    expect(windowsAfter(facts({ CurRd: '0' }), facts({ CurRd: '', actions: ['Walkout'] }))).to.equal(undefined);
  });

  const openings: [string, Facts][] = [
    ['CurRd', facts({ CurRd: '1' })],
    ['a Round_Start action', facts({ actions: ['Intro', 'Round_Start 1'] })],
    ["a bout's CurrentRound", statistics('1')],
  ];
  for (const [what, update] of openings) {
    it(`open with ${what}`, () => {
      expect(windowsAfter(update, update)).to.deep.equal({
        rounds: { 1: { openedMs: 1000, closesMs: null } },
        endedMs: null,
      });
    });
  }

  it('close a grace period after the next start', () => {
    const update = facts({ CurRd: '2' });
    expect(windowsAfter(facts({ CurRd: '1' }), update, update)?.rounds).to.deep.equal({
      1: { openedMs: 1000, closesMs: 2000 + graceMs },
      2: { openedMs: 2000, closesMs: null },
    });
  });

  const endings: [string, Facts][] = [
    ['Status closed', facts({ CurRd: '1', Status: 'closed' })],
    ['Fight_Over', facts({ CurRd: '1', actions: ['Fight_Over'] })],
    ['Results', facts({ CurRd: '1', actions: ['Results'] })],
    ['Fight_Complete', facts({ CurRd: '1', actions: ['Fight_Complete'] })],
    ['official bout statistics', statistics('1', 'official')],
    ['EventEnd', facts({ CurRd: '1' }, { EventEnd: '23:10:00' })],
  ];
  for (const [what, update] of endings) {
    it(`close a grace period after ${what}`, () => {
      expect(windowsAfter(facts({ CurRd: '1' }), update, update)).to.deep.equal({
        rounds: { 1: { openedMs: 1000, closesMs: 2000 + graceMs } },
        endedMs: 2000,
      });
    });
  }

  it('close immediately if start and end arrive together', () => {
    const closed = { openedMs: 1000, closesMs: 1000 };
    expect(windowsAfter(facts({ CurRd: '2', Status: 'closed' }))?.rounds).to.deep.equal({ 1: closed, 2: closed });
    const open = { openedMs: 1000, closesMs: null };
    expect(windowsAfter(facts({ CurRd: '3' }))?.rounds).to.deep.equal({ 1: closed, 2: closed, 3: open });
  });

  it('are closed immediately if they show too late', () => {
    const late = facts({ actions: ['Round_Start 1', 'Round_Start 2'] });
    const closed = { openedMs: 2000, closesMs: 2000 };
    expect(windowsAfter(facts({ actions: ['Round_Start 2'] }), late)?.rounds[1]).to.deep.equal(closed);
    expect(windowsAfter(facts({ Status: 'closed' }), late)?.rounds[2]).to.deep.equal(closed);
  });

  it('keep a moment that later updates take back', () => {
    const begun = facts({ CurRd: '1' });
    const over = facts({ CurRd: '2', Status: 'closed' });
    expect(windowsAfter(begun, over, facts({}), begun, facts({ CurRd: '1' }, { EventEnd: '23:10:00' }))).to.deep.equal(
      windowsAfter(begun, over),
    );
  });

  it('close in every bout when the event ends', () => {
    const other = eventFacts(card({}, { EventEnd: '23:10:00' }));
    const only: Facts = { bouts: new Map(), ended: other.ended };
    expect(windowsAfter(statistics('1'), only)?.rounds[1]?.closesMs).to.equal(2000 + graceMs);
  });

  for (const [CurRd, started] of [
    ['1', [1]],
    ['05', [1, 2, 3, 4, 5]],
    ['999', [1, 2, 3, 4, 5]],
    ...['0', '000', '+3', '-3', ' 3', '3 ', '3.0', '0x3', '1e0', '0003', '1000', 'x', ''].map((text) => [text, []]),
  ] as [string, number[]][]) {
    it(`are ${started.join(', ') || 'none'} up to "${CurRd}"`, () => {
      const bouts = new Map([['6411', { started: new Set(started), ended: false }]]);
      expect(facts({ CurRd })).to.deep.equal({ bouts, ended: false });
      expect(statistics(CurRd)).to.deep.equal({ bouts, ended: false });
    });
  }

  it('start with valid Round_Start actions', () => {
    const actions = ['Round_Start 5', 'Round_Start 6', 'Round_Start 0', 'Round_Start 3x', 'Round_End 2'];
    const bouts = new Map([['6411', { started: new Set([5]), ended: false }]]);
    expect(facts({ CurRd: '', actions, Status: 'open' })).to.deep.equal({ bouts, ended: false });
  });

  it('count as lapsed once closed', () => {
    const bout = (...closes: (number | null)[]) => ({
      rounds: Object.fromEntries(closes.map((closesMs, index) => [index + 1, { openedMs: 1, closesMs }])),
      endedMs: null,
    });
    expect(lapsedWindows(noWindows, 5)).to.equal(0);
    const windows = { bouts: { 6411: bout(4, 5, 6), 6412: bout(5, null) }, endedMs: null };
    expect([3, 4, 5, 6].map((nowMs) => lapsedWindows(windows, nowMs))).to.deep.equal([0, 1, 3, 4]);
  });

  it('are open from their start until they close', () => {
    expect(isOpen(undefined, 5)).to.equal(false);
    expect(isOpen({ openedMs: 1, closesMs: null }, 5)).to.equal(true);
    expect(isOpen({ openedMs: 1, closesMs: 6 }, 5)).to.equal(true);
    expect(isOpen({ openedMs: 1, closesMs: 5 }, 5)).to.equal(false);
  });
});

describe('currentRound', () => {
  it('is the latest started round, or 0', () => {
    expect(currentRound(undefined)).to.equal(0);
    expect(currentRound(windowsAfter(facts({ CurRd: '2' })))).to.equal(2);
  });
});

describe('scheduledRounds', () => {
  const plain = { is_title_fight: false, is_main_event: false };
  const rows: [string, Parameters<typeof scheduledRounds>, number][] = [
    ['the feed first', [{ PossibleRds: '4' }, { ...plain, scheduled_rounds: 3 }], 4],
    ['one round of the feed', [{ PossibleRds: '1' }, { ...plain, scheduled_rounds: 2 }], 1],
    ['five rounds of the feed', [{ PossibleRds: '5' }, { ...plain, scheduled_rounds: 2 }], 5],
    ['content when the feed says 0', [{ PossibleRds: '0' }, { ...plain, scheduled_rounds: 2 }], 2],
    ['content when the feed says 6', [{ PossibleRds: '6' }, { ...plain, scheduled_rounds: 2 }], 2],
    ['content without a feed', [undefined, { ...plain, is_title_fight: true, scheduled_rounds: 4 }], 4],
    ['content when the feed has none', [{ PossibleRds: '' }, { ...plain, scheduled_rounds: 2 }], 2],
    ['content when the feed has nonsense', [{ PossibleRds: '12' }, { ...plain, scheduled_rounds: 2 }], 2],
    ['5 for a title fight', [undefined, { ...plain, is_title_fight: true }], 5],
    ['5 for a main event', [undefined, { ...plain, is_main_event: true }], 5],
    ['3 otherwise', [undefined, plain], 3],
  ];
  for (const [title, parameters, rounds] of rows) {
    it(`takes ${title}`, () => expect(scheduledRounds(...parameters)).to.equal(rounds));
  }
});

describe('feedFight', () => {
  it('finds a fight by statid', () => {
    const feed = card({ CurRd: '1' });
    expect(feedFight(feed, 6411)?.CurRd).to.equal('1');
    for (const statid of [6412, null]) expect(feedFight(feed, statid)).to.equal(undefined);
    expect(feedFight(undefined, 6411)).to.equal(undefined);
  });
});

describe('liveFeedIsOnAir', () => {
  const walkout = { actions: ['Walkout'] };
  for (const [fight, event, isOnAir] of [
    [{}, {}, false],
    [{}, { EventStart: '19:00:00' }, true],
    [{}, { CurFight: '6411' }, true],
    [walkout, {}, true],
    [walkout, { EventStart: '19:00:00', EventEnd: '23:10:00' }, false],
  ] as const) {
    it(`returns ${isOnAir} for ${JSON.stringify({ ...fight, ...event })}`, () => {
      expect(liveFeedIsOnAir(card({ ...fight } as Shown, event))).to.equal(isOnAir);
    });
  }
});

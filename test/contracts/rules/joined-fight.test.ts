import { expect } from 'chai';
import { cardOf } from '../../../contracts/interactions/card.ts';
import { content, existing } from '../../../contracts/interactions/sample.ts';
import { ballotFight, joinFight } from '../../../contracts/rules/joined-fight.ts';
import { noWindows } from '../../../contracts/rules/rounds.ts';
import type { EventFeed } from '../../../contracts/schemas/metrics.ts';
import { ids } from '../../../contracts/world/index.ts';

const [joined] = cardOf(existing(content.get('events', ids.pastEvent)));
const { fight } = existing(joined);
const record = { ...existing(content.get('events', ids.pastEvent)?.fights[0]), statid: 10, scheduled_rounds: 3 };

describe('joinFight', () => {
  const windows = { ...noWindows, bouts: { 10: { rounds: { 2: { openedMs: 5, closesMs: null } }, endedMs: null } } };
  const feed = { FMLiveFeed: { Fights: [{ FightID: '10', PossibleRds: '5' }] } } as unknown as EventFeed;

  it('takes rounds and windows from the feed', () => {
    expect(joinFight(record, fight, { feed, windows })).to.deep.include({
      scheduledRounds: 5,
      windows: windows.bouts[10],
      currentRound: 2,
    });
  });
  it('uses content if the feed lacks the fight', () => {
    for (const [of, received] of [
      [record, undefined],
      [
        { ...record, statid: null },
        { feed, windows },
      ],
      [
        { ...record, statid: 11 },
        { feed, windows },
      ],
      [record, { feed: undefined, windows: { bouts: {}, endedMs: null } }],
    ] as const) {
      expect(joinFight(of, fight, received)).to.deep.include({
        scheduledRounds: 3,
        windows: undefined,
        currentRound: 0,
      });
    }
  });
  it('returns the ids that ballots are checked against', () => {
    expect(ballotFight({ fight, scheduledRounds: 3 })).to.deep.equal({
      fightId: fight.id,
      fightStatid: fight.statid,
      fighter1Statid: fight.fighter1_statid,
      fighter2Statid: fight.fighter2_statid,
      scheduledRounds: 3,
    });
  });
});

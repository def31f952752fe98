import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/index.ts';
import { send } from '../../support/http/send.ts';
import { sendOpenLoop } from '../../support/load/open-loop.ts';
import { blockEventLoop } from '../../support/run/block.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const json = { 'Content-Type': 'application/json' };
/** Refuses every request that may be refused, whenever a turn of the event loop is late. */
const none = { lateMs: -10, afterMs: -1, maxWaitMs: { urgent: -1, others: -1 } };

describe('overload', () => {
  let night: FightNight;
  afterEach(() => night.close());

  it('H11: refuses no request for one long turn', async () => {
    night = await startFightNight({ overload: {} });
    const ask = () => send(night.url, 'GET', '/api/v1/us/news?limit=3');
    await ask();
    blockEventLoop(120);
    expect((await ask()).status).to.equal(200);
    // At once, or when the turns of a busy machine are short again.
    await eventually(() => !night.server.overloadGuard?.isOn, 'the guard is off');
  });

  it('passes live updates with a valid feed key only', async () => {
    // Refuses what may be refused before votes.
    night = await startFightNight({ overload: { ...none, maxWaitMs: { urgent: 60_000, others: -1 } } });
    const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '870' } });
    const statusWith = async (headers: Record<string, string>) =>
      (await send(night.url, 'POST', updatePath, { ...json, ...headers }, update)).status;
    expect(await statusWith({}), 'no key').to.equal(503);
    expect(await statusWith({ Authorization: `Bearer ${wrongFeedKey}` }), 'a wrong key').to.equal(503);
    expect(await statusWith({ Authorization: `Bearer ${feedKey}` }), 'a valid key').to.equal(200);
    expect((await send(night.url, 'POST', votePath, json, '{}')).status, 'a vote').to.equal(422);
  });

  it('H04: answers health, and counts accepted votes only', async () => {
    night = await startFightNight({ overload: none }, { changesPerTenSeconds: 0 });
    const answers = await sendOpenLoop(night.url, {
      ...{ perSecond: 10_000, total: 300, connections: 1 },
      request: (index) => {
        if (index % 30 === 29) blockEventLoop(30);
        if (index % 3 === 0) return { method: 'GET', path: '/api/v3/mobile/health' };
        const client_id = `crowding-client-${String(index).padStart(7, '0')}`;
        const body = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id };
        return { method: 'POST', path: votePath, body };
      },
    });
    const healths = answers.filter((_, index) => index % 3 === 0);
    const votes = answers.filter((_, index) => index % 3 !== 0);
    expect(new Set(healths.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const refused = votes.filter(({ status }) => status === 503);
    const accepted = votes.filter(({ status }) => status === 201);
    expect(refused).to.have.length.above(0);
    expect(refused.length + accepted.length, 'no connection was reset').to.equal(votes.length);
    const waits = new Set(refused.map(({ headers }) => Number(headers['retry-after'])));
    expect(Math.min(...waits)).to.be.at.least(1);
    expect(Math.max(...waits)).to.be.at.most(16);
    const [tally] = await night.store.votes.tallies([ids.fightInProgress]);
    expect(tally?.get(2)?.get(ids.fightInProgressFighter1Statid) ?? 0).to.equal(accepted.length);
  });
});

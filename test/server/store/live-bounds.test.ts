import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import type { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const eventUpdate = (eventId: number, sequence: number, more: object = {}): EventUpdate => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), ...more },
});

const boutUpdate = (eventId: number, fightId: number, sequence: number, more: object = {}): BoutUpdate => ({
  sequence,
  Type: 'Stats',
  FMLiveFeed: { EventID: String(eventId), FightID: String(fightId), ...more },
});

describe('the size of a live feed', () => {
  let night: FightNight;
  let ids = 30_000;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const post = (update: object | string) =>
    send(
      night.url,
      'POST',
      '/api/v1/us/fight_metrics/update_live_event',
      { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` },
      typeof update === 'string' ? update : JSON.stringify(update),
    );

  it('refuses more than 100 bouts', async () => {
    const { live } = night.store;
    const id = ++ids;
    const full = {
      pointer: '#/FMLiveFeed',
      detail: 'Must fit beside the rest of the event, which has room for 100 bouts and 16777216 bytes.',
    };
    for (let bout = 1; bout <= 100; bout++) await live.update(boutUpdate(id, bout, 1));
    const refused = await post(boutUpdate(id, 101, 1));
    expect([refused.status, json(refused).errors]).to.deep.equal([422, [full]]);
    expect((await live.update(boutUpdate(id, 100, 2, { Referee: 'R. Ejemplo' }))).outcome).to.equal('applied');
    expect((await live.update(boutUpdate(id, 100, 2, { Referee: 'R. Ejemplo' }))).outcome).to.equal('duplicate');
    expect((await live.event(id))?.version).to.equal(101);

    const other = ++ids;
    const begun = (from: number) =>
      Array.from({ length: 60 }, (_, index) => ({ FightID: String(from + index), CurRd: '5' }));
    expect((await post(eventUpdate(other, 1, { Fights: begun(1) }))).status).to.equal(200);
    expect((await post(eventUpdate(other, 2, { Fights: begun(61) }))).status).to.equal(422);
    expect((await post(eventUpdate(other, 3, { Fights: begun(41) }))).status).to.equal(200);
    expect((await post(eventUpdate(other, 4, { Fights: begun(1) }))).status).to.equal(200);
    expect(Object.keys((await live.event(other))?.windows.bouts ?? {})).to.have.length(100);
  });

  it('fails the reader of a broken version only', async () => {
    const { live } = night.store;
    const id = ++ids;
    for (let sequence = 1; sequence <= 2; sequence++) await live.update(eventUpdate(id, sequence));
    const entry = ['feed', 'event', 'packed', 'x\u0001broken', 'bytes', 100, 'added', 1_000];
    await night.writes.xadd(`{live:${id}}:history`, '3-0', ...entry);
    await night.writes.hset(`{live:${id}}`, { version: 4, 'event:version': 4 });
    const failed = await live.follow(id, undefined, 2).catch((error: Error) => error.name);
    expect(failed).to.equal('StoreUnavailable');
    expect((await live.follow(id, undefined, undefined))?.what).to.equal('latest');
    expect((await live.event(id))?.version).to.equal(4);
  });
});

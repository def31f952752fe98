import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed } from '../../../contracts/world/index.ts';
import { json, send } from '../http/send.ts';
import type { Night, StartNight } from '../server/fight-night.ts';

const path = '/api/v1/us/fight_metrics/update_live_event';
const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };

export function describeMetrics(target: string, start: StartNight): void {
  describe(`${target}: POST /fight_metrics/update_live_event`, () => {
    let night: Night;
    before(async () => {
      night = await start();
    });
    after(() => night.close());

    const post = (body: object) => send(night.url, 'POST', path, headers, JSON.stringify(body));
    const get = (rest: string) => send(night.url, 'GET', `/api/v1/us/fight_metrics${rest}`);
    const event = (sequence: number, more: object = {}) => ({ sequence, FMLiveFeed: { EventID: '820', ...more } });

    it('completes the feed of an unknown event', async () => {
      expect((await get('/live_event/820')).status).to.equal(404);
      const answer = await post(event(5, { Venue: 'Arena', Extra: { kept: [1], seen: true } }));
      expect(json(answer)).to.deep.equal({
        ...{ status: 'ok', EventID: '820', FightID: null, sequence: 5, applied: true, reason: null, version: 1 },
      });
      const { FMLiveFeed } = json(await get('/live_event/820'));
      expect(FMLiveFeed).to.deep.include({
        EventID: '820',
        Venue: 'Arena',
        City: '',
        Fights: [],
        Extra: { kept: [1], seen: true },
      });
    });

    it('ignores repeated and older snapshots', async () => {
      const again = { FMLiveFeed: { Extra: { seen: true, kept: [1] }, Venue: 'Arena', EventID: '820' }, sequence: 5 };
      expect(json(await post(again))).to.include({ applied: false, reason: 'duplicate', sequence: 5, version: 1 });
      expect(json(await post(event(4)))).to.include({ applied: false, reason: 'stale', sequence: 5, version: 1 });
      const conflict = await post(event(5, { Venue: 'Other' }));
      expect(conflict.status).to.equal(409);
      expect(json(conflict).type).to.equal('urn:problem-type:sequence-conflict');
      expect(json(await get('/live_event/820')).FMLiveFeed.Venue).to.equal('Arena');
    });

    it('replaces the snapshot with a higher sequence', async () => {
      expect(json(await post(event(6, { City: 'Lima' })))).to.include({ applied: true, sequence: 6, version: 2 });
      expect(json(await get('/live_event/820')).FMLiveFeed).to.include({ City: 'Lima', Venue: '' });
    });

    it('numbers the bouts of an event separately', async () => {
      const bout = { sequence: 1, Type: 'Stats', FMLiveFeed: { EventID: '820', FightID: '6501', CurrentRound: '1' } };
      expect(json(await post(bout))).to.include({ FightID: '6501', sequence: 1, applied: true, version: 3 });
      const reply = json(await get('/live_event/820?fight=6501'));
      expect(reply).to.include({ Type: 'Stats', Timestamp: '' });
      expect(reply.FMLiveFeed.RoundStats.Round5.Blue.Strikes['Knock Down']).to.deep.equal({ Landed: '' });
      expect(json(await get('/live_event/820?fight=6502')).type).to.equal('urn:problem-type:live-fight-not-found');
      expect(json(await get('/live_event/821?fight=6501')).type).to.equal('urn:problem-type:live-event-not-found');
    });

    it('returns bouts before the feed of their event', async () => {
      const bout = { sequence: 1, Type: 'Stats', FMLiveFeed: { EventID: '822', FightID: '6503', CurrentRound: '1' } };
      expect(json(await post(bout))).to.include({ applied: true, version: 1 });
      expect(json(await get('/live_event/822?fight=6503')).FMLiveFeed.FightID).to.equal('6503');
      expect(json(await get('/live_event/822?fight=6504')).type).to.equal('urn:problem-type:live-fight-not-found');
      expect(json(await get('/live_event/822')).type).to.equal('urn:problem-type:live-event-not-found');
    });

    it('keeps the highest sequence of 200 shuffled snapshots', async () => {
      const sequences = Array.from({ length: 200 }, (_, n) => 1 + ((n * 67) % 100));
      const answers = await Promise.all(
        sequences.map((sequence) => post({ sequence, FMLiveFeed: { EventID: '830', Venue: `Arena ${sequence}` } })),
      );
      expect(answers.every(({ status }) => status === 200)).to.equal(true);
      expect(json(await get('/live_event/830')).FMLiveFeed.Venue).to.equal('Arena 100');
      const applied = answers.map(json).filter((reply) => reply.applied);
      expect(new Set(applied.map(({ sequence }) => sequence)).size).to.equal(applied.length);
    });

    it('opens a round for votes before it replies', async () => {
      const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
        fight.FightID === String(ids.fightInProgressStatid) ? { ...fight, CurRd: '3' } : fight,
      );
      const next = { sequence: 2, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } };
      expect(json(await post(next))).to.include({ applied: true });
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, n) => {
          const body = {
            round_num: 3,
            fighter_statid: ids.fightInProgressFighter1Statid,
            client_id: `client-of-round-3-${n}`,
          };
          const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
          return send(night.url, 'POST', votePath, headers, JSON.stringify(body));
        }),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 16 }, () => 201));
    });

    it('shows an event as live until its feed ends', async () => {
      expect(json(await get('/live_event_url'))).to.include({ event_id: ids.liveEvent, statid: ids.liveEventStatid });
      const ended = { sequence: 3, FMLiveFeed: { ...feed.event.FMLiveFeed, EventEnd: '05:00:00' } };
      await post(ended);
      expect(json(await get('/live_event_url'))).to.deep.equal({ event_id: null, statid: null, live_event_url: null });
      const live = await send(night.url, 'GET', '/api/v3/mobile/live');
      expect(json(live).live).to.equal(false);
    });
  });
}

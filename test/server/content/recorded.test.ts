import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { Event } from '../../../contracts/schemas/events.ts';
import { Fighter } from '../../../contracts/schemas/fighters.ts';
import { arbitraryOf } from '../../support/fixtures/arbitrary.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { runContent } from './run-content.ts';

const publish = (night: FightNight, path: string) => runContent({ redisUrl: night.redis.url }, ['publish', path]);

const withIds = <T extends { id: number }>(records: T[]): T[] =>
  records.map((record, index) => ({ ...record, id: index + 1 }));
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

describe('content publish of recorded v3 arrays', () => {
  let night: FightNight;
  let folder: string;
  const fighters = withIds(fc.sample(arbitraryOf(Fighter), { seed: 735, numRuns: 735 }));
  const events = withIds(fc.sample(arbitraryOf(Event), { seed: 472, numRuns: 472 }));
  before(async () => {
    night = await startFightNight();
    folder = await mkdtemp(join(tmpdir(), 'fightcard-recorded-'));
    await writeFile(join(folder, 'fighters.json'), JSON.stringify(fighters));
    await writeFile(join(folder, 'events.json'), JSON.stringify(events, null, 2));
  });
  after(async () => {
    await night.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('replies with 735 fighters and 472 events as published', async () => {
    const { out } = await publish(night, folder);
    expect(out).to.include('735 fighters').and.to.include('472 events');
    const fightersSent = json(await send(night.url, 'GET', '/api/v3/mobile/fighters'));
    expect(fightersSent.toSorted(byId)).to.deep.equal(fighters);
    const eventsSent = json(await send(night.url, 'GET', '/api/v3/mobile/events'));
    const ours = ({ fm_fnt_feed_url: _, ...event }: Event) => event;
    expect(eventsSent.toSorted(byId).map(ours)).to.deep.equal(events.map(ours));
    for (const { statid, fm_fnt_feed_url } of eventsSent) {
      expect(fm_fnt_feed_url).to.match(new RegExp(`/api/v1/us/fight_metrics/live_event/${statid ?? -1}$`));
    }
  });
});

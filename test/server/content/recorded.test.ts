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

  it('names three bad records and keeps the old content', async () => {
    const bad = structuredClone(fighters) as Record<string, unknown>[];
    Object.assign(bad[4] ?? {}, { wins: 'many' });
    Object.assign(bad[9] ?? {}, { weight_class: 'Feather' });
    delete bad[700]?.last_name;
    const file = join(folder, 'fighters.ndjson');
    await writeFile(file, bad.map((record) => JSON.stringify(record)).join('\n'));
    const before = await send(night.url, 'GET', '/api/v3/mobile/fighters');
    const { code, err } = await publish(night, file);
    expect(code).to.equal(1);
    const lines = err.trim().split('\n');
    expect(lines[0]).to.match(/fighters\.ndjson:5:\d+: \/wins: /);
    expect(lines[1]).to.match(/fighters\.ndjson:10:\d+: \/weight_class: .*Featherweight/);
    expect(lines[2]).to.match(/fighters\.ndjson:701:1: \/last_name: /);
    expect(lines).to.have.length(4);
    const after = await send(night.url, 'GET', '/api/v3/mobile/fighters');
    expect(after.headers.etag).to.equal(before.headers.etag);
  });
});

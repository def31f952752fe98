import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { startMock } from '../../mock/start.ts';
import { playNight } from '../../scripts/demo/play.ts';
import { startProgress } from '../../scripts/demo/progress.ts';
import { clearEvent } from '../../server/store/live/clear-event.ts';
import { defaultStoreSettings } from '../../server/store/settings.ts';
import { type Follower, follow } from '../support/http/follow.ts';
import { eventually } from '../support/run/eventually.ts';
import { scaled } from '../support/run/scale.ts';
import { startFightNight } from '../support/server/fight-night.ts';
import { createStreamJudge, type DescribedStreams, readStreams, type StreamedEvent } from './stream-judge.ts';

const [eventId, eventStatid] = [7001, 811];
const scoring = `/events/round_scoring/${eventId}`;
const feed = `/api/v1/us/fight_metrics/live_event/${eventStatid}`;

interface Listed {
  id: number;
  statid: number | null;
}

const fightsOf = async (url: string) =>
  (await (await fetch(`${url}/api/v3/mobile/events/${eventId}/fights`)).json()) as Listed[];

const lookEveryMs = 100;

/** Follows every stream of the event until the night is over; those of the feed as soon as there is one. */
async function followNight(
  url: string,
  fights: readonly Listed[],
  play: () => Promise<void>,
): Promise<StreamedEvent[]> {
  const open = new Map<string, Follower>();
  const missing = new Set([
    ...fights.map(({ id }) => `/api/v3/mobile/fights/${id}/votes`),
    ...[`/api/v3/mobile${scoring}`, `/api/v1/us${scoring}`, feed],
    ...fights.flatMap(({ statid }) => (statid === null ? [] : [`${feed}?fight=${statid}`])),
  ]);
  let isOver = false;
  async function openMissing(): Promise<void> {
    const followers = await Promise.all([...missing].map(async (path) => [path, await follow(url + path)] as const));
    for (const [path, follower] of followers) {
      if (follower.status !== 200) follower.close();
      else if (missing.delete(path)) open.set(path, follower);
    }
  }
  await openMissing();
  const played = play().finally(() => {
    isOver = true;
  });
  try {
    await eventually(
      async () => {
        await openMissing();
        // Each look asks for a dozen streams: more often would take most of the CPU of the night.
        if (!isOver) await sleep(lookEveryMs);
        return isOver;
      },
      'the end of the night',
      200_000,
    );
    await played;
    return [...open].flatMap(([path, { events }]) => events.map((event) => ({ path, ...event })));
  } finally {
    for (const follower of open.values()) follower.close();
  }
}

function expectFit(document: DescribedStreams, events: readonly StreamedEvent[]): void {
  const judge = createStreamJudge(document);
  const judged = events.map(judge);
  const misfits = judged.flatMap((one) => one.misfits);
  expect([...new Set(misfits)].slice(0, 20)).to.deep.equal([]);
  const counts = Object.groupBy(judged, ({ operation = '' }) => operation);
  expect(counts, 'events of every operation').to.have.all.keys(Object.keys(document.operations));
  for (const [name, of] of Object.entries(counts)) expect(of, name).to.have.length.above(1);
}

describe('the AsyncAPI document', () => {
  const document = readStreams();

  it('fits every event of a night on the mock', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    const control = `${mock.url}/__mock/night`;
    const isOver = async () => ((await (await fetch(control)).json()) as { state: string }).state === 'over';
    try {
      const events = await followNight(mock.url, await fightsOf(mock.url), async () => {
        const body = JSON.stringify({ seed: 3, speed: Math.round(1_800 / scaled(1)), voters: 200 });
        await fetch(control, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        await eventually(isOver, 'the night is over', 200_000);
      });
      expectFit(document, events);
    } finally {
      await mock.close();
    }
  });

  it('fits every event of a night on the server', async () => {
    const server = await startFightNight({}, { roundGraceSeconds: 0 });
    const from = { bulk: server.writes, buckets: defaultStoreSettings.buckets };
    try {
      // As before the first night: a stream that is open goes on from the feed that it has begun with.
      const fights = await fightsOf(server.url);
      const fightIds = fights.map(({ id }) => id);
      await clearEvent(from, eventStatid, fightIds);
      const events = await followNight(server.url, fights, async () => {
        const options = { speed: 36_000, seed: 3, voters: 20, progress: startProgress() };
        await playNight({ url: server.url, feedKey, ...options });
      });
      expectFit(document, events);
    } finally {
      await server.close();
    }
  });

  it('finds planted faults', () => {
    const judge = createStreamJudge(document);
    const tally = document.components.messages.VoteTally?.examples[0]?.payload as Record<string, unknown>;
    const path = '/api/v3/mobile/fights/88005/votes';
    const event = { path, id: '7', event: 'snapshot', data: JSON.stringify(tally) };
    const misfitsOf = (changed: Partial<StreamedEvent>) => judge({ ...event, ...changed }).misfits;
    expect(misfitsOf({})).to.deep.equal([]);
    expect(misfitsOf({ id: '07' })[0]).to.contain(`${path} event/id: must match pattern`);
    expect(misfitsOf({ event: 'update' })).to.deep.equal([`${path} event/event: must be equal to constant`]);
    expect(misfitsOf({ data: JSON.stringify({ ...tally, total_votes: '3' }) })).to.deep.equal([
      `${path} data/total_votes: must be integer`,
    ]);
    expect(misfitsOf({ data: JSON.stringify({ ...tally, more: 1 }) })).to.deep.equal([
      `${path} data: must NOT have additional properties`,
    ]);
    expect(misfitsOf({ path: `${path}?fight=1` })).to.deep.equal([`no operation streams ${path}?fight=1`]);
  });
});

import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import type { StoredContent } from '../../../server/store/index.ts';
import { type Answer, json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const v3 = '/api/v3/mobile';
/** One load at a time; of sixteen that may wait records have twelve, lists eight, pages two, each with those below. */
const single = {
  limit: { least: 1, most: 1, start: 1, targetMs: 60_000 },
  ...{ maxQueued: 16, maxWaitMs: 60_000, standingWaitMs: 60_000 },
};

/** A busy machine is no overload here. */
const patient = { lateMs: 1e9, afterMs: 1e9 };

/** Lets reads of content wait. */
function holdReads(content: StoredContent) {
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const snapshot = content.snapshot.bind(content);
  content.snapshot = () =>
    new Proxy(snapshot(), {
      get(reader, name) {
        const value: unknown = Reflect.get(reader, name, reader);
        if (typeof value !== 'function') return value;
        // What was read so far, which reads nothing.
        if (name === 'reads') return value.bind(reader);
        return async (...given: unknown[]) => {
          reads++;
          await gate.promise;
          return value.apply(reader, given);
        };
      },
    });
  return { letGo: gate.resolve, reads: () => reads };
}

describe('admission while the store hangs', () => {
  let night: FightNight;
  let voters = 0;
  beforeEach(async () => {
    night = await startFightNight({ overload: patient, admission: single });
  });
  afterEach(() => night.close());

  const get = (path: string) => send(night.url, 'GET', v3 + path);
  const ownVote = (clientId: string) =>
    `/fights/${ids.fightInProgress}/round/2/fighter/${ids.fightInProgressFighter1Statid}/vote/${clientId}`;
  const vote = () => {
    const body = {
      round_num: 2,
      fighter_statid: ids.fightInProgressFighter1Statid,
      client_id: `admission-client-${String(++voters).padStart(6, '0')}`,
    };
    const path = `${v3}/fights/${ids.fightInProgress}/vote`;
    return send(night.url, 'POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
  };

  /** Sends requests of which so many may wait; the others must be 503, in any order. */
  async function fill(paths: readonly string[], waiting: number): Promise<Promise<Answer>[]> {
    const { admission } = night.server.responseCache;
    const before = admission.waiting;
    let refused = 0;
    const sent = paths.map(async (path) => {
      const answer = await get(path);
      if (answer.status === 503) refused++;
      return answer;
    });
    // What fails after the test would hide why it failed.
    for (const answer of sent) answer.catch(() => undefined);
    await eventually(() => refused === paths.length - waiting, `${paths.length - waiting} of ${paths[0]} refused`);
    expect(admission.waiting - before, paths[0]).to.equal(waiting);
    return sent;
  }

  it('refuses pages, lists, records, then live replies', async () => {
    expect((await get('/octagon_girls')).status, 'cached from now on').to.equal(200);
    expect((await vote()).status, 'the fight is cached from now on').to.equal(201);
    const { admission } = night.server.responseCache;
    const { letGo, reads } = holdReads(night.store.content);
    const first = get(`/news/${ids.article}`);
    first.catch(() => undefined);
    await eventually(() => admission.running === 1, 'the first load hangs');
    const begun = reads();

    const sent = [
      ...(await fill(
        [2, 3, 4, 5, 6].map((limit) => `/news?limit=${limit}`),
        2,
      )),
      ...(await fill(
        ['news', 'media', 'events', 'fighters', 'alerts', 'fighters/title_holders', `fighters/${ids.fighter}/news`]
          .concat(`fighters/${ids.fighter}/media`)
          .map((path) => `/${path}`),
        6,
      )),
      ...(await fill(
        [1, 2, 3, 4, 5, 6, 7].map((id) => `/fighters/${id}`),
        4,
      )),
      ...(await fill(
        [
          ...['/live', '/live_content', `/fights/${ids.fightInProgress}/votes`],
          ...[
            `/events/round_scoring/${ids.liveEvent}`,
            ownVote('admission-client-000001'),
            ownVote('another-client-000001'),
          ],
        ],
        4,
      )),
    ];
    for (const [name, answer] of [
      ['a cached list', await get('/octagon_girls')],
      ['health', await get('/health')],
    ] as const) {
      expect(answer.status, name).to.equal(200);
    }
    expect((await vote()).status, 'a vote').to.equal(201);
    expect([admission.running, admission.waiting, reads()], 'only the first asked the store').to.deep.equal([
      ...[1, 16, begun],
    ]);

    letGo();
    expect((await first).status).to.equal(200);
    const answers = await Promise.all(sent);
    for (const answer of answers.filter(({ status }) => status === 503)) {
      expect(json(answer)).to.include({ type: 'urn:problem-type:service-unavailable', status: 503 });
      expect(answer.headers['retry-after']).to.match(/^[1-4]$/);
      expect(answer.headers['cache-control']).to.equal('no-store');
    }
    expect(answers.filter(({ status }) => status === 503)).to.have.length(3 + 2 + 3 + 2);
    // Fighters with these ids do not exist, nor does one of the votes: that was found out like all the rest.
    expect(answers.filter(({ status }) => status === 200 || status === 404)).to.have.length(2 + 6 + 4 + 4);
    expect([admission.running, admission.waiting]).to.deep.equal([0, 0]);
    expect((await get('/news?limit=77')).status, 'at once').to.equal(200);
  });

  it('control: loads everything at once without admission', async () => {
    const all = { ...single, limit: { least: 1_000, most: 1_000, start: 1_000, targetMs: 60_000 } };
    await night.close();
    night = await startFightNight({ overload: patient, admission: all });
    const { admission } = night.server.responseCache;
    const { letGo, reads } = holdReads(night.store.content);
    const sent = Array.from({ length: 40 }, (_, nth) => get(`/news?limit=${nth + 1}`));
    await eventually(() => admission.running === 40, 'all of them');
    expect(reads()).to.be.at.least(40);
    letGo();
    for (const { status } of await Promise.all(sent)) expect(status).to.equal(200);
  });
});

import { expect } from 'chai';
import { ballotsOf } from '../../contracts/rules/ballots.ts';
import { createStreamSource } from '../../mock/http/stream-source.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import type { Decision, ReplyContext } from '../../mock/reply/reply-context.ts';
import { Sessions } from '../../mock/session/sessions.ts';

/** A night at a moment that the test sets, which unlike `seek` skips no snapshot. */
class SetNight extends NightPlayer {
  set = 0;
  override get atMs(): number {
    return this.set;
  }
}

describe('createStreamSource in a fight night', () => {
  const night = new SetNight({ speed: 60, seed: 7, voters: 500 });
  const { posts, endMs } = night.night;
  beforeEach(() => {
    night.set = endMs;
  });

  const vote = { fightId: 88005, roundNumber: 2, clientId: 'client-000000000001', fighterStatid: 1803, createdMs: 0 };
  const sourceOf = (name: string, values: Record<string, string | number>) => {
    const sessions = new Sessions();
    sessions.change('one', (session) => Object.assign(session, { night, ballots: ballotsOf([vote], []) }));
    const decided = { operation: { name }, values, reply: { status: 200, body: 'now' } } as unknown as Decision;
    return createStreamSource(
      decided,
      { session: sessions.find('one'), sessions } as unknown as ReplyContext,
      'first',
      async () => decided,
      String,
      { wasSent: () => true, sent: () => undefined },
    );
  };
  const feed = (values: Record<string, string | number>) => sourceOf('fight_metrics_live_event', values);

  it('has up to 1,000 missed snapshots', () => {
    const bout = feed({ id: 811, fight: 6415 });
    const all = (bout.since?.(0) ?? []).map(({ version }) => version);
    expect(all.length)
      .to.equal(posts.filter((post) => post.bout === '6415').length)
      .and.to.be.within(100, 999);
    for (let index = 0; index < all.length; index += 20) {
      const missed = bout.since?.(all[index] as number).map(({ version }) => version);
      expect(missed, `after ${all[index]}`).to.deep.equal(all.slice(index + 1));
    }
    expect(posts.filter((post) => post.bout === undefined).length).to.be.above(1_000);
    expect(feed({ id: 811 }).since?.(0)).to.have.length(1_000);
  });

  it('has the first snapshot after an earlier feed', () => {
    night.set = posts[0]?.atMs ?? 0;
    const sent = posts.filter(({ atMs, bout }) => atMs <= night.set && bout === undefined).length;
    const missed = [0, 1].map((seen) =>
      feed({ id: 811 })
        .since?.(seen)
        .map(({ version }) => version),
    );
    expect(missed[0]?.[0]).to.equal(2);
    expect(missed[0]).to.have.length(sent);
    expect(missed[1]).to.deep.equal(missed[0]);
  });

  it('has no snapshot of another event', async () => {
    const other = feed({ id: 804 });
    expect(other.since?.(0)).to.deep.equal([]);
    expect((await other.now())?.version).to.equal(1);
  });

  it('gives tallies a new version with every post', async () => {
    const source = sourceOf('fight_votes', { id: 88005 });
    const versions: number[] = [];
    for (const atMs of new Set(posts.slice(0, 12).map((post) => post.atMs))) {
      night.set = atMs;
      versions.push((await source.now())?.version ?? 0);
    }
    expect(new Set(versions).size).to.equal(versions.length).and.to.be.above(2);
    expect(versions).to.deep.equal(versions.toSorted((a, b) => a - b));
  });
});

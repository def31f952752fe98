import { expect } from 'chai';
import { ballotsOf } from '../../contracts/rules/ballots.ts';
import { SentEvents } from '../../mock/http/sent-events.ts';
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

describe('the source of a stream, in a night', () => {
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

  it('has every snapshot that a client missed, and none that it has; of many the last thousand', () => {
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

  it('has the first snapshot of a night for a client that has the feed from before', () => {
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

  it('has no snapshot of another event, whose version no vote and no night changes', async () => {
    const other = feed({ id: 804 });
    expect(other.since?.(0)).to.deep.equal([]);
    expect((await other.now())?.version).to.equal(1);
  });

  it('gives tallies another version with every post, so that a client that comes back gets what it missed', async () => {
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

describe('the source of a stream, by what changes in its session', () => {
  const night = new SetNight({ speed: 60, seed: 7, voters: 500 });
  beforeEach(() => {
    night.set = 0;
  });
  const ballots = (...clients: string[]) =>
    ballotsOf(
      clients.map((clientId) => ({ fightId: 88005, roundNumber: 2, clientId, fighterStatid: 1803, createdMs: 0 })),
      [],
    );

  function start(name: string, values: Record<string, string | number> = {}, begun?: NightPlayer) {
    const sessions = new Sessions();
    sessions.night = begun;
    const reply = { status: 200, body: 'again' };
    let asked = 0;
    const source = createStreamSource(
      { operation: { name }, values } as unknown as Decision,
      { session: sessions.find('one'), sessions } as unknown as ReplyContext,
      'first',
      async () => {
        asked++;
        return { reply } as unknown as Decision;
      },
      (body) => `text of ${String(body).slice(0, 15)}`,
      { wasSent: () => true, sent: () => undefined },
    );
    const change = (more: object) => sessions.change('one', (session) => Object.assign(session, more));
    return { sessions, source, reply, change, asked: () => asked };
  }

  it('counts what may have changed, and nothing twice', () => {
    const { sessions, source, change } = start('fight_votes');
    const counts = [source.changes(), source.changes()];
    for (const more of [{ ballots: ballots('a') }, { state: { state: 'there is no content' } }, { night }]) {
      change(more);
      counts.push(source.changes(), source.changes());
    }
    night.set = 5_000;
    counts.push(source.changes(), source.changes());
    change({ night: undefined });
    counts.push(source.changes());
    sessions.night = night;
    counts.push(source.changes(), source.changes());
    expect(counts).to.deep.equal([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7]);
  });

  it('is first the reply that was decided, then each that is decided again', async () => {
    const { source, reply, change, asked } = start('fight_votes');
    expect(source.since).to.equal(undefined);
    expect([await source.now(), asked()]).to.deep.equal([{ version: 1, data: 'first' }, 0]);
    change({ ballots: ballots('a', 'b') });
    expect([await source.now(), asked()]).to.deep.equal([{ version: 3, data: 'text of again' }, 1]);
    change({ night });
    expect((await source.now())?.version).to.equal(4);
    night.set = 5_000;
    expect((await source.now())?.version).to.equal(5);
    reply.status = 404;
    expect(await source.now()).to.equal(undefined);
    const [during, before] = [start('fight_votes', {}, night), start('fight_votes')];
    before.sessions.night = night;
    const texts = [await during.source.now(), await before.source.now()].map((state) => state?.data);
    expect(texts, 'of a night, and from before it').to.deep.equal(['text of again', 'first']);
  });

  it('is the feed of the night in its versions, of the event or of a fight', async () => {
    const [event, bout, other] = [{ id: 811 }, { id: 811, fight: 6416 }, { id: 804 }].map((values) =>
      start('fight_metrics_live_event', values),
    );
    for (const one of [event, bout, other]) one?.sessions.change('one', (session) => Object.assign(session, { night }));
    night.set = 240_000;
    const versions = [await event?.source.now(), await bout?.source.now()].map((state) => state?.version);
    expect(versions).to.deep.equal([53, 54]);
    expect(bout?.source.since?.(49)).to.deep.equal([
      { version: 52, data: 'text of [object Object]' },
      { version: 54, data: 'text of [object Object]' },
    ]);
    expect(event?.source.since?.(52).map(({ version }) => version)).to.deep.equal([53]);
    expect([await other?.source.now(), other?.source.since?.(0)]).to.deep.equal([{ version: 1, data: 'first' }, []]);
    const plain = start('fight_metrics_live_event', { id: 811 });
    plain.change({ ballots: ballots('a') });
    expect(await plain.source.now()).to.deep.equal({ version: 1, data: 'first' });
    expect(await plain.source.now()).to.deep.equal({ version: 1, data: 'text of again' });
  });
});

describe('what was sent under the id of an event', () => {
  it('is known by stream and id, unless it was different for two clients', () => {
    const events = new SentEvents();
    const [one, other] = [events.of('a /votes'), events.of('b /votes')];
    const state = (version: number, data: string) => ({ version, data });
    expect(one.wasSent(state(1, 'x'))).to.equal(false);
    one.sent(state(1, 'x'));
    one.sent(state(1, 'x'));
    const known = () => [
      ...[one.wasSent(state(1, 'x')), one.wasSent(state(1, 'y')), one.wasSent(state(2, 'x'))],
      ...[other.wasSent(state(1, 'x')), events.of('a /votes').wasSent(state(1, 'x'))],
    ];
    expect(known()).to.deep.equal([true, false, false, false, true]);
    one.sent(state(1, 'y'));
    one.sent(state(1, 'x'));
    expect(known()).to.deep.equal([false, false, false, false, false]);
  });

  it('is forgotten after ten thousand others', () => {
    for (const [others, isKnown] of [
      [9_999, true],
      [10_000, false],
    ] as const) {
      const stream = new SentEvents().of('a');
      for (let version = 0; version <= others; version++) stream.sent({ version, data: '' });
      expect(stream.wasSent({ version: 0, data: '' }), `${others}`).to.equal(isKnown);
    }
  });
});

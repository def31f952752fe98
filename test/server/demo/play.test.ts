import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import type { Post } from '../../../contracts/world/night/night.ts';
import { type Comparison, isGood } from '../../../scripts/demo/compare.ts';
import { type PlayOptions, playNight } from '../../../scripts/demo/play.ts';
import { startProgress } from '../../../scripts/demo/progress.ts';
import { digestOf } from '../../../server/config.ts';
import { clearEvent } from '../../../server/store/live/clear-event.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const { buckets } = defaultStoreSettings;

/** A night in as many real seconds as its rounds take: they wait for their voters, and posts for each other. */
const play = (url: string, options: Partial<PlayOptions> = {}) =>
  playNight({
    ...{ url, feedKey, speed: 36_000, seed: 7, voters: 30, progress: startProgress() },
    ...options,
  });

/** Resolves to the message of a refused night. */
async function refusal(replayed: Promise<unknown>): Promise<string> {
  try {
    await replayed;
  } catch (error) {
    expect((error as Error).name).to.equal('CommandFailed');
    return (error as Error).message;
  }
  throw new Error('it was played');
}

function expectEven(result: Comparison, voters: number): void {
  const played = result.rounds.length;
  const cast = played * voters;
  expect(played).to.be.above(0);
  expect(result.votes).to.deep.equal({ cast, counted: cast, lost: 0, doubled: 0 });
  expect(result.scorecards).to.deep.equal({ cast: cast / 2, counted: cast / 2, lost: 0, doubled: 0 });
  expect(isGood(result)).to.equal(true);
}

/** Runs an action when the voters of the n-th round that opens have begun. */
function atRound(n: number, action: () => void) {
  let opened = 0;
  return ({ opens }: Post) => {
    if (opens) opened += 1;
    if (opens && opened === n) action();
  };
}

describe('playNight', () => {
  let night: FightNight;
  before(async () => {
    // Rounds close when they end: no vote may rely on a grace period.
    night = await startFightNight({}, { roundGraceSeconds: 0 });
  });
  after(() => night.close());

  const clearing = () => ({
    clearEvent: ({ eventStatid, fightIds }: { eventStatid: number; fightIds: readonly number[] }) =>
      clearEvent({ bulk: night.writes, buckets }, eventStatid, fightIds),
  });

  it('starts at a later round, but only once', async () => {
    const part = await play(night.url, { ...clearing(), voters: 10, from: '6411:R1' });
    expectEven(part, 10);
    expect(part.rounds.map(({ fight }) => fight)).to.include.members(['6411']);
    expect(part.rounds.some(({ fight }) => fight !== '6411')).to.equal(false);
    const again = await refusal(play(night.url, { voters: 10, from: '6411:R1' }));
    expect(again).to.match(/was already played.*--from.*fresh server$/);
  });

  it('loses no vote when Redis is killed', async () => {
    const progress = startProgress();
    let killed: Promise<void> | undefined;
    const result = await play(night.url, {
      ...clearing(),
      progress,
      from: '6415:R3',
      onPost: atRound(3, () => {
        killed = night.redis.kill().then(() => night.redis.start());
      }),
    });
    await killed;
    expectEven(result, 30);
    expect(progress.errors['503']).to.be.above(0);
  });

  it('G04: loses no vote when the server is killed', async () => {
    const redis = await startRedis();
    const env = {
      PORT: String(await freePort()),
      REDIS_URL: redis.url,
      FEED_KEYS: `test:${digestOf(feedKey).toString('hex')}`,
      ...{ LOG_LEVEL: 'silent', LOG_FORMAT: 'text' },
      RATE_WRITES: '0',
    };
    const servers = [startServerProcess(env)];
    try {
      const url = (await servers[0]?.ready) ?? '';
      const progress = startProgress();
      const result = await play(url, {
        progress,
        // On a server with the recorded feed, these are the rounds that can still open.
        from: '6415:R3',
        onPost: atRound(3, () => {
          servers[0]?.child.kill('SIGKILL');
          servers[0]?.ended.then(() => servers.push(startServerProcess(env)));
        }),
      });
      expectEven(result, 30);
      expect(servers).to.have.length(2);
      expect(progress.errors.connection).to.be.above(0);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
      await redis.close();
    }
  });

  for (const [what, options, says] of [
    ['a wrong feed key', { feedKey: wrongFeedKey }, /refuses the feed key; .*--feed-key/],
    ['a round that the fight does not reach', { from: '6416:R2' }, /ends in round 1, before round 2/],
    ['a fight that is not on the card', { from: '99:R1' }, /has no fight 99/],
  ] as const) {
    it(`refuses ${what} in one sentence`, async () => {
      const message = await refusal(play(night.url, options));
      expect(message).to.match(says);
      expect(message.split('\n')).to.have.length(1);
    });
  }
});

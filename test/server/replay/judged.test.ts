import { expect } from 'chai';
import { ProblemError } from '../../../contracts/client/methods.ts';
import { type Comparison, isGood } from '../../../scripts/replay/compare.ts';
import { startProgress } from '../../../scripts/replay/progress.ts';
import { createRetry } from '../../../scripts/replay/retry.ts';

describe('the verdict of a replay', () => {
  const even = { cast: 4, counted: 4, lost: 0, doubled: 0 };
  const good: Comparison = { votes: even, scorecards: even, otherMeans: 0, rounds: [] };

  it('is good only without a loss, a doubled vote or scorecard, another mean, and a refusal', () => {
    expect(isGood(good, 0)).to.equal(true);
    const wrong: [Partial<Comparison>, refused: number][] = [
      [{ votes: { ...even, lost: 1 } }, 0],
      [{ votes: { ...even, doubled: 1 } }, 0],
      [{ scorecards: { ...even, lost: 1 } }, 0],
      [{ scorecards: { ...even, doubled: 1 } }, 0],
      [{ otherMeans: 1 }, 0],
      [{}, 1],
    ];
    expect(wrong.map(([change, refused]) => isGood({ ...good, ...change }, refused))).to.deep.equal(
      Array.from(wrong, () => false),
    );
  });
});

describe('a request of a replay', () => {
  const failure = (status: number, headers: Record<string, string> = {}, more = {}) =>
    new ProblemError(
      { type: 'about:blank', title: 'a', detail: 'b', status, instance: '/', ...more } as never,
      new Headers(headers),
    );

  /** How often it is sent when the first answer is a failure. */
  async function sent(error: Error): Promise<number> {
    const progress = startProgress();
    const retry = createRetry({ url: 'a', patienceMs: 60_000, progress, signal: new AbortController().signal });
    let times = 0;
    await retry(async () => {
      times++;
      if (times === 1) throw error;
    }).catch(() => undefined);
    return times;
  }

  it('is sent again after what passes: a limit, a service that is away, a proxy without one, a round that opens later', async () => {
    const again = [429, 502, 503, 504].map((status) => failure(status));
    const opensLater = failure(409, {}, { opens_at: null });
    for (const error of [...again, opensLater, new Error('no connection')]) expect(await sent(error)).to.equal(2);
    for (const status of [400, 403, 404, 409, 422, 500]) expect(await sent(failure(status)), `${status}`).to.equal(1);
  });

  it('waits for as many seconds as it is told to', async () => {
    const startMs = performance.now();
    expect(await sent(failure(503, { 'Retry-After': '1' }))).to.equal(2);
    expect(performance.now() - startMs).to.be.above(990);
  });
});

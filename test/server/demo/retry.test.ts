import { expect } from 'chai';
import { ProblemError } from '../../../contracts/client/problem-error.ts';
import { startProgress } from '../../../scripts/demo/progress.ts';
import { createRetry } from '../../../scripts/demo/retry.ts';

describe('createRetry', () => {
  const failure = (status: number, headers: Record<string, string> = {}, more = {}) =>
    new ProblemError(
      { type: 'about:blank', title: 'a', detail: 'b', status, instance: '/', ...more } as never,
      new Headers(headers),
    );

  /** How often it is sent when the first answer is a failure. */
  async function sent(error: Error): Promise<number> {
    const retry = createRetry(startProgress(), 'a', new AbortController().signal);
    let times = 0;
    await retry(async () => {
      times++;
      if (times === 1) throw error;
    }).catch(() => undefined);
    return times;
  }

  it('repeats requests after temporary failures', async () => {
    const again = [429, 502, 503, 504].map((status) => failure(status));
    const opensLater = failure(409, {}, { opens_at: null });
    for (const error of [...again, opensLater, new Error('no connection')]) expect(await sent(error)).to.equal(2);
    for (const status of [400, 403, 404, 409, 422, 500]) expect(await sent(failure(status)), `${status}`).to.equal(1);
  });

  it('waits for Retry-After', async () => {
    const startMs = performance.now();
    expect(await sent(failure(503, { 'Retry-After': '1' }))).to.equal(2);
    expect(performance.now() - startMs).to.be.above(990);
  });
});

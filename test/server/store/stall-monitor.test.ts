import { expect } from 'chai';
import { replaceTimers } from '../../support/run/replace-timers.ts';

/** The module once more: it has one monitor for a process, which other tests may have begun. */
const file = '../../../server/store/redis/local-clock.ts?a-monitor-of-its-own';
const { localMs, watchStalls } = (await import(file)) as typeof import('../../../server/store/redis/local-clock.ts');

describe('the earliest arrival of what is read now', () => {
  const { now, timeOrigin } = performance;
  let ms = 0;
  const at = (time: number) => {
    ms = time;
  };
  beforeEach(() => {
    performance.now = () => ms;
  });
  afterEach(() => {
    performance.now = now;
  });

  it('is now, or before a stall of more than 50 ms until what came during it was read', () => {
    const timers: { run: () => void; ms: number | undefined }[] = [];
    let unrefs = 0;
    const restore = replaceTimers('setInterval', 'redis/local-clock.ts?a-monitor-of-its-own', (run, interval) => {
      timers.push({ run, ms: interval });
      return { unref: () => void unrefs++ };
    });
    at(1_000);
    const monitor = watchStalls();
    expect(watchStalls()).to.equal(monitor);
    restore();
    expect([timers.map((timer) => timer.ms), unrefs]).to.deep.equal([[20], 1]);
    const tick = () => timers[0]?.run();
    const arrival = (time: number) => {
      at(time);
      return monitor.earliestArrival() - timeOrigin;
    };
    expect([arrival(1_000), arrival(1_010), arrival(1_050)]).to.deep.equal([1_000, 1_010, 1_050]);
    expect(arrival(1_051), 'the tick is late').to.equal(1_000);
    at(1_060);
    tick();
    expect([arrival(1_060), arrival(1_070)], 'the late tick came').to.deep.equal([1_000, 1_000]);
    at(1_080);
    tick();
    expect(arrival(1_085), 'all is read').to.equal(1_085);
    at(1_130);
    tick();
    expect(arrival(1_130), 'a tick is 50 ms late').to.equal(1_130);
    at(1_181);
    tick();
    expect(arrival(1_181)).to.equal(1_130);
  });

  it('is in milliseconds since 1970, by a clock that is never set', () => {
    at(5);
    expect(localMs()).to.equal(timeOrigin + 5);
  });
});

import { performance } from 'node:perf_hooks';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { Admission, type AdmissionSettings, type WorkClass } from '../../../server/limits/admission.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/index.ts';

/** Sixteen places that no latency changes, 64 may wait for up to half a second. */
const fixed = {
  limit: { least: 16, most: 16, start: 16, targetMs: 1_000_000 },
  ...{ maxQueued: 64, maxWaitMs: 500, standingWaitMs: 500 },
} satisfies AdmissionSettings;

describe('admission, to the millisecond', () => {
  let nowMs = 0;
  let admission: Admission;
  /** How to end the work that was begun and has not ended, by its name. */
  const begun = new Map<string, PromiseWithResolvers<string>>();
  /** How each piece of work ended, by its name. */
  const ends = new Map<string, unknown>();

  beforeEach(() => {
    nowMs = 0;
    begun.clear();
    ends.clear();
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => nowMs);
  });
  afterEach(() => {
    // In this order: a test replaces the timer that is replaced already.
    mock.reset();
    mock.timers.reset();
  });

  const open = (settings: Partial<AdmissionSettings>) => {
    admission = new Admission({ ...fixed, ...settings });
  };

  function request(workClass: WorkClass, name: string): void {
    const work = () => {
      const piece = Promise.withResolvers<string>();
      begun.set(name, piece);
      return piece.promise;
    };
    admission.run(workClass, work).then(
      (value) => ends.set(name, value),
      (error: Error) => ends.set(name, error),
    );
  }

  /** Ends all that is in progress. */
  async function endAll(error?: Error): Promise<void> {
    for (const [name, piece] of [...begun]) {
      begun.delete(name);
      if (error) piece.reject(error);
      else piece.resolve('done');
    }
    await setImmediate();
  }

  const one = { limit: { ...fixed.limit, least: 1, most: 1, start: 1 } };

  it('has done nothing at first, and names what it refuses and why', async () => {
    open({ ...one, maxQueued: 1 });
    expect([admission.limit, admission.running, admission.waiting, admission.peak]).to.deep.equal([1, 0, 0, 0]);
    for (const name of ['first', 'second', 'third']) request('live', name);
    nowMs = 500;
    mock.timers.tick(500);
    await setImmediate();
    expect([...ends].map(([name, error]) => `${name}: ${error}`)).to.deep.equal([
      'third: TooManyLoads: The store is not available: too many replies are being loaded',
      'second: TooManyLoads: The store is not available: the replies that are being loaded take too long',
    ]);
  });

  it('assumes a millisecond for work of which nothing is known, and counts what is more important and waits', () => {
    open({ ...one, maxWaitMs: 3 });
    request('live', 'running');
    const live: boolean[] = [];
    const item: boolean[] = [];
    for (let nth = 0; nth < 5; nth++) {
      live.push(admission.refuses('live'));
      item.push(admission.refuses('item'));
      request('live', `live ${nth}`);
    }
    const expected = [false, false, false, false, true];
    expect([live, item]).to.deep.equal([expected, expected]);
  });

  it('counts the last piece of work for a sixteenth of the average', async () => {
    open({ ...one, maxWaitMs: 33 });
    request('live', 'long');
    nowMs += 161;
    await endAll();
    const refused: boolean[] = [];
    for (let nth = 0; nth < 6; nth++) {
      refused.push(admission.refuses('live'));
      request('live', `${nth}`);
    }
    // (15 * 1 + 161) / 16 is 11: one is running, and the fourth that waits would wait for 33.
    expect(refused).to.deep.equal([false, false, false, false, false, true]);
  });

  it('expects no wait of the first that waits, and refuses nothing while there is a place', async () => {
    open({ ...one, maxWaitMs: 0.5, standingWaitMs: 0.5 });
    request('live', 'running');
    expect([admission.refuses('live'), admission.refuses('page')]).to.deep.equal([false, false]);
    open({ maxQueued: 1 });
    for (let nth = 0; nth < 9; nth++) request('list', `${nth}`);
    await setImmediate();
    expect([admission.running, admission.waiting, admission.refuses('list')]).to.deep.equal([8, 1, true]);
    expect(admission.refuses('item'), 'although more waits than its share of the queue').to.equal(false);
  });

  it('lets nothing that failed raise the limit while the store is away; a damaged record is an answer', async () => {
    for (const [error, limit] of [
      [new StoreUnavailable('gone'), 4],
      [new StoreFault('CORRUPT'), 5],
    ] as const) {
      open({ limit: { least: 1, most: 32, start: 4, targetMs: 100 } });
      for (let round = 0; round < 2; round++) {
        for (let nth = 0; nth < 4; nth++) request('live', `${round} ${nth}`);
        await setImmediate();
        await endAll(error);
      }
      expect(admission.limit, error.name).to.equal(limit);
    }
  });

  it('shortens the wait once there has been a queue for longer than a wait, to the millisecond', async () => {
    open({ ...one, standingWaitMs: 100 });
    for (const name of ['first', 'second']) request('live', name);
    nowMs = 400;
    request('live', 'third');
    await endAll();
    nowMs = 501;
    expect(admission.refuses('live'), 'it has waited for 101 ms in a queue of 501').to.equal(true);
    nowMs = 500;
    expect(admission.refuses('live'), 'for 100').to.equal(false);
    nowMs = 499;
    request('live', 'fourth');
    nowMs = 500;
    await endAll();
    expect([...begun.keys()], 'for 100, when its turn comes').to.deep.equal(['third']);
    nowMs = 599;
    await endAll();
    expect([...begun.keys()], 'also in a queue of 599').to.deep.equal(['fourth']);
  });

  it('may wait for twice as long as a standing queue until the queue is as old as a wait', async () => {
    open({ ...one, standingWaitMs: 100 });
    for (const name of ['first', 'second']) request('live', name);
    nowMs = 300;
    request('live', 'third');
    await endAll();
    nowMs = 500;
    expect(admission.refuses('live')).to.equal(false);
    nowMs = 501;
    expect(admission.refuses('live')).to.equal(true);
  });

  it('has one timer for all that wait, which may be early by a millisecond', async () => {
    open(one);
    const { setTimeout: start } = globalThis;
    let timers = 0;
    mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
      timers++;
      return start(work, ms);
    });
    for (let nth = 0; nth < 5; nth++) request('live', `${nth}`);
    expect(timers).to.equal(1);
    nowMs = 498;
    mock.timers.tick(500);
    await setImmediate();
    expect([ends.size, timers]).to.deep.equal([0, 2]);
    nowMs = 499;
    mock.timers.tick(2);
    await setImmediate();
    expect([ends.size, timers]).to.deep.equal([4, 2]);
  });
});

import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { Admission, type AdmissionSettings, TooManyLoads, type WorkClass } from '../../../server/limits/admission.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/index.ts';
import { VirtualClock } from '../../support/load/virtual-clock.ts';

/** Sixteen places that no latency changes, 64 may wait for up to half a second. */
const fixed = {
  limit: { least: 16, most: 16, start: 16, targetMs: 1_000_000 },
  ...{ maxQueued: 64, maxWaitMs: 500, standingWaitMs: 500 },
} satisfies AdmissionSettings;

/** A piece of work that the test ends. */
interface Piece {
  name: string;
  end(): Promise<void>;
  fail(error: Error): Promise<void>;
}

describe('admission', () => {
  let clock: VirtualClock;
  let admission: Admission;
  /** In the order in which they were begun, and not ended. */
  let begun: Piece[] = [];
  /** How each piece of work ended, by its name. */
  let ends = new Map<string, unknown>();

  beforeEach(() => {
    clock = new VirtualClock();
    [begun, ends] = [[], new Map()];
  });

  const open = (settings: Partial<AdmissionSettings> = {}) => {
    admission = new Admission({ ...fixed, ...settings }, clock);
  };
  const pass = (ms: number) => clock.pass(ms);

  function request(workClass: WorkClass, name: string = workClass): void {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const leave = async () => {
      begun = begun.filter((piece) => piece.name !== name);
      await setImmediate();
    };
    const work = () => {
      begun.push({
        name,
        end() {
          resolve('done');
          return leave();
        },
        fail(error) {
          reject(error);
          return leave();
        },
      });
      return promise;
    };
    admission.run(workClass, work).then(
      (value) => ends.set(name, value),
      (error: Error) => ends.set(name, error),
    );
  }

  const requestMany = async (workClass: WorkClass, count: number) => {
    for (let nth = 0; nth < count; nth++) request(workClass, `${workClass} ${nth}`);
    await setImmediate();
  };
  const names = () => begun.map(({ name }) => name);
  const endOne = () => begun[0]?.end();

  it('gives a free place to the most important class first', async () => {
    open({ limit: { ...fixed.limit, least: 1, most: 1, start: 1 } });
    request('item', 'first');
    for (const name of ['page', 'list', 'item', 'live'] as const) request(name, `${name} 1`);
    for (const name of ['page', 'list', 'item', 'live'] as const) request(name, `${name} 2`);
    const order = [];
    for (let nth = 0; nth < 9; nth++) {
      await setImmediate();
      order.push(...names());
      await endOne();
    }
    expect(order).to.deep.equal([
      ...['first', 'live 1', 'live 2', 'item 1', 'item 2', 'list 1', 'list 2', 'page 1', 'page 2'],
    ]);
    expect(new Set(ends.values())).to.deep.equal(new Set(['done']));
  });

  it('refuses work whose expected wait is too long', async () => {
    open({ limit: { ...fixed.limit, least: 4, most: 4, start: 4 } });
    for (let nth = 0; nth < 200; nth++) {
      request('list', `earlier ${nth}`);
      await setImmediate();
      pass(100);
      await endOne();
    }
    // Two at a time take 100 ms each, so the tenth that waits would wait for half a second.
    await requestMany('list', 20);
    const refused = [...ends.values()].filter((end) => end instanceof TooManyLoads);
    expect([begun.length, admission.waiting, refused.length]).to.deep.equal([2, 11, 7]);
    expect([admission.refuses('list'), admission.refuses('live')]).to.deep.equal([true, false]);
  });

  it('restores the maximum wait after the queue is empty', async () => {
    open({ limit: { ...fixed.limit, least: 1, most: 1, start: 1 }, standingWaitMs: 100 });
    const waitsFor = async (ms: number, name: string) => {
      request('live', 'begun');
      request('live', name);
      pass(ms);
      await begun[0]?.end();
      await begun[0]?.end();
      return ends.get(name);
    };
    expect(await waitsFor(400, 'first')).to.equal('done');
    pass(5_000);
    expect(await waitsFor(400, 'second')).to.equal('done');
  });

  it('refuses each request after its own maximum wait', async () => {
    open({ limit: { ...fixed.limit, least: 1, most: 1, start: 1 } });
    request('item', 'running');
    const steps: [ms: number, over: string[]][] = [
      [0, []],
      [200, []],
      [300, ['at 0']],
      [199, ['at 0']],
      [1, ['at 0', 'at 200']],
      [300, ['at 0', 'at 200', 'at 500']],
      [500, ['at 0', 'at 200', 'at 500', 'at 699', 'at 700', 'at 1000']],
    ];
    for (const [ms, over] of steps) {
      pass(ms);
      await setImmediate();
      expect([...ends.keys()], `at ${clock.nowMs}`).to.deep.equal(over);
      request('item', `at ${clock.nowMs}`);
    }
    expect([...ends.values()].every((end) => end instanceof TooManyLoads)).to.equal(true);
    expect(admission.waiting).to.equal(1);
  });

  it('fails waiting work when the store is unreachable', async () => {
    open({ limit: { ...fixed.limit, least: 1, most: 1, start: 1 } });
    const [fault, gone] = [new StoreFault('CORRUPT'), new StoreUnavailable('gone')];
    for (const name of ['first', 'second', 'third', 'fourth']) request('item', name);
    await setImmediate();
    await begun[0]?.fail(fault);
    expect([ends.get('first'), names()]).to.deep.equal([fault, ['second']]);
    await begun[0]?.fail(gone);
    expect([...ends.values()]).to.deep.equal([fault, gone, gone, gone]);
    request('item', 'fifth');
    await setImmediate();
    await endOne();
    expect([ends.get('fifth'), admission.running]).to.deep.equal(['done', 0]);
  });
});

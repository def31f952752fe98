import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { Governor, type GovernorSettings } from '../../../server/limits/governor.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { VirtualClock } from '../../support/load/virtual-clock.ts';
import { openVirtualStore } from '../../support/load/virtual-store.ts';

const workClasses = ['live', 'item', 'list', 'page'] as const;
type WorkClass = (typeof workClasses)[number];

/** Of a hundred requests, how many are of a class, and what the store needs for one of them. */
const mix: Readonly<Record<WorkClass, { share: number; serviceMs: number }>> = {
  live: { share: 20, serviceMs: 2 },
  item: { share: 40, serviceMs: 4 },
  list: { share: 25, serviceMs: 20 },
  page: { share: 15, serviceMs: 40 },
};
/** A hundred requests are 1,300 ms of work, and the store does one after the other. */
const capacityPerSecond = 100_000 / 1_300;

interface Asked {
  workClass: WorkClass;
  /** Undefined until it has ended. */
  tookMs?: number;
  isRefused?: boolean;
}

const p99Ms = (asked: readonly Asked[]) => {
  const times = asked.map(({ tookMs = 0 }) => tookMs).sort((a, b) => a - b);
  return times[Math.floor(0.99 * times.length)] ?? 0;
};

describe('Governor under open-loop load', () => {
  function openLoad() {
    const clock = new VirtualClock();
    const governor = new Governor({ clock });
    const store = openVirtualStore();
    const due = { live: 0, item: 0, list: 0, page: 0 };

    function ask(workClass: WorkClass): Asked {
      const sinceMs = clock.nowMs;
      const asked: Asked = { workClass };
      const end = (isRefused: boolean) => () => Object.assign(asked, { tookMs: clock.nowMs - sinceMs, isRefused });
      governor.admit(workClass, () => store.read(mix[workClass].serviceMs)).then(end(false), end(true));
      return asked;
    }

    /** Offers so many times the capacity for so long. */
    return async (times: number, seconds: number) => {
      const asked: Asked[] = [];
      store.takeBusyMs();
      for (const endMs = clock.nowMs + seconds * 1_000; clock.nowMs < endMs; ) {
        for (const workClass of workClasses) {
          due[workClass] += (times * capacityPerSecond * mix[workClass].share) / 100_000;
          for (; due[workClass] >= 1; due[workClass]--) asked.push(ask(workClass));
        }
        store.work();
        await clock.tick();
      }
      const ended = asked.filter(({ tookMs }) => tookMs !== undefined);
      const answered = ended.filter(({ isRefused }) => !isRefused);
      const of = (workClass: WorkClass, some: readonly Asked[]) => some.filter((one) => one.workClass === workClass);
      return {
        refused: ended.length - answered.length,
        perSecond: answered.length / seconds,
        busy: store.takeBusyMs() / (seconds * 1_000),
        p99Ms: p99Ms(answered),
        liveP99Ms: p99Ms(of('live', answered)),
        acceptedOf: (workClass: WorkClass) => of(workClass, answered).length / of(workClass, ended).length,
      };
    };
  }

  for (const times of [2, 5, 10]) {
    it(`H01: keeps peak throughput at ${times} times the capacity`, async () => {
      const offer = openLoad();
      const peak = await offer(1, 10);
      const run = await offer(times, 10);
      expect(run.perSecond / peak.perSecond).to.be.at.least(0.9);
      expect(run.busy, 'the store is never idle').to.be.at.least(0.98);
      expect(run.acceptedOf('live')).to.be.at.least(0.994);
      expect(run.liveP99Ms).to.be.below(600);
      expect(run.p99Ms).to.be.below(1_200);
      const [live, item, list, page] = workClasses.map((name) => run.acceptedOf(name));
      expect([live, item, list, page], 'the less important, the fewer').to.deep.equal(
        [live, item, list, page].sort((a = 0, b = 0) => b - a),
      );
      expect(page).to.be.below(0.5);

      await offer(0.5, 2);
      const after = await offer(0.5, 4);
      expect(after.refused, 'two seconds later').to.equal(0);
      expect(after.p99Ms).to.be.below(150);
    });
  }
});

describe('Governor with clients that retry at once', () => {
  const clients = 400;
  /** A client asks again four seconds after its answer: a hundred requests a second, 40 % of what the store can do. */
  const [thinkMs, serviceMs, patienceMs] = [4_000, 4, 1_000];

  /**
   * The store hangs for five seconds. Clients that are refused, or have no answer after a second, repeat at once.
   *
   * @returns how many of a hundred are answered in time, in each second; the last ten are after the hang.
   */
  async function hang(settings: Partial<GovernorSettings>): Promise<number[]> {
    const clock = new VirtualClock();
    const governor = new Governor({ settings, clock });
    const store = openVirtualStore();
    const seconds: number[] = [];
    const askAt = Array.from({ length: clients }, (_, nth) => 1 + nth * (thinkMs / clients));
    let answered = 0;
    const ask = (client: number) => {
      const sinceMs = clock.nowMs;
      askAt[client] = sinceMs + patienceMs;
      governor
        .admit('item', () => store.read(serviceMs))
        .then(
          () => clock.nowMs - sinceMs <= patienceMs,
          () => false,
        )
        .then((isInTime) => {
          // It gave up, and has repeated.
          if (clock.nowMs - sinceMs > patienceMs) return;
          if (isInTime) answered++;
          askAt[client] = clock.nowMs + (isInTime ? thinkMs : 10);
        });
    };
    for (let second = 0; second < 25; second++) {
      answered = 0;
      for (let ms = 0; ms < 1_000; ms++) {
        const { nowMs } = clock;
        for (let client = 0; client < clients; client++) if (nowMs >= (askAt[client] ?? 0)) ask(client);
        if (second < 5 || second >= 10) store.work();
        await clock.tick();
      }
      seconds.push(answered);
    }
    return seconds;
  }

  it('H08, H11: recovers within two seconds of the store', async () => {
    const seconds = await hang({});
    expect(seconds.slice(1, 5), 'before').to.deep.equal([100, 100, 100, 100]);
    expect(seconds.slice(6, 10), 'hangs').to.deep.equal([0, 0, 0, 0]);
    const after = seconds.slice(12);
    expect(
      Math.min(...after.slice(0, 4).map((_, nth) => after.slice(nth, nth + 4).reduce((a, b) => a + b, 0))),
    ).to.be.at.least(380);
  });

  it('H08 control: stays overloaded when all loads are admitted', async () => {
    const limit = { min: 100_000, max: 100_000, start: 100_000, targetMs: 100 };
    const seconds = await hang({ limit, maxQueued: 100_000, maxLoadWaitMs: 1_000_000, standingWaitMs: 1_000_000 });
    expect(seconds.slice(1, 5)).to.deep.equal([100, 100, 100, 100]);
    expect(seconds.slice(-5)).to.deep.equal([0, 0, 0, 0, 0]);
  });
});

describe('Governor with one load at a time', () => {
  const limit = { min: 1, max: 1, start: 1, targetMs: 60_000 };
  let clock: VirtualClock;
  let governor: Governor;
  let ends: string[];
  beforeEach(() => {
    clock = new VirtualClock();
    governor = new Governor({ clock, settings: { limit } });
    ends = [];
  });
  const hang = () => new Promise<void>(() => undefined);
  const admit = (work: () => Promise<unknown>) =>
    governor.admit('item', work).then(
      () => void ends.push('ok'),
      ({ name }) => void ends.push(name),
    );

  for (const [end, error] of [
    ['begins what waits after damaged data', new StoreFault('damaged')],
    ['fails what waits after an outage', new StoreUnavailable('away')],
  ] as const) {
    it(end, async () => {
      await Promise.all([
        admit(() => Promise.reject(error)),
        admit(async () => undefined),
        admit(async () => undefined),
      ]);
      const others = error instanceof StoreFault ? 'ok' : error.name;
      expect(ends).to.have.members([error.name, others, others]);
    });
  }

  it('refuses together what has waited too long', async () => {
    for (let load = 0; load < 4; load++) void admit(hang);
    while (ends.length === 0 && clock.nowMs < 2_000) await clock.tick();
    expect(ends).to.deep.equal(['TooManyLoads', 'TooManyLoads', 'TooManyLoads']);
  });

  it('refuses at once what would wait too long', async () => {
    const slow = async () => {
      clock.nowMs += 300;
    };
    for (let load = 0; load < 50; load++) await admit(slow);
    ends = [];
    for (let load = 0; load < 7; load++) void admit(hang);
    await clock.tick();
    // One runs, and four wait: the last of them for 900 ms.
    expect(ends).to.deep.equal(['TooManyLoads', 'TooManyLoads']);
  });
});

describe('Governor while the event loop is late', () => {
  it('handles the most important request first', async () => {
    const governor = new Governor({ settings: { lateMs: -1_000, afterMs: 0 } });
    const handled: unknown[] = [];
    const isDone = Promise.withResolvers<void>();
    const classes = ['page', 'list', 'item', 'live', 'write', 'health'] as const;
    const next = (req: IncomingMessage) => {
      if (handled.push(req.url) === classes.length) isDone.resolve();
    };
    const listener = governor.wrap(next, {
      classOf: ({ url }) => (url === 'health' ? undefined : (url as WorkClass | 'write')),
      hasReply: () => false,
      refuse: () => isDone.reject(new Error('a request was refused')),
    });
    for (const url of classes) {
      const req = Object.assign(new IncomingMessage(new Socket()), { url });
      listener(req, new ServerResponse(req));
    }
    await isDone.promise;
    expect(handled).to.deep.equal(['health', 'write', 'live', 'item', 'list', 'page']);
    governor.close();
  });
});

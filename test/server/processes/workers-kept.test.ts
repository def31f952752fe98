import cluster from 'node:cluster';
import { mock } from 'node:test';
import { expect } from 'chai';
import { Workers } from '../../../server/processes/workers.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';
import { type FakeWorker, fakeForks, fakeLog, fakeMonitoring, settled } from '../../support/server/fake-cluster.ts';

const url = 'http://localhost:1';

describe('the workers that a primary keeps running', () => {
  let forked: FakeWorker[];
  let said: unknown[];
  let counted: unknown[];
  let before: NodeJS.ExitListener[];
  let keys: string | undefined;
  beforeEach(() => {
    [said, counted, keys] = [[], [], undefined];
    before = process.listeners('exit');
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_900_000_000_000 });
    mock.method(cluster, 'setupPrimary', (...args: unknown[]) => said.push(['setup', ...args]));
    forked = fakeForks();
  });
  afterEach(() => {
    for (const listener of exits()) process.off('exit', listener);
    mock.reset();
  });

  const exits = () => process.listeners('exit').filter((listener) => !before.includes(listener));
  const worker = (nth: number) => forked[nth] as FakeWorker;
  const lines = () => said.splice(0);
  const counts = () => counted.splice(0);

  function open(count = 2, more: Partial<ConstructorParameters<typeof Workers>[0]> = {}): Workers {
    const [monitoring, log] = [fakeMonitoring(counted), fakeLog(said)];
    const env = { REDIS_URL: 'redis://localhost' };
    return new Workers({ count, env, log, monitoring, replyBytes: 0, keysOfReplacement: () => keys, ...more });
  }
  /** A server whose workers all answer. */
  async function started(count = 2): Promise<Workers> {
    const workers = open(count);
    const starting = workers.start();
    for (let nth = 0; nth < count; nth++) worker(nth).answers(url);
    await starting;
    lines();
    counts();
    return workers;
  }
  async function ends(nth: number, code: number | null, signal: string | null = null): Promise<void> {
    worker(nth).ends(code, signal);
    await settled();
  }
  const status = (...pids: number[]) => pids.map((pid) => ({ pid, rssMiB: 50, startMs: 0 }));

  it('get their connections in turn, and run the file of the primary without its arguments', () => {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    const timer = { unref: mock.fn() };
    let look = () => {};
    const set = mock.fn();
    const restore = replaceTimers('setInterval', 'processes/workers.ts', (run, ms) => {
      look = run;
      set(ms);
      return timer;
    });
    const cleared = mock.method(globalThis, 'clearInterval', () => undefined);
    try {
      const workers = open();
      expect(cluster.schedulingPolicy).to.equal(cluster.SCHED_RR);
      expect(lines()).to.deep.equal([['setup', { args: [] }]]);
      expect(forked).to.deep.equal([]);
      expect([set.mock.calls.map((call) => call.arguments), timer.unref.mock.callCount()]).to.deep.equal([
        ...[[[600_000]], 1],
      ]);
      look();
      expect(lines()).to.deep.equal([['info', { workers: [] }, 'memory']]);
      workers.close();
      expect(cleared.mock.calls.map((call) => call.arguments as unknown[])).to.deep.equal([[timer]]);
    } finally {
      restore();
    }
  });

  it('have started once all answer, with the address of the last', async () => {
    const workers = open(3);
    const starting = workers.start();
    expect(forked.map(({ env }) => env)).to.deep.equal(
      [1, 2, 3].map((nth) => ({ REDIS_URL: 'redis://localhost', FIGHTCARD_METRICS: `/metrics/${nth}` })),
    );
    worker(1).answers('http://localhost:2', 51);
    worker(0).answers('http://localhost:1');
    await settled();
    expect(workers.list()).to.deep.equal([
      { pid: 100, rssMiB: 50, startMs: 0 },
      { pid: 101, rssMiB: 51, startMs: 0 },
    ]);
    expect(await Promise.race([starting, Promise.resolve('not yet')])).to.equal('not yet');
    mock.timers.tick(700);
    worker(2).answers('http://localhost:3', 52);
    expect(await starting).to.equal('http://localhost:3');
    expect(workers.list().at(-1)).to.deep.equal({ pid: 102, rssMiB: 52, startMs: 700 });
    expect(lines()).to.deep.equal([['setup', { args: [] }]]);
    expect(counts()).to.deep.equal(['started', '2 of 3', 'started', '2 of 3', 'started', '3 of 3']);
  });

  it('are killed when the primary exits', async () => {
    await started();
    for (const listener of exits()) listener.call(process, 0);
    expect(forked.map(({ signals }) => signals)).to.deep.equal([['SIGKILL'], ['SIGKILL']]);
    expect(exits()).to.have.length(1);
  });

  it('are replaced when they die, with the feed keys of before', async () => {
    const workers = await started();
    keys = 'a:b';
    await ends(0, null, 'SIGKILL');
    expect(counts()).to.deep.equal([['end', '/metrics/1'], 'died', '1 of 2']);
    expect(lines()).to.deep.equal([
      ['error', { worker: 100, code: null, signal: 'SIGKILL', reason: undefined, failures: 1 }, 'a worker ended'],
    ]);
    mock.timers.tick(1);
    expect(worker(2).env).to.deep.equal({
      ...{ REDIS_URL: 'redis://localhost', FIGHTCARD_METRICS: '/metrics/3' },
      ...{ FIGHTCARD_REPLACES: '1', FIGHTCARD_FEED_KEYS: '1' },
    });
    worker(2).answers(url);
    await settled();
    expect(worker(2).sent).to.deep.equal([{ kind: 'feed keys', lines: 'a:b' }]);
    expect(lines()).to.deep.equal([['info', { worker: 102, workers: status(101, 102) }, 'a worker is ready']]);
    expect(counts()).to.deep.equal(['started', '2 of 2']);
    expect(workers.list()).to.deep.equal(status(101, 102));
  });

  it('are replaced after longer and longer pauses while they die within ten seconds, up to five seconds', async () => {
    await started();
    const pauses: number[] = [];
    for (let failures = 1; failures <= 8; failures++) {
      const last = failures === 1 ? 0 : forked.length - 1;
      mock.timers.tick(failures === 3 ? 9_999 : 0);
      await ends(last, 7);
      expect((lines()[0] as [string, object])[1]).to.include({ failures });
      const known = forked.length;
      let pause = 0;
      for (; forked.length === known; pause++) mock.timers.tick(1);
      pauses.push(pause);
    }
    // A timer of 0 ms is one of 1 ms.
    expect(pauses).to.deep.equal([1, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
    mock.timers.tick(10_000);
    await ends(forked.length - 1, 7);
    expect((lines()[0] as [string, object])[1]).to.include({ failures: 0 });
    mock.timers.tick(1);
    await ends(forked.length - 1, 7);
    expect((lines()[0] as [string, object])[1]).to.include({ failures: 1 });
  });

  for (const [how, end, last] of [
    ['a code', (of: FakeWorker) => of.ends(7), 'code 7; see their output above.'],
    ['a signal', (of: FakeWorker) => of.ends(null, 'SIGSEGV'), 'SIGSEGV; see their output above.'],
    [
      'a reason',
      (of: FakeWorker) => {
        of.says({ kind: 'failed', message: 'the cable is out' });
        of.ends(3);
      },
      'code 3: the cable is out',
    ],
  ] as const) {
    it(`are given up after five ends in a row while none answers: ${how}`, async () => {
      const workers = await started(1);
      let failure: Error | undefined;
      workers.failed.catch((error: Error) => {
        failure = error;
      });
      for (let failures = 1; failures <= 5; failures++) {
        expect(failure).to.equal(undefined);
        end(worker(forked.length - 1));
        await settled();
        expect(lines()).to.have.length(1);
        mock.timers.tick(5_000);
      }
      expect([failure?.name, failure?.message]).to.deep.equal([
        'NoWorkers',
        `5 workers in a row ended right after their start, the last with ${last}`,
      ]);
      expect(forked).to.have.length(5);
    });
  }

  it('are not started again when the first cannot start for a reason that concerns all', async () => {
    const workers = open();
    const starting = workers.start().catch((error: Error) => [error.name, error.message]);
    worker(1).says({ kind: 'failed', message: 'the port is in use' });
    await ends(1, 1);
    expect(await starting).to.deep.equal(['NoWorkers', 'the port is in use']);
    await ends(0, 1);
    mock.timers.tick(10_000);
    expect(forked).to.have.length(2);
    expect(lines()).to.deep.equal([['setup', { args: [] }]]);
  });

  it('are started again when the first ends without a reason', async () => {
    const workers = open(1);
    workers.start();
    await ends(0, 7);
    mock.timers.tick(1);
    expect(worker(1).env).to.not.have.property('FIGHTCARD_REPLACES');
    expect(lines().slice(1)).to.deep.equal([
      ['error', { worker: 100, code: 7, signal: null, reason: undefined, failures: 1 }, 'a worker ended'],
    ]);
  });

  it('are replaced one by one, each once its successor answers', async () => {
    const workers = await started();
    const restarting = workers.restart();
    const again = workers.restart();
    for (const [nth, pids] of [
      [0, [101, 102]],
      [1, [102, 103]],
      [2, [103, 104]],
      [3, [104, 105]],
    ] as const) {
      await settled();
      expect(forked).to.have.length(nth + 3);
      expect(worker(nth).sent, 'the old one goes on').to.deep.equal([]);
      worker(nth + 2).answers(url);
      await settled();
      expect(worker(nth).sent).to.deep.equal([{ kind: 'stop', handsOver: true }]);
      await ends(nth, 0);
      expect(counts()).to.deep.equal(['started', '3 of 2', ['end', `/metrics/${nth + 1}`], 'replaced', '2 of 2']);
      expect(lines().filter((line) => (line as string[])[2] !== 'a worker is ready')).to.deep.equal(
        nth % 2 === 0 ? [] : [['info', { workers: status(...pids) }, 'all workers are replaced']],
      );
      if (nth === 1) await restarting;
    }
    await again;
    // A successor is wanted, as each other is.
    await ends(5, 7);
    expect(counts()).to.include('died');
    mock.timers.tick(1);
    expect(forked).to.have.length(7);
  });

  it('go on when a successor cannot start', async () => {
    const workers = await started();
    const restarting = workers.restart();
    await settled();
    worker(2).says({ kind: 'failed', message: 'FEED_KEYS_FILE: line 1' });
    await ends(2, 1);
    await restarting;
    expect(lines()).to.deep.equal([
      [
        ...['error', { code: 1, signal: null, reason: 'FEED_KEYS_FILE: line 1' }],
        'restart aborted: a new worker cannot start, the others keep running',
      ],
    ]);
    mock.timers.tick(60_000);
    expect([forked.length, workers.list()]).to.deep.equal([3, status(100, 101)]);
  });

  it('that have died meanwhile are not replaced twice', async () => {
    const workers = await started();
    const restarting = workers.restart();
    await settled();
    await ends(1, 7);
    mock.timers.tick(1);
    worker(2).answers(url);
    worker(3).answers(url);
    await settled();
    await ends(0, 0);
    await restarting;
    expect(forked).to.have.length(4);
    const late = status(102, 103).map((of, nth) => ({ ...of, startMs: 1 - nth }));
    expect(lines().at(-1)).to.deep.equal(['info', { workers: late }, 'all workers are replaced']);
  });

  it('all stop when the server is closed, and none is started or replaced then', async () => {
    const workers = await started(3);
    const restarting = workers.restart();
    await settled();
    await ends(2, 7);
    lines();
    let isClosed = false;
    const closing = workers.close().then(() => {
      isClosed = true;
    });
    expect([0, 1, 3].map((nth) => [worker(nth).sent, worker(nth).signals])).to.deep.equal([
      ...[0, 1].map(() => [[{ kind: 'stop', handsOver: false }], []]),
      [[], ['SIGKILL']],
    ]);
    mock.timers.tick(10);
    await ends(0, 0);
    await ends(1, 0);
    await settled();
    expect(isClosed).to.equal(false);
    await ends(3, null, 'SIGKILL');
    await closing;
    await restarting;
    mock.timers.tick(10_000);
    expect(forked).to.have.length(4);
    expect(lines().map((line) => (line as string[])[2])).to.deep.equal([
      'restart aborted: a new worker cannot start, the others keep running',
    ]);
  });

  it('are not replaced by a restart once the server is closed', async () => {
    const workers = await started();
    const closing = workers.close();
    const restarting = workers.restart();
    await settled();
    expect(forked).to.have.length(2);
    await ends(0, 0);
    await ends(1, 0);
    await Promise.all([closing, restarting]);
    expect(lines()).to.deep.equal([]);
  });

  it('take over the connections of one that dies, unless they do not answer yet', async () => {
    const workers = open();
    workers.start();
    const send = (nth: number) => {
      const close = mock.fn();
      (worker(nth).process.send as (...args: unknown[]) => boolean)({ act: 'newconn', seq: 1 }, { close });
      worker(nth).process.emit('disconnect');
      return close.mock.callCount();
    };
    worker(0).answers(url);
    await settled();
    expect(send(0), 'it is the only one').to.equal(1);
    expect(send(1)).to.equal(0);
  });

  it('share replies where there is room for some', async () => {
    for (const [replyBytes, body] of [
      [0, undefined],
      [1, undefined],
      [2_000, '[]'],
    ] as const) {
      forked.length = 0;
      open(1, { replyBytes, monitoring: undefined }).start();
      worker(0).answers(url);
      const reply = { key: '/a', body: '[]', type: 'text/plain', headers: [], loadedMs: 1, isUnbounded: false };
      worker(0).says({ kind: 'replies', replies: [reply], gone: [] }, { kind: 'recall', key: '/a' });
      expect((worker(0).sent[0] as { reply?: { body: string } }).reply?.body).to.equal(body);
      expect(worker(0).env).to.deep.equal({ REDIS_URL: 'redis://localhost' });
      await ends(0, 0);
    }
  });
});

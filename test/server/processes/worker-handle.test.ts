import { mock } from 'node:test';
import { expect } from 'chai';
import type { SharedReply } from '../../../server/processes/messages.ts';
import type { SharedReplies } from '../../../server/processes/shared-replies.ts';
import { WorkerHandle } from '../../../server/processes/worker-handle.ts';
import { type FakeWorker, fakeForks, settled } from '../../support/server/fake-cluster.ts';

const nowMs = 1_900_000_000_000;
const reply = { key: '/a', body: '{}' } as SharedReply;

describe('a worker as the primary sees it', () => {
  let forked: FakeWorker[];
  let pid: number | undefined;
  beforeEach(() => {
    pid = 7;
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: nowMs });
    forked = fakeForks(() => pid);
  });
  afterEach(() => {
    mock.reset();
  });

  function start(more: Partial<ConstructorParameters<typeof WorkerHandle>[0]> = {}) {
    const handle = new WorkerHandle({
      ...{ env: { A: '1' }, failures: 3, isWanted: true, hasOthers: () => false },
      ...{ replies: undefined, metricsPath: undefined, feedKeys: undefined, ...more },
    });
    return { handle, worker: forked.at(-1) as FakeWorker };
  }
  const membersOf = ({ pid: of, startedMs, failures, isWanted, url, rssMiB, startMs, metricsPath }: WorkerHandle) => ({
    ...{ pid: of, startedMs, failures, isWanted, url, rssMiB, startMs, metricsPath },
  });

  it('is started with its environment, and begins with nothing', () => {
    const { handle, worker } = start();
    expect(worker.env).to.deep.equal({ A: '1' });
    const begun = {
      ...{ pid: 7, startedMs: nowMs, failures: 3, isWanted: true, url: undefined, rssMiB: 0, startMs: 0 },
      metricsPath: undefined,
    };
    expect(membersOf(handle)).to.deep.equal(begun);
    const other = start({ metricsPath: '/dev/shm/1', feedKeys: '', isWanted: false, failures: 0 });
    expect(other.worker.env).to.deep.equal({ A: '1', FIGHTCARD_METRICS: '/dev/shm/1', FIGHTCARD_FEED_KEYS: '1' });
    expect(membersOf(other.handle)).to.deep.equal({
      ...{ ...begun, isWanted: false, failures: 0, metricsPath: '/dev/shm/1' },
    });
  });

  it('says when it answers requests, and how much memory it takes', async () => {
    const { handle, worker } = start();
    mock.timers.tick(1_200);
    worker.says({ kind: 'memory', rssMiB: 40 });
    expect(membersOf(handle)).to.deep.include({ url: undefined, rssMiB: 40, startMs: 0 });
    worker.answers('http://localhost:1', 50);
    await handle.ready;
    expect(membersOf(handle)).to.deep.include({ url: 'http://localhost:1', rssMiB: 50, startMs: 1_200 });
    mock.timers.tick(1_000);
    worker.says({ kind: 'memory', rssMiB: 60 });
    expect(membersOf(handle)).to.deep.include({ url: 'http://localhost:1', rssMiB: 60, startMs: 1_200 });
  });

  it('gets its feed keys once it takes messages, where it does not read them itself', () => {
    for (const [feedKeys, sent] of [
      [undefined, []],
      ['', [{ kind: 'feed keys', lines: '' }]],
      ['a:b', [{ kind: 'feed keys', lines: 'a:b' }]],
    ] as const) {
      const { worker } = start({ feedKeys });
      expect(worker.sent).to.deep.equal([]);
      worker.says({ kind: 'started' });
      expect(worker.sent).to.deep.equal(sent);
    }
  });

  it('shares its replies, and gets the last one of any worker', () => {
    const said: unknown[] = [];
    const replies = {
      add: (added: SharedReply) => said.push(['add', added.key]),
      remove: (key: string) => said.push(['remove', key]),
      find: (key: string) => (key === '/a' ? reply : undefined),
    } as unknown as SharedReplies;
    const { worker } = start({ replies });
    worker.says({ kind: 'replies', replies: [reply, { ...reply, key: '/b' }], gone: ['/c', '/d'] });
    expect(said).to.deep.equal([...['add', 'add', 'remove', 'remove'].map((what, nth) => [what, `/${'abcd'[nth]}`])]);
    worker.says({ kind: 'recall', key: '/a' }, { kind: 'recall', key: '/z' });
    expect(worker.sent).to.deep.equal([
      { kind: 'recalled', key: '/a', reply },
      { kind: 'recalled', key: '/z', reply: undefined },
    ]);
    const alone = start();
    alone.worker.says({ kind: 'replies', replies: [reply], gone: ['/c'] }, { kind: 'recall', key: '/a' });
    expect(alone.worker.sent).to.deep.equal([{ kind: 'recalled', key: '/a', reply: undefined }]);
    alone.worker.isAttached = false;
    alone.worker.says({ kind: 'recall', key: '/a' });
    expect(alone.worker.sent, 'nothing where nobody reads').to.have.length(1);
  });

  it('says how it ended, and why it could not start', async () => {
    const { handle, worker } = start();
    worker.emit('error', new Error('a message did not arrive'));
    worker.process.emit('error', new Error('its start is known'));
    worker.ends(null, 'SIGKILL');
    expect(await handle.ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
    const failure = await handle.ready.catch((error: unknown) => error);
    expect((failure as Error).message).to.equal('worker 7 ended');
    const other = start();
    other.worker.says({ kind: 'failed', message: 'the port is in use' });
    other.worker.ends(1);
    expect(await other.handle.ended).to.deep.equal({ code: 1, signal: null, reason: 'the port is in use' });
  });

  it('has ended when no process could be started', async () => {
    pid = undefined;
    const { handle, worker } = start();
    expect(handle.pid).to.equal(0);
    worker.process.emit('error', new Error('no file descriptor is left'));
    expect(await handle.ended).to.deep.equal({ code: null, signal: null });
    expect((await handle.ready.catch((error: unknown) => error)) as Error).to.have.property(
      'message',
      'worker 0 ended',
    );
  });

  it('leaves its connections to the others, or closes them', () => {
    for (const hasOthers of [true, false]) {
      const { worker } = start({ hasOthers: () => hasOthers });
      const close = mock.fn();
      const send = worker.process.send as (...args: unknown[]) => boolean;
      send({ act: 'newconn', seq: 1 }, { close });
      worker.process.emit('disconnect');
      expect(close.mock.callCount()).to.equal(hasOthers ? 0 : 1);
    }
  });

  for (const handsOver of [true, false]) {
    it(`is asked to stop, and killed after twelve seconds: ${handsOver}`, async () => {
      const { handle, worker } = start();
      worker.answers('http://localhost:1');
      let isStopped = false;
      const stopping = handle.stop(handsOver).then(() => {
        isStopped = true;
      });
      expect(handle.isWanted).to.equal(false);
      expect(worker.sent).to.deep.equal([{ kind: 'stop', handsOver }]);
      mock.timers.tick(11_999);
      expect(worker.signals).to.deep.equal([]);
      mock.timers.tick(1);
      expect(worker.signals).to.deep.equal(['SIGKILL']);
      await settled();
      expect(isStopped).to.equal(false);
      worker.ends(null, 'SIGKILL');
      await stopping;
    });
  }

  it('is not killed once it has stopped, and at once before it takes messages', async () => {
    const { handle, worker } = start();
    worker.answers('http://localhost:1');
    const stopping = handle.stop(false);
    worker.ends(0);
    await stopping;
    mock.timers.tick(60_000);
    expect(worker.signals).to.deep.equal([]);
    const other = start();
    const stoppingOther = other.handle.stop(true);
    expect([other.worker.sent, other.worker.signals]).to.deep.equal([[], ['SIGKILL']]);
    other.worker.ends(null, 'SIGKILL');
    await stoppingOther;
  });
});

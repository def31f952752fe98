import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { expect } from 'chai';
import { handOverConnections } from '../../../server/processes/connection-handover.ts';
import { eventually } from '../../support/run/eventually.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

interface Answered {
  ack?: number;
  accepted?: boolean;
}

/** A worker as in node:cluster, whose end the test controls. */
class FakeProcess extends EventEmitter {
  connected = true;
  disconnections = 0;
  readonly answered: Answered[] = [];
  send: (...args: unknown[]) => boolean = () => true;

  constructor() {
    super();
    this.on('disconnect', () => this.disconnections++);
    this.on('internalMessage', (message: Answered) => this.answered.push(message));
  }
}

function workerWith(hasOthers: boolean) {
  const process = new FakeProcess();
  const closed: number[] = [];
  handOverConnections({ process } as unknown as Worker, () => hasOthers);
  const send = (seq: number) => process.send({ act: 'newconn', seq }, { close: () => closed.push(seq) });
  return { process, closed, send };
}

describe('connections on their way to a worker that dies', () => {
  it('are handed over when the channel closes, except those it accepted', () => {
    const { process, send } = workerWith(true);
    for (const seq of [1, 2, 3]) send(seq);
    process.emit('internalMessage', { ack: 2, accepted: true });
    process.answered.length = 0;
    process.emit('disconnect');
    expect(process.answered.map(({ ack, accepted }) => [ack, accepted])).to.deep.equal([
      [1, false],
      [3, false],
    ]);
  });

  it('are those alone that node:cluster sends with a number, and all messages are sent as they are', () => {
    const { process, closed } = workerWith(false);
    const sent: unknown[][] = [];
    const worker = new FakeProcess();
    worker.send = (...args) => {
      sent.push(args);
      return false;
    };
    handOverConnections({ process: worker } as unknown as Worker, () => false);
    const connection = { close: () => closed.push(0) };
    const messages: unknown[][] = [
      [{ act: 'newconn', seq: 1 }, undefined, { keepOpen: true }],
      [{ act: 'newconn' }, connection],
      [{ act: 'close', seq: 2 }, connection],
      [{ kind: 'stop' }],
    ];
    expect(messages.map((message) => worker.send(...message))).to.deep.equal([false, false, false, false]);
    expect(sent).to.deep.equal(messages);
    worker.emit('disconnect');
    process.emit('disconnect');
    expect(closed).to.deep.equal([]);
    expect(worker.send({ act: 'newconn', seq: 3 }, connection)).to.equal(false);
  });

  it('are none of a worker that could not be started', () => {
    const process = new FakeProcess();
    const { eventNames } = process;
    const before = eventNames.call(process).map((name) => [name, process.listenerCount(name)]);
    handOverConnections({ process: Object.assign(process, { send: undefined }) } as unknown as Worker, () => true);
    expect(eventNames.call(process).map((name) => [name, process.listenerCount(name)])).to.deep.equal(before);
  });

  it('are acknowledged when a second has passed, for which it looks twice a second until the channel closes', () => {
    let nowMs = 5_000;
    mock.method(performance, 'now', () => nowMs);
    const [timer, set] = [{ unref: mock.fn() }, mock.fn()];
    const cleared = mock.method(globalThis, 'clearInterval', () => undefined);
    let look = () => {};
    const restore = replaceTimers('setInterval', 'processes/connection-handover.ts', (run, ms) => {
      set(ms);
      look = run;
      return timer;
    });
    try {
      const { process, send } = workerWith(true);
      expect([set.mock.calls.map((call) => call.arguments), timer.unref.mock.callCount()]).to.deep.equal([[[500]], 1]);
      send(1);
      nowMs += 1;
      send(2);
      nowMs += 998;
      look();
      expect(process.answered).to.deep.equal([]);
      nowMs += 1;
      look();
      expect(process.answered).to.deep.equal([{ cmd: 'NODE_CLUSTER', ack: 1, accepted: true }]);
      process.answered.length = 0;
      process.emit('internalMessage', {});
      process.answered.length = 0;
      expect(cleared.mock.callCount()).to.equal(0);
      process.emit('disconnect');
      expect(process.answered).to.deep.equal([{ cmd: 'NODE_CLUSTER', ack: 2, accepted: false }]);
      expect(cleared.mock.calls.map((call) => call.arguments as unknown[])).to.deep.equal([[timer]]);
    } finally {
      restore();
      mock.reset();
    }
  });

  it('are handed over once, when the worker has exited and its messages are read, which is looked at every 10 ms', () => {
    mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
    try {
      const { process } = workerWith(true);
      process.emit('exit', 0, null);
      process.connected = false;
      expect(process.disconnections).to.equal(0);
      process.connected = true;
      mock.timers.tick(1);
      process.connected = false;
      mock.timers.tick(9);
      expect(process.disconnections).to.equal(0);
      mock.timers.tick(1);
      expect(process.disconnections).to.equal(1);
      const { process: other } = workerWith(true);
      other.emit('disconnect');
      other.connected = false;
      other.emit('exit', 0, null);
      mock.timers.tick(100);
      expect(other.disconnections).to.equal(1);
    } finally {
      mock.timers.reset();
    }
  });

  it('are handed over although Node emits no disconnection, once all its messages are read', async () => {
    const { process, send } = workerWith(true);
    send(1);
    process.emit('exit', null, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(process.disconnections).to.equal(0);
    process.connected = false;
    await eventually(() => process.disconnections === 1, 'the disconnection');
    expect(process.answered.map(({ ack, accepted }) => [ack, accepted])).to.deep.equal([[1, false]]);
  });

  it('are closed when there is no other worker', () => {
    const { process, closed, send } = workerWith(false);
    send(1);
    process.emit('disconnect');
    expect(closed).to.deep.equal([1]);
  });

  it('are acknowledged for a worker that received them and does not answer; not while it is stalled', async () => {
    const { process: worker, send } = workerWith(true);
    const standing = Object.assign(worker, { _handleQueue: [] as unknown[] | undefined });
    send(1);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    expect(worker.answered).to.deep.equal([]);
    standing._handleQueue = undefined;
    await eventually(() => worker.answered.length > 0, 'the acknowledgement');
    expect(worker.answered.map(({ ack, accepted }) => [ack, accepted])).to.deep.equal([[1, true]]);
    worker.emit('disconnect');
    expect(worker.answered).to.have.length(1);
  });
});

import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { handOverConnections } from '../../../server/processes/connection-handover.ts';
import { eventually } from '../../support/run/eventually.ts';

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

describe('handOverConnections', () => {
  it('hands over what a dead worker has not accepted', () => {
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

  it('hands over when Node emits no disconnection', async () => {
    const { process, send } = workerWith(true);
    send(1);
    process.emit('exit', null, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(process.disconnections).to.equal(0);
    process.connected = false;
    await eventually(() => process.disconnections === 1, 'the disconnection');
    expect(process.answered.map(({ ack, accepted }) => [ack, accepted])).to.deep.equal([[1, false]]);
  });

  it('ignores other messages, and a worker that has no channel', () => {
    const { process, closed } = workerWith(false);
    const connection = { close: () => closed.push(0) };
    process.send({ act: 'newconn', seq: 1 });
    process.send({ act: 'newconn' }, connection);
    process.send({ act: 'close', seq: 2 }, connection);
    process.emit('disconnect');
    expect(closed).to.deep.equal([]);
    handOverConnections({ process: new EventEmitter() } as unknown as Worker, () => true);
  });

  it('closes connections without another worker', () => {
    const { process, closed, send } = workerWith(false);
    send(1);
    process.emit('disconnect');
    expect(closed).to.deep.equal([1]);
  });

  it('acknowledges for a worker that cannot, unless it is stalled', async () => {
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

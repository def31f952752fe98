import { expect } from 'chai';
import fc from 'fast-check';
import { type Connection, ConnectionQueue } from '../../../server/processes/connection-queue.ts';

/** A connection from an address; `isReset` may be set later. */
class FakeConnection implements Connection {
  readonly address: string;
  isReset = false;
  isClosed = false;
  constructor(address: string) {
    this.address = address;
  }
  close(): void {
    this.isClosed = true;
  }
  getpeername(peer: { address?: string }): number {
    if (this.isReset) return -107;
    peer.address = this.address;
    return 0;
  }
}

function fill(max: number, ...addresses: string[]) {
  const queue = new ConnectionQueue(max);
  const connections = addresses.map((address) => new FakeConnection(address));
  for (const connection of connections) queue.add(connection);
  const takeAll = () => {
    const taken: number[] = [];
    for (let next = queue.take(); next; next = queue.take()) taken.push(connections.indexOf(next as FakeConnection));
    return taken;
  };
  return { queue, connections, takeAll };
}

const [busy, other, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;

describe('ConnectionQueue', () => {
  it('takes addresses in turn', () => {
    expect(fill(9, busy, busy, busy, other, other, third).takeAll()).to.deep.equal([0, 3, 5, 1, 4, 2]);
  });

  it('counts all addresses of an IPv6 network as one', () => {
    expect(fill(9, '2001:db8::1', '2001:db8::2', '2001:db8::3', other).takeAll()).to.deep.equal([0, 3, 1, 2]);
  });

  it('closes the newest connection of the busiest address when full', () => {
    const { connections, takeAll } = fill(4, busy, busy, busy, other, third);
    expect(connections.map(({ isClosed }) => isClosed)).to.deep.equal([false, false, true, false, false]);
    expect(takeAll()).to.deep.equal([0, 3, 4, 1]);
  });

  it('closes connections that the client has reset', () => {
    const { queue, connections, takeAll } = fill(9, busy, busy, other);
    for (const connection of connections.slice(0, 2)) connection.isReset = true;
    expect(takeAll()).to.deep.equal([2]);
    const late = new FakeConnection(busy);
    late.isReset = true;
    queue.add(late);
    expect([...connections.slice(0, 2), late].map(({ isClosed }) => isClosed)).to.deep.equal([true, true, true]);
    expect(queue.size).to.equal(0);
  });

  it('never exceeds its bound, and loses no connection', () => {
    const step = fc.oneof(fc.constantFrom(busy, other, third), fc.constant(undefined));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (max, steps) => {
        const queue = new ConnectionQueue(max);
        const added: FakeConnection[] = [];
        let taken = 0;
        for (const address of steps) {
          if (address !== undefined) {
            added.push(new FakeConnection(address));
            queue.add(added.at(-1) as FakeConnection);
          } else if (queue.take()) taken++;
          expect(queue.size).to.be.within(0, max);
          const closed = added.filter(({ isClosed }) => isClosed).length;
          expect(taken + closed + queue.size).to.equal(added.length);
        }
      }),
    );
  });
});

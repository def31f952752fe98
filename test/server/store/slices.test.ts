import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { ann, ballot, bob, buckets, openFight, readOutcomes } from '../../support/redis/ballots.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';

/** A proxy in front of Redis that, once it begins, passes replies on byte by byte, each in a turn of its own. */
async function startSlicer(port: number) {
  const sockets = new Set<Socket>();
  let isSlicing = false;
  let slices = 0;
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1');
    for (const socket of [client, redis]) sockets.add(socket.setNoDelay(true).on('error', () => undefined));
    client.pipe(redis);
    const waiting: Buffer[] = [];
    const passOne = () => {
      const [first] = waiting;
      if (!first) return;
      client.write(first.subarray(0, 1));
      slices++;
      if (first.length > 1) waiting[0] = first.subarray(1);
      else waiting.shift();
      setImmediate(passOne);
    };
    redis.on('data', (reply) => {
      if (!isSlicing) {
        client.write(reply);
        return;
      }
      waiting.push(reply);
      if (waiting.length === 1) setImmediate(passOne);
    });
    redis.on('close', () => client.destroy());
    client.on('close', () => redis.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** A busy machine would be too slow for what Redis says of itself when a connection opens. */
    begin() {
      isSlicing = true;
    },
    slices: () => slices,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('replies of Redis in pieces', () => {
  it('F05: are read whole, one byte at a time', async () => {
    const redis = await startRedis();
    const slicer = await startSlicer(redis.port);
    const sliced = await openStore(slicer.url, { buckets });
    try {
      const fight = await openFight(sliced);
      slicer.begin();
      const cast = [ballot(fight, ann, 11), ballot(fight, bob, 12), ballot(fight, ann, 12), ballot(fight, ann, 12)];
      expect(await readOutcomes(cast.map((one) => sliced.store.votes.cast(one)))).to.deep.equal([
        ...['created', 'created', 'moved', 'same'],
      ]);
      const [tally] = await sliced.store.votes.tallies([fight]);
      expect(Object.fromEntries(tally?.get(1) ?? [])).to.deep.equal({ 11: 0, 12: 2 });
      expect(slicer.slices()).to.be.above(50);
    } finally {
      sliced.close();
      slicer.close();
      await redis.close();
    }
  });
});

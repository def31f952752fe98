import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { clientKeyOf } from '../../../server/http/client-address.ts';
import { Limiter } from '../../../server/limits/limiter.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes that stay in use after this action. */
function retainedBy(action: () => void): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  action();
  collect();
  return (process.memoryUsage().heapUsed - before) / 1_048_576;
}

/** Flat strings, as the parser creates them. */
const text = (content: string) => Buffer.from(content, 'latin1').toString('latin1');
const filler = 'x'.repeat(14_000);

describe('memory of client input', () => {
  it('retains only the address of X-Forwarded-For', () => {
    const limiter = new Limiter(10, 10_000);
    const total = scaled(2_000);
    const megabytes = retainedBy(() => {
      for (let n = 0; n < total; n++) {
        const address = `100.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
        const request = { socket: {}, headers: { 'x-forwarded-for': text(`${filler}, ${address}`) } };
        limiter.take(clientKeyOf(request as never, 1), 0);
      }
    });
    expect(megabytes * 1_048_576).to.be.below(200 * total + 500_000);
    expect(limiter.take('100.100.0.0', 0, 10), 'it was counted').to.be.above(0);
  });
});

describe('streams of an address', () => {
  const path = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
  const spanish = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;
  const stream = (address: string) => ({ Accept: 'text/event-stream', 'X-Forwarded-For': address });

  it('are limited until one of them closes', async () => {
    const night = await startFightNight({ trustedProxies: 1, streams: { maxStreams: 20, maxPerAddress: 5 } });
    const open: Follower[] = [];
    // All of one /64, each in a different form.
    const of = (n: number) => `2001:db8::${n + 1}`;
    try {
      for (let n = 0; n < 12; n++) {
        open.push(await follow(night.url + path, undefined, { 'X-Forwarded-For': of(n) }));
      }
      expect(open.map(({ status }) => status)).to.deep.equal([...Array(5).fill(200), ...Array(7).fill(429)]);
      expect(night.server.streams.count).to.equal(5);
      for (const [refusedPath, detail] of [
        [path, 'This address follows 5 streams already; ask the route without a stream.'],
        [spanish, 'Esta dirección ya sigue 5 transmisiones; consulte la ruta sin transmisión.'],
      ] as const) {
        const refused = await send(night.url, 'GET', refusedPath, stream(of(3)));
        expect([refused.status, json(refused).type, json(refused).detail]).to.deep.equal([
          429,
          'urn:problem-type:too-many-requests',
          detail,
        ]);
        expect(refused.headers['retry-after']).to.match(/^[1-9]\d*$/);
      }
      const other = await follow(night.url + path, undefined, { 'X-Forwarded-For': '203.0.113.7' });
      open.push(other);
      expect(other.status).to.equal(200);
      open[0]?.close();
      await eventually(() => night.server.streams.count === 5, 'a place');
      const again = await follow(night.url + path, undefined, { 'X-Forwarded-For': of(99) });
      open.push(again);
      expect(again.status).to.equal(200);
    } finally {
      for (const follower of open) follower.close();
      await night.close();
    }
  });

  it('count only while they are open', async () => {
    const night = await startFightNight({ streams: { maxStreams: 20, maxPerAddress: 2 } });
    try {
      for (let n = 0; n < 6; n++) {
        const missing = await send(night.url, 'GET', '/api/v1/us/fight_metrics/live_event/8999', stream(''));
        expect(missing.status).to.equal(404);
        (await follow(night.url + path)).close();
        await eventually(() => night.server.streams.count === 0, 'the place that was left');
      }
    } finally {
      await night.close();
    }
  });
});

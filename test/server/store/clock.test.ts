import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { isMoment, RedisClock, RedisClocks, readMoment } from '../../../server/store/redis/clock.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import type { ScriptCommand } from '../../../server/store/redis/script-command.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

describe('an estimate of the clock of Redis', () => {
  const { now } = performance;
  /** Of this process. */
  let ms: number;
  const origin = performance.timeOrigin;
  const at = (later: number) => {
    ms = later;
  };
  const unasked = () => new RedisClock(() => Promise.reject(new Error('it is not asked')));
  beforeEach(() => {
    at(1_000);
    performance.now = () => ms;
  });
  afterEach(() => {
    performance.now = now;
  });

  it('has the closest bounds of what was observed, and no upper one without the time of sending', () => {
    const clock = unasked();
    expect(clock.known()).to.equal(undefined);
    clock.observe(origin + 1_100);
    expect(clock.known()).to.deep.equal({ least: 100, most: Number.POSITIVE_INFINITY });
    clock.observe(origin + 1_100, origin + 980);
    expect(clock.known()).to.deep.equal({ least: 100, most: 121 });
    clock.observe(origin + 1_090, origin + 975);
    expect(clock.known()).to.deep.equal({ least: 100, most: 116 });
    clock.observe(origin + 1_105, origin + 900);
    expect(clock.known()).to.deep.equal({ least: 105, most: 116 });
  });

  for (const [title, redisMs, sentMs, bounds] of [
    ['at its upper bound agrees', 1_111, 900, { least: 111, most: 111 }],
    ['above its upper bound contradicts', 1_112, 900, { least: 112, most: 213 }],
    ['at its lower bound agrees', 1_050, 951, { least: 100, most: 100 }],
    ['below its lower bound contradicts', 1_050, 952, { least: 50, most: 99 }],
  ] as const) {
    it(`begins again when a reply contradicts it: one ${title}`, () => {
      const clock = unasked();
      clock.observe(origin + 1_100, origin + 990);
      expect(clock.known()).to.deep.equal({ least: 100, most: 111 });
      clock.observe(origin + redisMs, origin + sentMs);
      expect(clock.known()).to.deep.equal(bounds);
    });
  }

  it('begins again without what was known in the last half minute, too', () => {
    const clock = unasked();
    clock.observe(origin + 1_100, origin + 990);
    at(31_000);
    clock.observe(origin + 131_000, origin + 30_990);
    expect(clock.known()).to.deep.equal({ least: 100_000, most: 100_011 });
    clock.restart(origin + 31_050);
    expect(clock.known()).to.deep.equal({ least: 50, most: Number.POSITIVE_INFINITY });
  });

  /** Whether it is known at each of these times what was observed at the first of them. */
  const knownAt = (first: number, ...times: number[]) => {
    const clock = unasked();
    at(first);
    clock.observe(origin + first);
    return times.map((time) => {
      at(time);
      return clock.known() !== undefined;
    });
  };

  it('is known for half a minute to one minute', () => {
    expect(knownAt(0, 0, 0, 29_999, 30_000, 59_999, 60_000)).to.deep.equal([true, true, true, true, true, false]);
    expect(knownAt(0, 59_999)).to.deep.equal([true]);
    expect(knownAt(0, 60_000)).to.deep.equal([false]);
    // The half minutes follow each other without a gap.
    expect(knownAt(0, 45_000, 59_999, 60_000)).to.deep.equal([true, true, false]);
    expect(knownAt(10_000, 9_999), 'when the clock was set back').to.deep.equal([false]);
  });

  it('is asked for once by all who need it, and again when it is not known any more', async () => {
    const asked: PromiseWithResolvers<number>[] = [];
    const clock = new RedisClock(() => {
      const reply = Promise.withResolvers<number>();
      asked.push(reply);
      return reply.promise;
    });
    const [ahead, moment] = [clock.ahead(), clock.now()];
    at(1_020);
    expect(asked).to.have.length(1);
    asked[0]?.resolve(Math.floor(origin) + 6_020);
    const least = Math.floor(origin) + 5_000 - origin;
    expect(await ahead).to.deep.equal({ least, most: Math.floor(origin) + 6_021 - (origin + 1_000) });
    expect(await moment).to.equal(Math.floor(origin) + 6_020);
    expect((await clock.ahead()).least, 'without asking').to.equal(least);
    at(61_020);
    const failing = reasonOf(clock.ahead());
    asked[1]?.reject(new Error('no reply'));
    expect(await failing).to.equal('Error: no reply');
    const last = clock.now();
    asked[2]?.resolve(Math.floor(origin) + 61_030);
    expect([await last, asked.length]).to.deep.equal([Math.floor(origin) + 61_030, 3]);
  });
});

describe('the time of a Redis', () => {
  it('is what a script replies, and anything but a moment closes its connection', async () => {
    const read = async (reply: unknown) => {
      const asked: string[] = [];
      const socket = { destroy: () => asked.push('closed') };
      const sendCommand = async (command: ScriptCommand) => {
        command.toWritable(socket);
        asked.push(`${command.name} ${command.args.slice(1)}`, String(command.args[0]).split('\n')[1] ?? '');
        return reply;
      };
      const client = { sendCommand } as unknown as RedisClient;
      return [await readMoment(client, 'a key').catch(String), ...asked];
    };
    const asked = ['eval 1,a key', '-- Reads the clock of the node that stores a key.'];
    expect(await read(1_800_000_000_000)).to.deep.equal([1_800_000_000_000, ...asked]);
    const malformed = 'StoreUnavailable: The store is not available: its reply is malformed';
    for (const reply of [-1, '5', null]) expect(await read(reply)).to.deep.equal([malformed, ...asked, 'closed']);
  });

  it('is a whole number that a date can have', () => {
    const moments = [0, 1, 8.64e15];
    expect(moments.map(isMoment)).to.deep.equal([true, true, true]);
    expect([-1, 0.5, 8.64e15 + 1, Number.NaN, '1', undefined].map(isMoment)).to.not.include(true);
  });

  it('is that of the master of a key, which may be unknown', () => {
    const slots: string[][] = [];
    const cluster = Object.assign(new EventEmitter(), { slots });
    // The slots of a, b and c.
    slots[15_495] = ['127.0.0.1:7000', '127.0.0.1:7009'];
    slots[3_300] = ['127.0.0.1:7000'];
    slots[7_365] = ['127.0.0.1:7001'];
    const clocks = new RedisClocks(cluster as unknown as RedisClient);
    const [a, b, c] = ['a', 'b', 'c'].map((key) => clocks.of(key));
    expect([a === b, a === c]).to.deep.equal([true, false]);
    expect(clocks.of('{a}:votes')).to.equal(a);
    expect(clocks.of('d')).not.to.equal(clocks.of('d'));
    const single = new RedisClocks(new EventEmitter() as unknown as RedisClient);
    expect(single.of('a')).to.equal(single.of('d'));
  });

  it('is asked of the Redis that has the key', async () => {
    const asked: string[] = [];
    const sendCommand = async ({ args }: ScriptCommand) => {
      asked.push(args.slice(1).join(' '));
      return 1_800_000_000_000;
    };
    for (const slots of [undefined, []]) {
      const client = Object.assign(new EventEmitter(), { sendCommand, ...(slots && { slots }) });
      const { least } = await new RedisClocks(client as unknown as RedisClient).of('a key').ahead();
      expect(Math.abs(least + Date.now() - 1_800_000_000_000)).to.be.below(10_000);
    }
    expect(asked).to.deep.equal(['1 a key', '1 a key']);
  });

  it('is forgotten with its connection, or with its node of a Cluster', () => {
    const single = new EventEmitter();
    const cluster = Object.assign(new EventEmitter(), {
      slots: Array.from({ length: 16_384 }, () => ['10.0.0.7:7000']),
    });
    const known = [single, cluster].map((client) => {
      const clocks = new RedisClocks(client as unknown as RedisClient);
      clocks.of('a').observe(1_800_000_000_000);
      return () => clocks.of('a').known() !== undefined;
    });
    const all = () => known.map((isKnown) => isKnown());
    for (const options of [
      { host: '10.0.0.7', port: 7001 },
      { host: '10.0.0.8', port: 7000 },
    ]) {
      cluster.emit('-node', { options });
      single.emit('-node', { options });
    }
    cluster.emit('close');
    expect(all()).to.deep.equal([true, true]);
    single.emit('close');
    cluster.emit('-node', { options: { host: '10.0.0.7', port: 7000 } });
    expect(all()).to.deep.equal([false, false]);
  });
});

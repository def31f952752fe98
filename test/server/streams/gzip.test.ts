import { connect } from 'node:net';
import { expect } from 'chai';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const id = 9_801;
const path = `/api/v1/us/fight_metrics/live_event/${id}`;
/** More than is compressed in this thread, and more than one packet. */
const venue = (sequence: number) => `Arena ${sequence} ${sequence % 3 === 0 ? 'with many words '.repeat(4_000) : ''}`;
const snapshot = (sequence: number): EventUpdate => ({
  sequence,
  FMLiveFeed: { EventID: String(id), Venue: venue(sequence) },
});

describe('a compressed stream', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight({ streams: { heartbeatMs: 50 } });
    await night.store.live.update(snapshot(1));
  });
  after(() => night.close());

  const followers: Follower[] = [];
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });
  async function followed(coding: string, lastId?: number): Promise<Follower> {
    const follower = await follow(night.url + path, lastId, { 'Accept-Encoding': coding });
    followers.push(follower);
    return follower;
  }

  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.1', 'gzip'],
    ['*', 'gzip'],
    ['br', undefined],
    ['gzip;q=0, *', undefined],
    ['identity', undefined],
  ] as const) {
    it(`is ${coding ? '' : 'not '}sent to a client that accepts ${accepted}`, async () => {
      const { headers, until, events } = await followed(accepted);
      expect([headers['content-encoding'], headers.vary]).to.deep.equal(
        coding ? ['gzip', 'Accept, Accept-Encoding'] : [undefined, 'Accept'],
      );
      await until(1);
      const plain = await send(night.url, 'GET', path);
      expect(events[0]?.data).to.equal(plain.body.toString());
    });
  }

  it('has the events and comments of a plain stream', async () => {
    const plain = await followed('identity');
    const early = await followed('gzip');
    for (let sequence = 2; sequence <= 7; sequence++) await night.store.live.update(snapshot(sequence));
    const late = await followed('gzip');
    const resumed = await followed('gzip', 2);
    await late.until(1);
    for (let sequence = 8; sequence <= 10; sequence++) await night.store.live.update(snapshot(sequence));
    await plain.until(10);
    await early.until(10);
    await late.until(4);
    await resumed.until(8);
    expect(early.events).to.deep.equal(plain.events);
    expect(late.events).to.deep.equal(plain.events.slice(6));
    expect(resumed.events).to.deep.equal(plain.events.slice(2));
    await eventually(() => [early, late, resumed].every((one) => /\n:\n\n$/.test(one.text())), 'comments');
  });

  it('is plain for HTTP/1.0, and complete when pipelined', async () => {
    const { hostname, port } = new URL(night.url);
    const ask = async (text: string) => {
      const socket = connect(Number(port), hostname);
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
      });
      socket.write(text);
      await eventually(() => /"Venue":"Arena \d+/.test(received), 'an event');
      socket.destroy();
      return received;
    };
    const old = await ask(`GET ${path} HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n`);
    expect(old).to.match(/\r\n\r\nid: \d+\nevent: snapshot\n/);
    const list = 'GET /api/v3/mobile/fighters HTTP/1.1\r\nHost: a\r\n\r\n';
    const stream = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`;
    const both = await ask(list + stream);
    expect(both.match(/HTTP\/1\.1 200 OK\r\n/g)).to.have.length(2);
    expect(both).to.match(/\r\n\r\n[\da-f]+\r\nid: \d+\nevent: snapshot\n/);
  });

  it('ends as gzip does when the server ends', async () => {
    const [zipped, plain] = [await followed('gzip'), await followed('identity')];
    await zipped.until(1);
    night.server.streams.close();
    await zipped.ended;
    await plain.ended;
    expect([zipped.failure(), plain.failure()]).to.deep.equal([undefined, undefined]);
    expect(zipped.text()).to.match(/\nretry: \d+\n\n$/);
  });
});

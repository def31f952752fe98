import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import type { Answer } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const newsPath = '/api/v1/us/news';
const body = JSON.stringify({
  round_num: 2,
  fighter_statid: ids.fightInProgressFighter1Statid,
  client_id: 'half-sent-client-001',
});
const whole = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('misbehaving connections', () => {
  let night: FightNight;
  const open: Socket[] = [];
  const start = async (options: Parameters<typeof startFightNight>[0]) => {
    night = await startFightNight(options, { changesPerTenSeconds: 0 });
  };
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await night.close();
  });

  function dial(): Socket {
    const { hostname, port } = new URL(night.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    open.push(socket);
    return socket;
  }

  async function expectGoodAnswers(count: number): Promise<void> {
    const pool = openClientPool(night.url, 4);
    const answers: Answer[] = [];
    for (let n = 0; n < count; n++) answers.push(await pool.sendOnce('GET', newsPath));
    await pool.close();
    expect(countStatuses(answers)).to.deep.equal({ 200: count });
  }

  it('C06: cuts slow headers and slow bodies', async () => {
    await start({ requestMs: 300 });
    const slow = Array.from({ length: scaled(60) }, (_, n) => {
      const socket = dial();
      socket.resume().write(n % 2 === 0 ? 'GET / HTTP/1.1\r\nHost: a\r\n' : whole.slice(0, -40));
      const timer = setInterval(() => socket.writable && socket.write(n % 2 === 0 ? 'X: y\r\n' : ' '), 50);
      return new Promise<void>((closed) =>
        socket.once('close', () => {
          clearInterval(timer);
          closed();
        }),
      );
    });
    await expectGoodAnswers(50);
    await Promise.all(slow);
  });

  it('C07: closes readers that read nothing', async () => {
    await start({ idleMs: 300 });
    const readers = Array.from({ length: scaled(5) }, () => dial().pause());
    await eventually(async () => (await night.server.connections()) === readers.length, 'they are open');
    // More answers than fit into any buffer of the system.
    const requests = 'GET /api/v3/mobile/fighters HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000);
    for (const reader of readers) reader.write(requests);
    await eventually(async () => (await night.server.connections()) === 0, 'they are closed');
    await expectGoodAnswers(5);
  });

  it('C08: closes idle connections', async () => {
    await start({ idleMs: 500, requestMs: 500 });
    for (let n = 0; n < scaled(20); n++) await once(dial(), 'connect');
    await eventually(async () => (await night.server.connections()) === 0, 'they are closed');
    await expectGoodAnswers(5);
  });

  it('C09: survives connections that are reset at any byte', async () => {
    await start({});
    const lengths = Array.from({ length: scaled(whole.length) }, (_, n) => 1 + (n % whole.length));
    for (const length of lengths) {
      const socket = dial();
      await new Promise<void>((connected) => socket.once('connect', connected));
      socket.write(whole.slice(0, length));
      if (length % 3 === 0) await sleep(1);
      socket.resetAndDestroy();
    }
    await eventually(async () => (await night.server.connections()) === 0, 'all are gone');
    const { statuses: again } = await sendRaw(night.url, whole, { answers: 1 });
    expect(again[0]).to.be.oneOf([200, 201]);
    await expectGoodAnswers(5);
  });

  it('C10: answers 408 when a body stops half-way', async () => {
    await start({ requestMs: 200 });
    const { text, isClosed } = await sendRaw(night.url, whole.slice(0, -5), { patienceMs: 20_000 });
    const [answer] = answersIn(text);
    expect(answer?.line).to.equal('HTTP/1.1 408 Request Timeout');
    expect(JSON.parse(answer?.body ?? '')).to.include({ type: 'urn:problem-type:request-timeout', status: 408 });
    expect(isClosed).to.equal(true);
  });

  it('C11: serves a thousand requests on one connection', async () => {
    await start({});
    const total = scaled(1_000);
    const get = `GET ${newsPath}/0 HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = get.replace('Host', 'Connection: close\r\nHost');
    const { statuses } = await sendRaw(night.url, get.repeat(total - 1) + last, { patienceMs: 30_000 });
    expect(statuses).to.deep.equal(Array(total).fill(400));
  });

  it('answers pipelined requests in order', async () => {
    await start({});
    const chunked = (text: string) =>
      `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${[...text].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`;
    const kinds: [text: string, status: number][] = [
      [`GET ${newsPath} HTTP/1.1\r\nHost: a\r\n\r\n`, 200],
      [`GET ${newsPath}/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody`, 400],
      [whole.replace('round_num":2', 'round_num":9'), 422],
      [chunked('{"round_num":9}'), 422],
      [chunked('{'), 400],
    ];
    const sent = Array.from({ length: 600 }, (_, n) => kinds[(n + (n >> 3)) % kinds.length] as [string, number]);
    const bytes = sent.map(([text]) => text).join('');
    const { statuses } = await sendRaw(night.url, bytes, { answers: sent.length, patienceMs: 60_000 });
    expect(statuses).to.deep.equal(sent.map(([, status]) => status));
  });

  it('answers pipelined requests after the client’s FIN', async () => {
    await start({});
    const get = `HEAD ${newsPath} HTTP/1.1\r\nHost: a\r\n\r\n`;
    await expectGoodAnswers(2);
    const socket = dial();
    let text = '';
    socket.setEncoding('latin1').on('data', (more: string) => (text += more));
    socket.end(get.repeat(500));
    await once(socket, 'close');
    expect(text.split('HTTP/1.1 200').length - 1).to.equal(500);
  });
});

describe('a server beside a greedy client', () => {
  let server: ServerProcess;
  let url: URL;
  const sockets: Socket[] = [];
  const dial = () => {
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  before(async () => {
    server = startServerProcess({});
    url = new URL(await server.ready);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => server?.close());

  it('answers other clients before 20,000 pipelined requests', async () => {
    const head = `HEAD ${newsPath} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const total = 20_000;
    const [greedy, other] = [dial(), dial()];
    let answered = 0;
    greedy.setEncoding('latin1').on('data', (text: string) => (answered += text.split('HTTP/1.1 ').length - 1));
    // Both connections are there, and the reply is cached.
    for (const socket of [greedy, other]) {
      socket.write(head);
      await once(socket, 'data');
    }
    greedy.write(head.repeat(total));
    await eventually(() => answered > 1, 'the first of the answers');
    other.write(head);
    await once(other, 'data');
    expect(answered).to.be.below(total / 4);
  });
});

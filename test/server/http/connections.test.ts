import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { sendRaw } from '../../support/http/raw.ts';
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

  // With TEST_SCALE=45 they are 9,000, on a machine that opens them within seconds: both ends are descriptors of this process.
  it('C08: closes idle connections, which take little memory', async () => {
    // Longer than a busy machine needs to open them.
    await start({ idleMs: scaled(3_000), requestMs: scaled(3_000) });
    const total = scaled(200);
    const beforeBytes = process.memoryUsage.rss();
    for (let left = total; left > 0; left -= 200) {
      // No more at once than wait to be accepted.
      const sockets = Array.from({ length: Math.min(200, left) }, dial);
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    }
    await eventually(async () => (await night.server.connections()) > 0.9 * total, 'they are there');
    await expectGoodAnswers(20);
    // Both ends, and what the answers took.
    const mostBytes = 100_000_000 + total * 64_000;
    expect(process.memoryUsage.rss() - beforeBytes).to.be.below(mostBytes);
    await eventually(async () => (await night.server.connections()) === 0, 'they are closed');
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

  it('takes little memory for a body of tiny chunks', async () => {
    const megabytes = () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.child.pid)], { encoding: 'utf8' })) / 1_024;
    const before = megabytes();
    const start = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    // Resolves when the kernel has taken the bytes, nearly all of which the server has read.
    for (let n = 0; n < 100; n++) {
      const socket = dial();
      await new Promise((sent) => socket.write(start + '1\r\n \r\n'.repeat(16_000), sent));
    }
    const get = `GET ${newsPath} HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect((await sendRaw(url.href, get, { answers: 1, patienceMs: 60_000 })).statuses).to.deep.equal([200]);
    expect(megabytes() - before).to.be.below(250);
  });
});

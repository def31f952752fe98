import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import type { Answer } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

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

  it('C06: slow headers and slow bodies are cut, and others are answered meanwhile', async () => {
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

  it('C07: readers that read nothing are closed', async () => {
    await start({ idleMs: 300 });
    for (let n = 0; n < scaled(5); n++) {
      const socket = dial();
      socket.pause();
      // More answers than fit into any buffer of the system.
      socket.write(`GET /api/v3/mobile/fighters HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(5_000));
    }
    let most = 0;
    const isClosed = async () => {
      const now = await night.server.connections();
      most = Math.max(most, now);
      return most > 0 && now === 0;
    };
    await eventually(isClosed, 'the readers are closed');
    await expectGoodAnswers(5);
  });

  // With TEST_SCALE=45 they are 9,000, on a machine that opens them within seconds: both ends are descriptors of this process.
  it('C08: idle connections are closed, and take little memory meanwhile', async () => {
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

  it('C09: a connection that is reset at any byte leaves nothing behind', async () => {
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

  it('C10: a body that stops half-way is answered 408 with problem details', async () => {
    await start({ requestMs: 200 });
    const { text, isClosed } = await sendRaw(night.url, whole.slice(0, -5), { patienceMs: 20_000 });
    const [answer] = answersIn(text);
    expect([answer?.line, isClosed]).to.deep.equal(['HTTP/1.1 408 Request Timeout', true]);
    expect(JSON.parse(answer?.body ?? '')).to.include({ type: 'urn:problem-type:request-timeout', status: 408 });
  });

  it('C11: a connection serves any number of requests', async () => {
    await start({});
    const total = scaled(1_000);
    const get = `GET ${newsPath}/0 HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const { statuses: got, isClosed } = await sendRaw(night.url, get.repeat(total - 1) + last, {
      patienceMs: 30_000,
    });
    expect([got.length, new Set(got).size, isClosed]).to.deep.equal([total, 1, true]);
  });
});

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket, connect as toPort } from 'node:net';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { snapshot, text, useBoard } from '../../support/browser/board.ts';

describe('the connection of the board', () => {
  const { open, post, url, newPage } = useBoard();

  it('reconnects and shows what it missed', async () => {
    const gate = await startGate(Number(new URL(url()).port));
    try {
      const page = await open('/board?lang=en', {}, gate.url);
      await text(page, '#connection', 'Live');
      await gate.shut();
      await text(page, '#connection', 'Reconnecting…');
      await text(page, '#phase', /Round 2/);
      await post(snapshot((fight) => ({ ...fight, CurRd: '3' })));
      await gate.reopen();
      await text(page, '#phase', 'Round 3 of 3');
      await text(page, '#connection', 'Live');
    } finally {
      await gate.shut();
    }
  });

  it('names a server that hangs within five seconds', async () => {
    const gate = await startGate(Number(new URL(url()).port));
    try {
      const page = await open('/board?lang=en', {}, gate.url);
      const vote = await open('/board/vote.html?lang=en', {}, gate.url);
      await text(page, '#connection', 'Live');
      await text(vote, '#question', /Who wins round \d/);
      gate.hang();
      const hungMs = performance.now();
      await text(page, '#connection', 'Reconnecting…');
      await text(vote, '#question', 'The service does not answer. Trying again…');
      expect(performance.now() - hungMs).to.be.below(5_000);
    } finally {
      await gate.shut();
    }
  });

  it('opens a stream again that has stopped without an end', async () => {
    const gate = await startGate(Number(new URL(url()).port));
    try {
      const page = await open('/board?lang=en', {}, gate.url);
      await text(page, '#connection', 'Live');
      await page.waitForResponse((response) => response.request().method() === 'HEAD');
      gate.stopStreams();
      await post(snapshot((fight) => ({ ...fight, CurRd: '3', PossibleRds: '5' })));
      await text(page, '#phase', 'Round 3 of 5');
    } finally {
      await gate.shut();
    }
  });

  it('says so while the service does not answer', async () => {
    const [silent, page, vote] = [await newPage(), await newPage(), await newPage()];
    await silent.route('**/api/**', () => undefined);
    let isDown = true;
    for (const one of [page, vote])
      await one.route('**/api/**', (route) => (isDown ? route.fulfill({ status: 503, body: '' }) : route.continue()));
    await silent.goto(`${url()}/board?lang=en`);
    await text(silent, '#notice', 'Loading…');
    await page.goto(`${url()}/board?lang=en`);
    await vote.goto(`${url()}/board/vote.html?lang=en`);
    for (const one of [silent, page]) await text(one, '#notice', 'The service does not answer. Trying again…');
    await text(vote, '#question', 'The service does not answer. Trying again…');
    isDown = false;
    await text(vote, '#question', /Who wins round \d/);
    await text(page, '#connection', 'Live');
    expect(await page.locator('#notice').isVisible()).to.equal(false);
  });

  it('polls with If-None-Match if streams are refused', async () => {
    const page = await newPage();
    const statuses: number[] = [];
    await page.route('**/*', (route) => {
      const refused = route.request().resourceType() === 'eventsource';
      return refused ? route.fulfill({ status: 503, body: '' }) : route.continue();
    });
    page.on('response', (response) => {
      const isFeed = response.url().endsWith(`/live_event/${ids.liveEventStatid}`);
      if (isFeed && response.request().resourceType() === 'fetch') statuses.push(response.status());
    });
    await page.goto(`${url()}/board?lang=en`);
    await text(page, '#connection', 'Updating');
    await page.waitForTimeout(4_500);
    const before = statuses.length;
    expect(statuses.slice(0, 2)).to.deep.equal([200, 304]);
    await post(snapshot((fight) => ({ ...fight, CurRd: '3', PossibleRds: '4' })));
    await text(page, '#phase', 'Round 3 of 4');
    expect(before).to.be.at.most(4);
  });
});

/** A proxy in front of a server. Closing it cuts its connections; it can be reopened at the same address. */
async function startGate(port: number) {
  const inside = new Set<Socket>();
  const streams = new Set<Socket>();
  let isHung = false;
  let server: Server;
  const openAt = async (at: number) => {
    server = createServer((near) => {
      const far = toPort(port, '127.0.0.1');
      for (const socket of [near, far]) {
        inside.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => inside.delete(socket));
      }
      near.on('data', (chunk) => String(chunk).includes('Accept: text/event-stream') && streams.add(far));
      if (!isHung) near.pipe(far).pipe(near);
    });
    await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening));
    return (server.address() as AddressInfo).port;
  };
  const own = await openAt(0);
  return {
    url: `http://127.0.0.1:${own}`,
    /** Takes connections and answers nothing. */
    hang(): void {
      isHung = true;
      for (const socket of inside) socket.unpipe();
    },
    /** The streams stay open, and bring nothing more. */
    stopStreams(): void {
      for (const far of streams) far.unpipe();
    },
    async shut(): Promise<void> {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of inside) socket.destroy();
      await closed;
    },
    async reopen(): Promise<void> {
      await openAt(own);
    },
  };
}

import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { type StreamSource, type StreamState, sendStream } from '../../mock/http/stream.ts';

/** The response of a client, with what it was sent. */
class Client extends EventEmitter {
  readonly sent: string[] = [];
  readonly heads: unknown[] = [];
  isEnded = false;
  writableNeedDrain = false;
  writeHead = (...head: unknown[]) => this.heads.push(head);
  flushHeaders = () => undefined;
  write = (text: string) => this.sent.push(text);
  end = () => {
    this.isEnded = true;
  };
}

const textOf = (version: number, data: string) => `id: ${version}\nevent: snapshot\ndata: ${data}\n\n`;

/** Streams of the mock, on a clock that the test moves. */
describe('sendStream', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  const wait = async (ms: number) => {
    mock.timers.tick(ms);
    await turn();
  };

  async function start({
    lastId,
    method = 'GET',
    hasLeft = false,
    ...own
  }: Partial<StreamSource> & { lastId?: string; method?: string; hasLeft?: boolean }) {
    const client = Object.assign(new Client(), { destroyed: hasLeft });
    const state = { version: 5, data: 'five', asked: 0, now: undefined as StreamSource['now'] | undefined };
    const source: StreamSource = {
      now: async () => {
        state.asked++;
        return { version: state.version, data: state.data };
      },
      changes: () => state.version,
      wasSent: () => true,
      sent: () => undefined,
      ...own,
    };
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    await sendStream({ method, headers } as Request, client as unknown as Response, source);
    return { client, state };
  }

  for (const [what, lastId, sent] of [
    ['nothing', undefined, [textOf(5, 'five')]],
    ['less', '4', [textOf(5, 'five')]],
    ['all', '5', []],
    ['more than there is', '6', [textOf(5, 'five')]],
    ['an id that the mock never sent', 'x', [textOf(5, 'five')]],
  ] as const) {
    it(`sends a client that has ${what} the state unless it has it`, async () => {
      const { client } = await start(lastId === undefined ? {} : { lastId });
      expect(client.sent).to.deep.equal(sent);
      expect(client.heads).to.deep.equal([
        [
          200,
          {
            'Content-Type': 'text/event-stream; charset=utf-8',
            'Cache-Control': 'no-store',
            'X-Accel-Buffering': 'no',
            Vary: 'Accept',
          },
        ],
      ]);
    });
  }

  it('sends a client the state of its id again unless this and no other was sent under it', async () => {
    const asked: StreamState[] = [];
    const wasSent = (one: StreamState) => asked.push(one) < 0;
    const sent: StreamState[] = [];
    const { client } = await start({ lastId: '5', wasSent, sent: (one) => sent.push(one) });
    expect(client.sent).to.deep.equal([textOf(5, 'five')]);
    for (const states of [asked, sent]) expect(states).to.deep.equal([{ version: 5, data: 'five' }]);
  });

  it('sends a client that reconnects every state that it missed', async () => {
    const all: StreamState[] = [3, 4, 5].map((version) => ({ version, data: `state ${version}` }));
    const since = (version: number) => all.filter((one) => one.version > version);
    const { client } = await start({ lastId: '3', since });
    expect(client.sent).to.deep.equal([textOf(4, 'state 4'), textOf(5, 'state 5')]);
    const known = await start({ lastId: '5', since: () => all });
    expect(known.client.sent).to.deep.equal([]);
  });

  it('looks for changes every 100 ms, and sends new data once', async () => {
    const { client, state } = await start({});
    Object.assign(state, { version: 6, data: 'six' });
    await wait(99);
    expect(client.sent).to.have.length(1);
    await wait(1);
    expect(client.sent.slice(1)).to.deep.equal([textOf(6, 'six')]);
    await wait(100);
    expect(state.asked, 'asked without a change').to.equal(2);
    state.version = 7;
    await wait(100);
    expect([state.asked, client.sent.length], 'the same data').to.deep.equal([3, 2]);
    Object.assign(state, { version: 2, data: 'two' });
    await wait(100);
    expect(client.sent.slice(2), 'a version that is lower').to.deep.equal([textOf(2, 'two')]);
  });

  it('waits for a client that does not read', async () => {
    const { client, state } = await start({});
    client.writableNeedDrain = true;
    Object.assign(state, { version: 6, data: 'six' });
    await wait(100);
    expect([state.asked, client.sent.length]).to.deep.equal([1, 1]);
    client.writableNeedDrain = false;
    await wait(100);
    expect(client.sent.slice(1)).to.deep.equal([textOf(6, 'six')]);
  });

  it('sends a comment every ten seconds, until the client leaves', async () => {
    const { client, state } = await start({});
    await wait(9_999);
    expect(client.sent).to.have.length(1);
    await wait(1);
    expect(client.sent.slice(1)).to.deep.equal([':\n\n']);
    client.emit('close');
    Object.assign(state, { version: 6, data: 'six' });
    await wait(20_000);
    expect([client.sent.length, state.asked]).to.deep.equal([2, 1]);
  });

  it('asks for nothing for a client that has left before', async () => {
    const { client, state } = await start({ hasLeft: true });
    state.version = 6;
    await wait(10_000);
    expect([client.sent, state.asked]).to.deep.equal([[], 0]);
  });

  it('sends one state at a time', async () => {
    const answer = Promise.withResolvers<StreamState>();
    let [asked, version] = [0, 1];
    const now = () => {
      asked++;
      return version === 1 ? Promise.resolve({ version, data: 'one' }) : answer.promise;
    };
    const { client } = await start({ now, changes: () => version });
    version = 2;
    await wait(100);
    version = 3;
    await wait(100);
    expect([asked, client.sent.length]).to.deep.equal([2, 1]);
    answer.resolve({ version: 3, data: 'three' });
    await turn();
    await wait(100);
    expect(client.sent.slice(1)).to.deep.equal([textOf(3, 'three')]);
  });

  for (const [what, now] of [
    ['is gone', async () => undefined],
    ['cannot be read', async () => Promise.reject(new Error('a mistake'))],
  ] as const) {
    it(`ends when its resource ${what}`, async () => {
      const { client } = await start({ now });
      expect([client.isEnded, client.sent]).to.deep.equal([true, []]);
    });
  }

  it('answers HEAD with the headers only', async () => {
    const { client, state } = await start({ method: 'HEAD' });
    expect([client.heads.length, client.isEnded, client.sent, state.asked]).to.deep.equal([1, true, [], 0]);
    await wait(10_000);
    expect(client.sent).to.deep.equal([]);
  });
});

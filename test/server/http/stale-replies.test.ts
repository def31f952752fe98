import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import { send } from '../../../server/http/send.ts';

const nowMs = Date.parse('2031-04-05T22:00:00Z');
const representation = new Representation(Buffer.from('{"id":1}'), {
  type: 'application/json; charset=utf-8',
  headers: ['Cache-Control', 'public, max-age=60'],
});

/** What a client gets at that moment of a reply that was loaded at another. */
function answer(headers: Record<string, string>, loadedMs?: number) {
  const sent = { status: 0, headers: [] as readonly string[], body: undefined as Buffer | undefined };
  const res = {
    writeHead: (status: number, flat: readonly string[]) => Object.assign(sent, { status, headers: flat }),
    end: (body?: Buffer) => Object.assign(sent, { body }),
  };
  const realNow = Date.now;
  Date.now = () => nowMs;
  try {
    send({ headers } as unknown as IncomingMessage, res as unknown as ServerResponse, representation, loadedMs);
  } finally {
    Date.now = realNow;
  }
  const pairs = sent.headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), sent.headers[at + 1]]] : []));
  return { ...sent, headers: Object.fromEntries(pairs) as Record<string, string> };
}

describe('a reply that could not be loaded again', () => {
  it('says how many seconds ago it was loaded, and that it is stale', () => {
    for (const [loadedMs, age] of [
      [nowMs - 90_000, '90'],
      [nowMs - 3_600_000, '3600'],
      [nowMs - 400, '0'],
      // The clock was set back.
      [nowMs + 5_000, '0'],
    ] as const) {
      const { status, headers } = answer({}, loadedMs);
      expect(status).to.equal(200);
      expect(headers).to.include({ age, 'cache-status': 'fightcard; hit; detail=stale' });
    }
  });

  it('says so to a client that has it, too', () => {
    const { etag = '' } = answer({}).headers;
    const { status, headers, body } = answer({ 'if-none-match': etag }, nowMs - 90_000);
    expect(status).to.equal(304);
    expect(body).to.equal(undefined);
    expect(headers).to.deep.equal({
      ...{ etag, 'cache-control': 'public, max-age=60' },
      ...{ age: '90', 'cache-status': 'fightcard; hit; detail=stale' },
    });
  });

  it('is the only one that says so', () => {
    expect(answer({}).headers).to.not.have.any.keys('age', 'cache-status');
  });
});

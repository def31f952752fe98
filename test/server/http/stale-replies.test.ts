import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import { send } from '../../../server/http/send.ts';

const representation = new Representation(Buffer.from('{"id":1}'), {
  type: 'application/json; charset=utf-8',
  headers: ['Cache-Control', 'public, max-age=60'],
});

/** What a client gets of a reply that was loaded so many seconds ago. */
function answer(headers: Record<string, string>, ageSeconds?: number) {
  const sent = { status: 0, headers: [] as readonly string[], body: undefined as Buffer | undefined };
  const res = {
    writeHead: (status: number, flat: readonly string[]) => Object.assign(sent, { status, headers: flat }),
    end: (body?: Buffer) => Object.assign(sent, { body }),
  };
  const loadedMs = ageSeconds === undefined ? undefined : Date.now() - 1_000 * ageSeconds;
  send({ headers } as unknown as IncomingMessage, res as unknown as ServerResponse, representation, loadedMs);
  const pairs = sent.headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), sent.headers[at + 1]]] : []));
  return { ...sent, headers: Object.fromEntries(pairs) as Record<string, string> };
}

describe('a stale response', () => {
  for (const [ageSeconds, age] of [
    [90.2, 90],
    [3_600.2, 3_600],
    [0.2, 0],
    // The clock was set back.
    [-5, 0],
  ] as const) {
    it(`has Age ${age} after ${ageSeconds} s`, () => {
      const { status, headers } = answer({}, ageSeconds);
      expect(status).to.equal(200);
      expect(headers).to.have.property('cache-status', 'fightcard; hit; detail=stale');
      expect(Number(headers.age)).to.be.within(age, age + 2);
    });
  }

  it('is marked in a 304, too', () => {
    const { etag = '' } = answer({}).headers;
    const { status, headers, body } = answer({ 'if-none-match': etag }, 90);
    expect([status, body]).to.deep.equal([304, undefined]);
    expect(headers).to.include({ etag, 'cache-status': 'fightcard; hit; detail=stale' });
  });

  it('is the only one that is marked', () => {
    expect(answer({}).headers).to.not.have.any.keys('age', 'cache-status');
  });
});

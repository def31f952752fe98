import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import { send } from '../../../server/http/send.ts';

/** What a client gets. */
async function sent(representation: Representation, headers: Record<string, string>) {
  const calls: unknown[] = [];
  const res = {
    writeHead: (status: number, flat: readonly string[]) => void calls.push(status, flat),
    end: (body?: Buffer) => void calls.push(body && String(body)),
  };
  const pending = send({ headers } as unknown as IncomingMessage, res as unknown as ServerResponse, representation);
  const isPending = pending !== undefined;
  await pending;
  return { isPending, calls };
}

describe('a reply that is sent', () => {
  const reply = (bytes: number, status = 200) =>
    new Representation(Buffer.alloc(bytes, 'x'), { type: 'text/plain', headers: ['A', 'b'], status });

  it('is whole, or 304 without a body to a client that has it', async () => {
    const representation = reply(3);
    const { headers, notModified, etag } = representation.identity;
    const whole = { isPending: false, calls: [200, headers, 'xxx'] };
    expect(await sent(representation, {})).to.deep.equal(whole);
    expect(await sent(representation, { 'if-none-match': '"another"' })).to.deep.equal(whole);
    for (const value of [etag, '*', `"another", W/${etag}`]) {
      const answer = await sent(representation, { 'if-none-match': value });
      expect(answer, value).to.deep.equal({ isPending: false, calls: [304, notModified, undefined] });
    }
  });

  it('is whole with another status, whatever the client has', async () => {
    const problem = reply(3, 404);
    const { headers } = problem.identity;
    expect(await sent(problem, { 'if-none-match': '*' })).to.deep.equal({
      isPending: false,
      calls: [404, headers, 'xxx'],
    });
  });

  it('is compressed first where the client asks for it, and at once from then on', async () => {
    const representation = reply(2_000);
    const asking = { 'accept-encoding': 'gzip' };
    const first = await sent(representation, asking);
    const encoded = await representation.encode('gzip');
    expect(first).to.deep.equal({ isPending: true, calls: [200, encoded.headers, String(encoded.bytes)] });
    expect(await sent(representation, asking)).to.deep.equal({ ...first, isPending: false });
    const known = await sent(representation, { ...asking, 'if-none-match': encoded.etag });
    expect(known).to.deep.equal({ isPending: false, calls: [304, encoded.notModified, undefined] });
    expect((await sent(representation, {})).calls[1]).to.equal(representation.identity.headers);
  });
});

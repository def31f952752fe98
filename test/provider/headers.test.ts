import { expect } from 'chai';
import { generatedDocument } from '../../contracts/site/document.ts';
import { findHeaderFaults, type SentReply } from '../support/http/header-faults.ts';
import { mockTarget, type RunningTarget, serverTarget } from './targets.ts';

const document = generatedDocument().document();

/** Replies that no pact shows. All others are compared where the pacts are verified. */
const others: { title: string; method: string; url: string; headers?: Record<string, string>; status: number }[] = [
  { title: 'DELETE of a read', method: 'DELETE', url: '/api/v3/mobile/news', status: 405 },
  { title: 'GET of a POST', method: 'GET', url: '/api/v1/us/events/score_round', status: 405 },
  { title: 'PUT of a POST', method: 'PUT', url: '/api/v1/us/events/score_round', status: 405 },
  {
    title: 'a stream',
    method: 'GET',
    url: '/api/v1/us/events/round_scoring/7001',
    headers: { Accept: 'text/event-stream' },
    status: 200,
  },
  {
    title: 'a compressed reply',
    method: 'GET',
    url: '/api/v1/us/fighters',
    headers: { 'Accept-Encoding': 'gzip' },
    status: 200,
  },
];

async function ask(target: RunningTarget, method: string, url: string, headers: Record<string, string>) {
  const ended = new AbortController();
  const reply = await fetch(target.url + url, { method, headers, signal: ended.signal });
  // A stream never ends.
  ended.abort();
  return { method, url, status: reply.status, headers: Object.fromEntries(reply.headers) };
}

for (const [name, start] of [
  ['mock', () => mockTarget()],
  ['server', () => serverTarget()],
] as const) {
  describe(`headers of the ${name}`, () => {
    let target: RunningTarget;
    before(async () => {
      target = await start();
    });
    after(() => target?.close());

    for (const { title, method, url, headers = {}, status } of others) {
      it(`match the document in ${title}`, async () => {
        const reply = await ask(target, method, url, headers);
        expect(reply.status).to.equal(status);
        expect(findHeaderFaults(document, reply)).to.deep.equal([]);
      });
    }

    it('are compared with the document (control)', async () => {
      const reply: SentReply = await ask(target, 'GET', '/api/v3/mobile/news', {});
      const { vary: _, ...withoutVary } = reply.headers;
      const faultsWith = (headers: SentReply['headers']) => findHeaderFaults(document, { ...reply, headers });
      expect(faultsWith(reply.headers)).to.deep.equal([]);
      expect(faultsWith(withoutVary)).to.deep.equal(['header vary is required by the document, but not sent']);
      expect(faultsWith({ ...reply.headers, 'x-powered-by': 'Express' })).to.deep.equal([
        'header x-powered-by: Express is sent, but the document does not describe it',
      ]);
      expect(faultsWith({ ...reply.headers, 'content-language': 'en-US' })).to.deep.equal([
        'header content-language: en-US does not fit the document',
      ]);
      expect(findHeaderFaults(document, { ...reply, status: 418 })).to.deep.equal([
        'the document describes no reply 418 of GET /api/v3/mobile/news',
      ]);
    });
  });
}

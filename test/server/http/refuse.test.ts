import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { rateLimitHeaders } from '../../../contracts/http/rate-limit.ts';
import { answerFramed } from '../../../contracts/requests/framing.ts';
import { tooManyRequests } from '../../../server/limits/rate-limit-headers.ts';
import { refuseForNow } from '../../../server/limits/refuse.ts';
import { retryAfter } from '../../../server/limits/retry-after.ts';
import { cors, languages, problemType, security } from '../../support/expected/headers.ts';
import { refusals } from '../../support/expected/problems.ts';
import { json, send } from '../../support/http/send.ts';

describe('refuseForNow', () => {
  let server: Server;
  let url: string;
  before((started) => {
    server = createServer();
    answerFramed(server, (req, res) => refuseForNow(req, res, 4));
    server.listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      started();
    });
  });
  after(() => server.close());

  const { status, es, en } = refusals['service-unavailable'] as (typeof refusals)[string];

  for (const [target, family, [title, detail], path = target] of [
    ['/api/v3/mobile/news', 'v3', es],
    ['/api/v1/us/events/score_round', 'v1', en],
    ['/elsewhere', 'v1', en],
    ['//api/v3/mobile/news', 'v3', es, '/api/v3/mobile/news'],
    ['http://elsewhere.example/api/v3/mobile/news', 'v3', es, '/api/v3/mobile/news'],
  ] as const) {
    it(`answers ${target} with 503`, async () => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await send(url, method, `${target}?limit=1`);
        expect(answer.status).to.equal(503);
        expect(answer.headers).to.include({ ...security, ...(method !== 'POST' && cors) });
        expect(answer.headers).to.include({ 'content-language': languages[family], 'content-type': problemType });
        expect(answer.headers['cache-control']).to.equal('no-store');
        if (method === 'POST') expect(answer.headers).not.to.have.property('access-control-allow-origin');
        const body = { type: 'urn:problem-type:service-unavailable', title, status, detail, instance: path };
        if (method === 'HEAD') expect(answer.body).to.have.length(0);
        else expect(json(answer)).to.deep.equal(body);
      }
    });
  }

  it('spreads Retry-After over four seconds', async () => {
    const seen = new Set<string | undefined>();
    for (let n = 0; n < 200 && seen.size < 4; n++) seen.add((await send(url, 'GET', '/')).headers['retry-after']);
    expect([...seen].sort()).to.deep.equal(['1', '2', '3', '4']);
  });

  it('keeps the connection after bodies up to 64 KiB', async () => {
    const connectionOf = async (headers: Record<string, string>, body?: string) =>
      (await send(url, 'POST', '/', { Connection: 'keep-alive', ...headers }, body)).headers.connection;
    expect(await connectionOf({})).to.equal('keep-alive');
    expect(await connectionOf({ 'Content-Length': '65536' }, 'x'.repeat(65_536))).to.equal('keep-alive');
    expect(await connectionOf({ 'Content-Length': '65537' }, 'x'.repeat(65_537))).to.equal('close');
    expect(await connectionOf({ 'Transfer-Encoding': 'chunked' }, 'x')).to.equal('close');
  });
});

describe('rate limit headers', () => {
  it('B26: have whole seconds in Retry-After', () => {
    for (const [seconds, first] of [
      [0, 1],
      [0.2, 1],
      [1, 1],
      [1.01, 2],
      [12, 12],
    ] as const) {
      const said = new Set(Array.from({ length: 100 }, () => retryAfter(seconds)['Retry-After']));
      expect([...said].sort(), String(seconds)).to.deep.equal([String(first), String(first + 1)].sort());
    }
  });

  it('name the limit, the rest and the reset', () => {
    const policy = { name: 'votes', limit: 10, windowMs: 10_000 };
    expect(rateLimitHeaders(policy, 9, 999.5)).to.deep.equal({
      'RateLimit-Policy': '"votes";q=10;w=10',
      RateLimit: '"votes";r=9;t=1',
    });
    expect(rateLimitHeaders({ ...policy, windowMs: 60_000 }, 0, -5).RateLimit).to.equal('"votes";r=0;t=0');
    const { key, status, more } = tooManyRequests({ name: 'reads', limit: 60, windowMs: 10_000 }, 1.5);
    expect([key, status]).to.deep.equal(['too-many-requests', 429]);
    expect(more.headers).to.include({ 'RateLimit-Policy': '"reads";q=60;w=10', RateLimit: '"reads";r=0;t=2' });
    expect(more.headers?.['Retry-After']).to.match(/^[23]$/);
    const later = tooManyRequests({ name: 'reads', limit: 60, windowMs: 10_000 }, 1.0005);
    expect(later.more.headers?.RateLimit, 'a second begun').to.equal('"reads";r=0;t=2');
  });
});
